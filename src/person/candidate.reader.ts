import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

/** A set of persons who may match a search: those who have one of the employers and one of the name tokens. */
export interface PersonBlock {
  /** The keys of the employers, as the table `person_block` has them: `c42` for a company's id, `dacme.com` for a domain. */
  readonly employers: readonly string[];
  readonly tokens: readonly string[];
}

/** A person who may match an identifier, with the data that scoring needs. */
export interface Candidate {
  /** `person.id` */
  readonly id: string;
  /** The canonical profile page of the person; null if none is stored. */
  readonly networkUrl: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  /**
   * The keys of the candidate's current employers, in the form of the table `person_block`. A candidate who was found by
   * employer and name has only the keys of those employers that were searched. A candidate who was found by full name has none.
   */
  readonly employers: readonly string[];
  /** The current name, former names and aliases of the current employer. */
  readonly companyNames: readonly string[];
  readonly addresses: readonly string[];
}

/** SQL for `companyNames` and `addresses` of a candidate; `p` is the person. */
const evidenceColumns = `
  array(select n.name from (select c.name from company c where c.id = p.company_id
                            union all select f.name from company_former_name f where f.company_id = p.company_id
                            union all select a.name from company_alias a where a.company_id = p.company_id
                            union all select p.company_name) n where n.name is not null),
  array(select e.address from person_email e where e.person_id = p.id)`;

/** The maximum number of candidates of a block. The candidates that share the fewest name tokens are left out. */
const maxCandidates = 50;

/**
 * SQL for the candidates in blocks. All tokens of an employer are found in one index scan, so an employer without
 * persons costs little. `offset 0` makes the planner use the index: it expects many candidates, and would otherwise
 * scan all persons.
 */
const candidatesInBlocks = `
  select ranked.ord, p.*
    from (select lookup.ord, b.person_id, array_agg(distinct b.employer) as employers,
                 row_number() over (partition by lookup.ord order by count(distinct b.token) desc, b.person_id) as position
            from unnest($1::int[], $2::text[], $3::text[]) as lookup (ord, employer, tokens)
            join person_block b on b.employer = lookup.employer and b.token = any (string_to_array(lookup.tokens, ' '))
           group by lookup.ord, b.person_id) ranked
   cross join lateral (select p.id, p.network_url, p.first_name, p.last_name, p.full_name, ranked.employers, ${evidenceColumns}
                         from person p where p.id = ranked.person_id offset 0) p
   where ranked.position <= ${maxCandidates}`;

/**
 * The maximum number of persons who share a full name. A name that more persons have does not identify a person without an
 * employer.
 */
const maxNamesakes = 50;

/** SQL for the persons with a full name. `offset 0` makes the planner use the index instead of scanning all persons. */
const byFullName = `
  select named.ord, p.*
    from (select lookup.ord, array(select p.id from person p where lower(p.full_name) = lower(lookup.name)
                                    limit ${maxNamesakes + 1}) as ids
            from unnest($1::int[], $2::text[]) as lookup (ord, name)) named
   cross join lateral (select p.id, p.network_url, p.first_name, p.last_name, p.full_name, array[]::text[], ${evidenceColumns}
                         from person p where p.id = any (named.ids) offset 0) p
   where cardinality(named.ids) <= ${maxNamesakes}`;

/** The number of blocks that one statement looks up. A longer statement would keep its connection from other requests. */
const blocksPerStatement = 100;

type CandidateRow = [
  ord: number,
  id: string,
  url: string | null,
  first: string | null,
  last: string | null,
  full: string | null,
  employers: string[],
  companyNames: string[],
  addresses: string[],
];

/** Reads the persons who may match an identifier. Each method reads for all identifiers of a request. */
@Injectable()
export class CandidateReader {
  constructor(private readonly database: Database) {}

