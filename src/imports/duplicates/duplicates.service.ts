import { Inject, Injectable } from '@nestjs/common';
import { type PageWriter, pageWriter } from '../../matching/urls/profile-url.js';
import { inTurns } from '../../platform/async/turns.js';
import { type Config, configToken } from '../../platform/config/config.js';
import type { ChangedKind } from '../history/history-tables.js';
import {
  type ComparedCompany,
  type ComparedPerson,
  type Likeness,
  likenessOfCompanies,
  likenessOfPersons,
  minConfidence,
} from './duplicate-score.js';
import { DistinctionsSql } from './distinctions.sql.js';
import { DuplicatesSql, type PairPage } from './duplicates.sql.js';

/** One of two records that are probably the same. */
export interface LikeRecord {
  /** Behind `id:` it names the record in a merge. */
  readonly record_id: string;
  readonly name: string | null;
  readonly website: string | null;
  readonly network_url: string | null;
  /** Of a person; null for a company. */
  readonly job_title: string | null;
  readonly company_name: string | null;
}

/** Two records that are probably the same; the first one is older. */
export interface Duplicate extends Likeness {
  readonly one: LikeRecord;
  readonly other: LikeRecord;
}

/** The most certain duplicates, the most certain one first. */
export interface DuplicateList {
  readonly duplicates: readonly Duplicate[];
  /** How many pairs were found in all. */
  readonly found: number;
  /** How many names and words of names were left out, because too many records share them. */
  readonly left_out: number;
}

/** The maximum number of duplicates in a list. */
export const maxDuplicates = 1_000;

/** The number of pairs that are read and compared at a time. */
const pairsPerStep = 1_000;
/** So many pairs of the last steps are remembered, so that most pairs are compared once. */
const mostRemembered = 100_000;

/**
 * Finds stored records that are probably the same company or person, apart from those of which an operator has said that they are not. It
 * merges none, and reads the tables in bounded steps.
 */
@Injectable()
export class DuplicatesService {
  private readonly writePage: PageWriter;
  private readonly running = new Map<string, Promise<DuplicateList>>();

  constructor(
    private readonly records: DuplicatesSql,
    private readonly distinctions: DistinctionsSql,
    @Inject(configToken) config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Searches all records. Requests for the same list share one search, unless an operator has told two records apart since it began.
   * @param limit the number of duplicates to return
   */
  find(kind: ChangedKind, limit: number): Promise<DuplicateList> {
    const key = `${kind} ${limit} ${this.distinctions.changes}`;
    const found = this.running.get(key) ?? this.search(kind, limit).finally(() => this.running.delete(key));
    this.running.set(key, found);
    return found;
  }

  private async search(kind: ChangedKind, limit: number): Promise<DuplicateList> {
    const best = new BestPairs(limit);
    const search = new PairSearch(best, async (pairs) => {
      const possible = await this.distinctions.possible(kind, pairs);
      return kind === 'company' ? this.ofCompanies(possible) : this.ofPersons(possible);
    });
    if (kind === 'company') {
      for await (const page of this.records.companyPairs()) await search.add(page);
    } else {
      for await (const page of this.records.sharedAddresses()) await search.add(page);
      await this.records.sharedPhones((page) => search.add(page));
      for await (const page of this.records.colleagues()) await search.add(page);
    }
    return { duplicates: best.sorted, found: best.found, left_out: search.leftOut };
  }

  private async ofCompanies(pairs: Pairs): Promise<Duplicate[]> {
    const known = await this.records.companies([...new Set(pairs.flat())]);
    return compared(pairs, known, likenessOfCompanies, (company: ComparedCompany) => ({
      ...{ record_id: company.id, name: company.name, website: company.website },
      ...{ network_url: this.written(company.network_url), job_title: null, company_name: null },
    }));
  }

  private async ofPersons(pairs: Pairs): Promise<Duplicate[]> {
    const known = await this.records.persons([...new Set(pairs.flat())]);
    return compared(pairs, known, likenessOfPersons, (person: ComparedPerson) => ({
      ...{ record_id: person.id, name: person.fullName, website: null, network_url: this.written(person.network_url) },
      ...{ job_title: person.job_title, company_name: person.company_name },
    }));
  }

  private written(page: string | null): string | null {
    return page === null ? null : this.writePage(page);
  }
}

type Pairs = PairPage['pairs'];

async function compared<Compared>(
  pairs: Pairs,
  known: ReadonlyMap<string, Compared>,
  likeness: (one: Compared, other: Compared) => Likeness,
  shown: (record: Compared) => LikeRecord,
): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  for await (const [one, other] of inTurns(pairs)) {
    const [first, second] = [known.get(one), known.get(other)];
    // A record may have been deleted since its key was read.
    if (first === undefined || second === undefined) continue;
    const like = likeness(first, second);
    if (like.confidence >= minConfidence) found.push({ ...like, one: shown(first), other: shown(second) });
  }
  return found;
}

/** Compares the pairs of each page in steps. */
class PairSearch {
  leftOut = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly best: BestPairs,
    private readonly compare: (pairs: Pairs) => Promise<readonly Duplicate[]>,
  ) {}

  async add({ pairs, leftOut }: PairPage): Promise<void> {
    this.leftOut += leftOut;
    if (this.seen.size > mostRemembered) this.seen.clear();
    const fresh = pairs.filter((pair) => {
      const key = pair.join(' ');
      const isNew = !this.seen.has(key);
      this.seen.add(key);
      return isNew;
    });
    for (let start = 0; start < fresh.length; start += pairsPerStep)
      this.best.add(await this.compare(fresh.slice(start, start + pairsPerStep)));
  }
}

/** The most certain pairs so far. */
class BestPairs {
  found = 0;
  private kept = new Map<string, Duplicate>();

  constructor(private readonly limit: number) {}

  get sorted(): Duplicate[] {
    return [...this.kept.values()].sort((one, other) => other.confidence - one.confidence).slice(0, this.limit);
  }

  add(pairs: readonly Duplicate[]): void {
    for (const pair of pairs) {
      const key = `${pair.one.record_id} ${pair.other.record_id}`;
      if (!this.kept.has(key)) this.found += 1;
      this.kept.set(key, pair);
    }
    if (this.kept.size <= this.limit * 2) return;
    this.kept = new Map(this.sorted.map((pair) => [`${pair.one.record_id} ${pair.other.record_id}`, pair]));
  }
}
