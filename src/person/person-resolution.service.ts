import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { CandidateReader } from './candidate.reader.js';
import { EmployerReader, type Employers } from './employer.reader.js';
import { configToken, type Config } from '../platform/config/config.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import { choosePerson } from './person-choice.js';
import type { PersonIdentifier } from './person.dto.js';
import { type PersonProfile, PersonReader, type ProfileSelection } from './person.reader.js';
import {
  blockOf,
  emptySearch,
  isScorable,
  isUnusable,
  KnownNames,
  type PersonSearch,
  searchOf,
  withStoredEmployer,
} from './person-search.js';
import { choosePersonAtSimilarEmployer, namedSearchOf } from './similar-employer.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';

/** After this many searches, the event loop serves other requests. Scoring 1,000 searches can take seconds. */
const searchesPerTurn = 20;

/** The person that an identifier matches. */
export interface ResolvedPerson {
  /** `person.id` */
  readonly id: string;
  /** The profile of a person who was found by profile URL. Null for one who was found by score, whose profile is read later. */
  readonly profile: PersonProfile | null;
}

/** Finds the persons of identifiers, in at most seven statements for a request. */
@Injectable()
export class PersonResolutionService {
  constructor(
    private readonly persons: PersonReader,
    private readonly candidates: CandidateReader,
    private readonly employers: EmployerReader,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Finds the person of each identifier. A profile URL that is on record decides alone; otherwise the other parts are scored.
   * @param selection what to read about persons who are found by profile URL
   * @returns for each identifier, in their order, the person or the reason why there is none
   */
  async resolve(
    identifiers: readonly PersonIdentifier[],
    selection: ProfileSelection,
  ): Promise<(ResolvedPerson | MissReason)[]> {
    const sought = identifiers.map((identifier) => searchOf(identifier, this.config.networkHosts));
    const byUrl = await this.persons.profilesByUrl(
      distinct(sought.flatMap((search) => search.networkUrl ?? [])),
      selection,
    );
    const searches = await this.withoutSuppressed(sought, byUrl);
    const named = searches.map((search) => (search.networkUrl === null ? undefined : byUrl.get(search.networkUrl)));
    const isOpen = (search: PersonSearch, index: number): boolean => named[index] === undefined && isScorable(search);
    const scored = (await this.score(searches.filter(isOpen))).values();
    return searches.map((search, index) => {
      const profile = named[index];
      if (profile !== undefined) return { id: profile.id, profile };
      const found = isScorable(search) ? (scored.next().value ?? 'no_candidate') : 'no_candidate';
      // This looks at the search as it was sent. The search after suppression would always be unusable, which would show clients
      // that an identifier is suppressed.
      return found === 'no_candidate' && sought[index] !== undefined && isUnusable(sought[index])
        ? 'unusable_identifier'
        : found;
    });
  }

  /**
   * Replaces each search that has an identifier on the suppression list by an empty search, which matches no person. A profile URL
   * that is on record cannot be on the list, because an erasure deletes its person and imports refuse it. So only other searches
   * are checked.
   * @param byUrl the persons of the searched profile URLs
   */
  private async withoutSuppressed(
    searches: readonly PersonSearch[],
    byUrl: ReadonlyMap<string, PersonProfile>,
  ): Promise<readonly PersonSearch[]> {
    const isDoubtful = (search: PersonSearch): boolean =>
      search.email !== null || (isScorable(search) && search.networkUrl !== null && !byUrl.has(search.networkUrl));
    const doubtful = searches.filter(isDoubtful);
    if (doubtful.length === 0) return searches;
    const networkUrls = distinct(doubtful.flatMap((search) => search.networkUrl ?? []));
    const emails = distinct(doubtful.flatMap((search) => search.email?.address ?? []));
    const suppressed = await this.suppression.suppressedAmong({ networkUrls, emails });
    return searches.map((search) => {
      const isListed =
        suppressed.networkUrls.has(search.networkUrl ?? '') || suppressed.emails.has(search.email?.address ?? '');
      return isListed ? emptySearch : search;
    });
  }

  private async score(sought: readonly PersonSearch[]): Promise<(ResolvedPerson | MissReason)[]> {
    if (sought.length === 0) return [];
    const [owners, employers] = await Promise.all([
      this.candidates.byEmail(distinct(sought.flatMap((search) => search.email?.address ?? []))),
      this.employers.find(
        distinct(sought.flatMap((search) => [...search.domains, ...search.mailDomains])),
        distinct(sought.flatMap((search) => search.companyNameKeys)),
      ),
    ]);
    const searches = sought.map((search) => withStoredEmployer(search, employers));
    const found = await this.candidates.inBlocks(searches.map((search) => blockOf(search, employers)));
    const names = new KnownNames();
    const chosen: (ResolvedPerson | MissReason)[] = [];
    for (const [index, search] of searches.entries()) {
      if (isTurnOver(index)) await setImmediate();
      const ownersOfAddress = owners.get(search.email?.address ?? '') ?? [];
      const choice = choosePerson(search, ownersOfAddress, found[index] ?? [], employers, names);
      chosen.push(typeof choice === 'string' ? choice : { id: choice.id, profile: null });
    }
    return this.withOtherSpellings(chosen, searches, employers);
  }

  /** Looks up the searches without a candidate again, by the full name alone, and accepts employers with a similar name. */
  private async withOtherSpellings(
    chosen: readonly (ResolvedPerson | MissReason)[],
    searches: readonly PersonSearch[],
    employers: Employers,
  ): Promise<(ResolvedPerson | MissReason)[]> {
    const open = searches.flatMap((search, index) => {
      const named = chosen[index] === 'no_candidate' ? namedSearchOf(search, employers) : null;
      return named === null ? [] : { index, named };
    });
    const found = await this.candidates.byFullName(open.map(({ named }) => named.fullName));
    const choices = [...chosen];
    for (const [place, { index, named }] of open.entries()) {
      if (isTurnOver(place)) await setImmediate();
      const choice = choosePersonAtSimilarEmployer(named, found[place] ?? []);
      choices[index] = typeof choice === 'string' ? choice : { id: choice.id, profile: null };
    }
    return choices;
  }
}

function isTurnOver(index: number): boolean {
  return index % searchesPerTurn === searchesPerTurn - 1;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
