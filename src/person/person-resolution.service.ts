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

/** Scoring 1,000 searches can take seconds; after this many, the event loop serves other requests. */
const searchesPerTurn = 20;

/** The person that an identifier matches. */
export interface ResolvedPerson {
  /** `person.id`. */
  readonly id: string;
  /** Set for a match by profile URL; null for a match by score, whose profile is read later. */
  readonly profile: PersonProfile | null;
}

/** Resolves identifiers to persons, in at most seven statements for a request. */
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
   * For each identifier its person, or why it has none. A stored profile URL decides; other identifiers are scored.
   * @param selection what to read of persons that are found by their pages
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
      // Not by the search without what is suppressed, which would show the suppression.
      return found === 'no_candidate' && sought[index] !== undefined && isUnusable(sought[index])
        ? 'unusable_identifier'
        : found;
    });
  }

  /**
   * Replaces searches for suppressed identifiers by empty ones, so that they match no person. A stored page is not on the list:
   * an erasure deletes the person with it, and imports refuse it. So only searches by other data are checked.
   * @param byUrl the persons of the searched pages
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

  /** Looks for the persons without a candidate by their full names alone, at employers with a similar name. */
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
