import { Inject, Injectable } from '@nestjs/common';
import type { PersonBlock } from './block-ranking.js';
import { type Candidate, CandidateReader } from './candidate.reader.js';
import { EmployerReader, type Employers } from './employer.reader.js';
import { inTurns } from '../platform/async/turns.js';
import { configToken, type Config } from '../platform/config/config.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import type { RecordMatch } from '../enrichment/match-conditions.js';
import { choosePerson, type ChosenPerson, evidenceFor } from './person-choice.js';
import { matchByPage, matchByScore } from './match-confidence.js';
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
import { WordCountReader } from './word-count.reader.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';

export interface ResolvedPerson {
  /** `person.id` */
  readonly id: string;
  /**
   * The profile of a person who was found by profile URL. It is null for a person who was found by score, because that
   * profile is read later.
   */
  readonly profile: PersonProfile | null;
  /** The evidence; undefined if {@link PersonResolutionService.resolve} was not asked for it. */
  readonly match?: RecordMatch;
}

/**
 * Finds the persons whom identifiers mean. A request needs at most seven statements, or ten if it asks for the evidence. The
 * statement that counts the words of names is not included in these numbers, because only the first search of a process waits
 * for it.
 */
@Injectable()
export class PersonResolutionService {
  constructor(
    private readonly persons: PersonReader,
    private readonly candidates: CandidateReader,
    private readonly employers: EmployerReader,
    private readonly suppression: SuppressionReader,
    private readonly words: WordCountReader,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Finds the person of each identifier. If the profile URL is on record, it alone decides which person is meant. Otherwise
   * candidates are looked up by the other parts of the identifier, and scored.
   * @param selection what to read about persons who are found by profile URL
   * @param options.tenantId the tenant that asks, in whose share of the connections long statements run
   * @param options.withMatch whether to return the evidence for each person, which takes up to three more statements
   * @returns for each identifier, in the order of `identifiers`, the person or the reason why there is none
   */
  async resolve(
    identifiers: readonly PersonIdentifier[],
    selection: ProfileSelection,
    options: { readonly tenantId: string; readonly withMatch: boolean },
  ): Promise<(ResolvedPerson | MissReason)[]> {
    const { tenantId, withMatch } = options;
    const sought: PersonSearch[] = [];
    for await (const identifier of inTurns(identifiers)) sought.push(searchOf(identifier, this.config.networkHosts));
    const byUrl = await this.persons.profilesByUrl(
      distinct(sought.flatMap((search) => search.networkUrl ?? [])),
      selection,
      tenantId,
    );
    const searches = await this.withoutSuppressed(sought, byUrl);
    const named = searches.map((search) => (search.networkUrl === null ? undefined : byUrl.get(search.networkUrl)));
    const isOpen = (search: PersonSearch, index: number): boolean => named[index] === undefined && isScorable(search);
    const scored = (await this.score(searches.filter(isOpen), tenantId)).values();
    const pageMatches = withMatch ? await this.matchesByPage(searches, named, tenantId) : [];
    return searches.map((search, index) => {
      const profile = named[index];
      const pageMatch = pageMatches[index];
      if (profile !== undefined) return { id: profile.id, profile, ...(pageMatch && { match: pageMatch }) };
      const choice = isScorable(search) ? (scored.next().value ?? 'no_candidate') : 'no_candidate';
      const found =
        typeof choice === 'string'
          ? choice
          : { id: choice.id, profile: null, ...(withMatch && { match: matchByScore(choice) }) };
      // The reason is derived from the search as the client sent it. A suppressed search was replaced by an empty one, for
      // which the reason would always be `unusable_identifier`. This would show clients that an identifier is suppressed.
      return found === 'no_candidate' && sought[index] !== undefined && isUnusable(sought[index])
        ? 'unusable_identifier'
        : found;
    });
  }

  /**
   * Replaces each search that has an identifier on the suppression list by an empty search, which matches no person. A profile
   * URL that is on record cannot be on the list: an erasure deletes the person, and imports refuse the profile URL. So only
   * searches with an e-mail address, or with a profile URL that is not on record, are checked.
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

  /**
   * The evidence for persons who were found by profile URL, in the order of the searches: whether the name, the employer and
   * the address of the search fit the person. Undefined for a search whose profile URL found no person.
   * @param found the person of each search; undefined for a search whose profile URL found no person
   */
  private async matchesByPage(
    searches: readonly PersonSearch[],
    found: readonly (PersonProfile | undefined)[],
    tenantId: string,
  ): Promise<(RecordMatch | undefined)[]> {
    const withParts = searches.filter((search, index) => found[index] !== undefined && isScorable(search));
    const ids = distinct(
      searches.flatMap((search, index) => (withParts.includes(search) ? (found[index]?.id ?? []) : [])),
    );
    const [candidates, owners, employers] = await Promise.all([
      this.candidates.byIds(ids, tenantId),
      this.ownersOf(withParts, tenantId),
      this.employersOf(withParts, tenantId),
    ]);
    const names = new KnownNames();
    return searches.map((search, index) => {
      const profile = found[index];
      if (profile === undefined) return undefined;
      const candidate = candidates.get(profile.id);
      if (candidate === undefined || !withParts.includes(search)) return matchByPage(null, false);
      const ownerIds = new Set((owners.get(search.email?.address ?? '') ?? []).map(({ id }) => id));
      const [evidence = null] = evidenceFor(
        withStoredEmployer(search, employers),
        [candidate],
        ownerIds,
        employers,
        names,
      );
      return matchByPage(evidence, ownerIds.size > 0 && !ownerIds.has(candidate.id));
    });
  }

  /** The persons who have the e-mail addresses of the searches, by address. */
  private ownersOf(
    searches: readonly PersonSearch[],
    tenantId: string,
  ): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    return this.candidates.byEmail(distinct(searches.flatMap((search) => search.email?.address ?? [])), tenantId);
  }