  /** Reads the persons who have an e-mail address. @returns the persons by address; an address without persons has no entry */
  async byEmail(addresses: readonly string[], tenantId: string): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    if (addresses.length === 0) return new Map();
    const { rows } = await this.database.readsOf(tenantId, addresses.length).query<[address: string, ...CandidateRow]>({
      name: 'person-by-email',
      text: `select e.address, 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name,
                    array(select distinct b.employer from person_block b where b.person_id = p.id), ${evidenceColumns}
               from person_email e join person p on p.id = e.person_id
              where e.address = any($1::text[])`,
      values: [addresses],
      rowMode: 'array',
    });
    const found = new Map<string, Candidate[]>();
    for (const [address, ...row] of rows) found.set(address, [...(found.get(address) ?? []), candidateOf(row)]);
    return found;
  }

  /** Reads persons as candidates, by `person.id`. A person who was deleted meanwhile has no entry. */
  async byIds(ids: readonly string[], tenantId: string): Promise<ReadonlyMap<string, Candidate>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.readsOf(tenantId, ids.length).query<CandidateRow>({
      name: 'person-candidates',
      text: `select 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name,
                    array(select distinct b.employer from person_block b where b.person_id = p.id), ${evidenceColumns}
               from person p where p.id = any($1::bigint[])`,
      values: [ids],
      rowMode: 'array',
    });
    return new Map(rows.map(candidateOf).map((candidate) => [candidate.id, candidate]));
  }

  /**
   * Reads the candidates of blocks. Equal blocks are read once.
   * @returns the candidates of each block, in the order of the blocks; at most 50 of each, those that share the most tokens
   */
  async inBlocks(blocks: readonly PersonBlock[], tenantId: string): Promise<readonly (readonly Candidate[])[]> {
    const keys = blocks.map(({ employers, tokens }) => JSON.stringify([employers, tokens]));
    const found = new Map<string, Candidate[]>();
    const lookups: { key: string; employer: string; tokens: string }[] = [];
    for (const [index, { employers, tokens }] of blocks.entries()) {
      const key = keys[index] ?? '';
      if (tokens.length === 0 || found.has(key)) continue;
      found.set(key, []);
      lookups.push(...employers.map((employer) => ({ key, employer, tokens: tokens.join(' ') })));
    }
    const wanted = [...found.keys()];
    const places = new Map(wanted.map((key, place) => [key, place]));
    const reads = this.database.readsOf(tenantId, wanted.length);
    for (let start = 0; start < wanted.length; start += blocksPerStatement) {
      const part = lookups.filter(({ key }) => {
        const place = places.get(key) ?? 0;
        return place >= start && place < start + blocksPerStatement;
      });
      if (part.length === 0) continue;
      const { rows } = await reads.query<CandidateRow>({
        name: 'person-in-blocks',
        text: candidatesInBlocks,
        values: [
          part.map(({ key }) => places.get(key) ?? 0),
          part.map(({ employer }) => employer),
          part.map(({ tokens }) => tokens),
        ],
        rowMode: 'array',
      });
      for (const row of rows) found.get(wanted[row[0]] ?? '')?.push(candidateOf(row));
    }
    return keys.map((key) => found.get(key) ?? []);
  }

  /**
   * Reads the persons who have a full name; case does not count.
   * @returns the persons of each name, in the order of the names; none for a name that more than 50 persons have
   */
  async byFullName(names: readonly string[], tenantId: string): Promise<readonly (readonly Candidate[])[]> {
    const found: Candidate[][] = names.map(() => []);
    if (names.length === 0) return found;
    const { rows } = await this.database.readsOf(tenantId, names.length).query<CandidateRow>({
      name: 'person-by-full-name',
      text: byFullName,
      values: [names.map((_, ord) => ord), names],
      rowMode: 'array',
    });
    for (const row of rows) found[row[0]]?.push(candidateOf(row));
    return found;
  }
}

function candidateOf([
  ,
  id,
  networkUrl,
  firstName,
  lastName,
  fullName,
  employers,
  companyNames,
  addresses,
]: CandidateRow): Candidate {
  return { id, networkUrl, firstName, lastName, fullName, employers, companyNames, addresses };
}