  /** The stored employers that the searches may mean. */
  private employersOf(searches: readonly PersonSearch[], tenantId: string): Promise<Employers> {
    return this.employers.find(
      distinct(searches.flatMap((search) => [...search.domains, ...search.mailDomains])),
      distinct(searches.flatMap((search) => search.companyNameKeys)),
      tenantId,
    );
  }

  private async score(sought: readonly PersonSearch[], tenantId: string): Promise<(ChosenPerson | MissReason)[]> {
    if (sought.length === 0) return [];
    const [owners, employers] = await Promise.all([
      this.ownersOf(sought, tenantId),
      this.employersOf(sought, tenantId),
    ]);
    const searches = sought.map((search) => withStoredEmployer(search, employers));
    const blocks: PersonBlock[] = [];
    for await (const search of inTurns(searches)) blocks.push(blockOf(search, employers));
    const found = await this.candidates.inBlocks(blocks, tenantId);
    const names = new KnownNames();
    const chosen: (ChosenPerson | MissReason)[] = [];
    for await (const [index, search] of inTurns(searches.entries())) {
      const ownersOfAddress = owners.get(search.email?.address ?? '') ?? [];
      chosen.push(choosePerson(search, ownersOfAddress, found[index] ?? [], employers, names));
    }
    return this.withOtherSpellings(chosen, searches, employers, tenantId);
  }

  /**
   * Repeats the searches for which no candidate was found: it looks up the persons with the full name at any employer, and then
   * compares the names of their employers with the searched one, which may be another spelling.
   */
  private async withOtherSpellings(
    chosen: readonly (ChosenPerson | MissReason)[],
    searches: readonly PersonSearch[],
    employers: Employers,
    tenantId: string,
  ): Promise<(ChosenPerson | MissReason)[]> {
    const open = searches.flatMap((search, index) => {
      const named = chosen[index] === 'no_candidate' ? namedSearchOf(search, employers) : null;
      return named === null ? [] : { index, named };
    });
    const found = await this.candidates.byFullName(
      open.map(({ named }) => named.fullName),
      tenantId,
    );
    const choices = [...chosen];
    if (found.every((namesakes) => namesakes.length === 0)) return choices;
    const counts = await this.words.current();
    for await (const [place, { index, named }] of inTurns(open.entries())) {
      choices[index] = choosePersonAtSimilarEmployer(named, found[place] ?? [], counts);
    }
    return choices;
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
