import { companyNameKey, companyNameKeys, compareCompanyNames } from '../../matching/companies/company-name.js';
import { nameTokens, parsePersonName, type PersonName, personName } from '../../matching/names/person-name.js';
import { normaliseNetworkId } from '../../matching/urls/profile-url.js';

/** An employer in a person record: normalised identifiers and the name as written. */
export interface Employer {
  readonly name: string | null;
  readonly website: string | null;
  /** Canonical. */
  readonly networkUrl: string | null;
  readonly networkId: string | null;
}

/** A current or former position. Dates are `YYYY-MM-DD`. */
export interface Position {
  readonly title: string | null;
  readonly employer: Employer;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** The current job. */
export interface Employment {
  readonly jobTitle: string | null;
  readonly employer: Employer;
}

export const noEmployer: Employer = { name: null, website: null, networkUrl: null, networkId: null };

/** Adds the network id to an employer if the profile URL contains it. */
export function employerOf(given: Omit<Employer, 'networkId'>): Employer {
  return { ...given, networkId: networkIdOf(given.networkUrl) };
}

function networkIdOf(networkUrl: string | null): string | null {
  return networkUrl === null ? null : normaliseNetworkId(networkUrl.slice(networkUrl.lastIndexOf('/') + 1));
}

export function isKnown({ name, website, networkUrl, networkId }: Employer): boolean {
  return name !== null || website !== null || networkUrl !== null || networkId !== null;
}

/**
 * The current positions, latest start first; positions with the same start keep their order.
 * @param today `YYYY-MM-DD`
 */
export function currentPositions<Held extends Position>(experience: readonly Held[], today: string): Held[] {
  return experience
    .filter(({ startDate, endDate }) => (startDate ?? '') <= today && (endDate === null || endDate > today))
    .sort((one, other) => compareDates(other.startDate, one.startDate));
}

/**
 * Computes the current job after an import. The record's own job and employer have priority; missing parts come from its latest current
 * position with the same employer. If a record has no experience, stored values that do not contradict it are kept. If it has experience
 * but no current position, the person has left the employer.
 */
export function employmentAfter(
  given: Employment & { readonly experience: readonly Position[] | null },
  stored: Employment,
  today: string,
): Employment {
  const { jobTitle, employer, experience } = given;
  const isNamed = isKnown(employer);
  if (experience === null || experience.length === 0) {
    const isSame = !isNamed || mayBeSame(employer, stored.employer);
    return {
      jobTitle: jobTitle ?? stored.jobTitle,
      employer: isSame ? withDefaults(employer, stored.employer) : employer,
    };
  }
  const position = currentPositions(experience, today).find((held) => !isNamed || mayBeSame(employer, held.employer));
  return {
    jobTitle: jobTitle ?? position?.title ?? null,
    employer: withDefaults(employer, position?.employer ?? noEmployer),
  };
}

/**
 * Whether two employers may be the same company: if they have no identifier in common, their names decide. If a name is missing,
 * no identifier may differ.
 */
export function mayBeSame(one: Employer, other: Employer): boolean {
  const agreement = identifiers.map((name) => agrees(one[name], other[name]));
  if (agreement.includes(true)) return true;
  return agrees(keyOf(one.name), keyOf(other.name)) ?? !agreement.includes(false);
}

const identifiers = ['networkId', 'networkUrl', 'website'] as const;

/** Below this similarity, two names with the same key belong to different companies: Merck & Co. and Merck KGaA. */
export const minNameSimilarity = 0.9;

/** Whether two employers are certainly the same company: by the stored company, else by an identifier, else by the name. */
export function isSameEmployer(one: LinkedEmployer, other: LinkedEmployer): boolean {
  const [{ employer: mine }, { employer: theirs }] = [one, other];
  const byCompany = agrees(one.companyId, other.companyId);
  if (byCompany !== null) return byCompany;
  const agreement = identifiers.map((name) => agrees(mine[name], theirs[name]));
  if (agreement.includes(true)) return true;
  if (agreement.includes(false) || mine.name === null || theirs.name === null) return false;
  return compareCompanyNames(mine.name, theirs.name) >= minNameSimilarity;
}

/**
 * Whether two employers are certainly different companies. Two employers of which little is known may be neither the same nor different.
 * If the names are equal and only the websites differ, the company has probably moved its website, unless both are stored companies.
 */
export function isOtherEmployer(one: LinkedEmployer, other: LinkedEmployer): boolean {
  const [{ employer: mine }, { employer: theirs }] = [one, other];
  const byCompany = agrees(one.companyId, other.companyId);
  const agreement = identifiers.map((name) => agrees(mine[name], theirs[name]));
  if (byCompany === true || agreement.includes(true)) return false;
  const byName = mine.name === null || theirs.name === null ? null : haveOneName(mine.name, theirs.name);
  if (byName === null) return byCompany === false || agreement.includes(false);
  return byName ? byCompany === false && agreement.includes(false) : true;
}

function haveOneName(mine: string, theirs: string): boolean {
  return keyOf(mine) === keyOf(theirs) || compareCompanyNames(mine, theirs) >= minNameSimilarity;
}

/** Whether two values are equal; null if one of them is absent. */
function agrees(mine: string | null, theirs: string | null): boolean | null {
  return mine === null || theirs === null ? null : mine === theirs;
}

export function withDefaults(given: Employer, otherwise: Employer): Employer {
  return {
    name: given.name ?? otherwise.name,
    website: given.website ?? otherwise.website,
    networkUrl: given.networkUrl ?? otherwise.networkUrl,
    networkId: given.networkId ?? otherwise.networkId,
  };
}

function keyOf(name: string | null): string | null {
  return name === null ? null : companyNameKey(name);
}

/** Compares two dates. Null counts as the earliest date. */
function compareDates(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** The names of a person. If the first or the last name is set, the full name is set, too. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** A current employer, and the stored company that it is; null if no stored company matches. */
export interface LinkedEmployer {
  readonly employer: Employer;
  readonly companyId: string | null;
}

/** The maximum number of current employers for which search keys are stored. Real persons have fewer. */
const maxEmployers = 20;

/** A search key of a person: a key of an employer, and a token of the person's name. Neither contains a space. */
export type PersonBlock = readonly [employer: string, token: string];

/**
 * The search keys of a person (table `person_block`): every key of a current employer with every token of the name. If the full name
 * differs from first and last name, the tokens of both are used.
 */
export function personBlocks(naming: Naming, employers: readonly LinkedEmployer[]): PersonBlock[] {
  const tokens = tokensOf(naming);
  const employerKeys = new Set(employers.slice(0, maxEmployers).flatMap(blockKeysOf));
  return [...employerKeys].flatMap((key) => tokens.map((token) => [key, token] as const));
}

/** The keys of an employer in blocks. */
export function blockKeysOf({ employer, companyId }: LinkedEmployer): string[] {
  return [
    ...(companyId === null ? [] : [`c${companyId}`]),
    ...(employer.website === null ? [] : [`d${employer.website}`]),
    ...(employer.name === null ? [] : companyNameKeys(employer.name).map((key) => `n${key}`)),
  ];
}

/** The tokens of a name, without spaces. */
export function tokensOf(naming: Naming): string[] {
  return [...new Set(namesOf(naming).flatMap(nameTokens))].filter((token) => !token.includes(' '));
}

/** The parsed names of a person: the first and last name, and the full name if it has other words. */
export function namesOf({ firstName, lastName, fullName }: Naming): PersonName[] {
  return [
    firstName === null || lastName === null ? null : personName(firstName, lastName),
    fullName === null || fullName === `${firstName ?? ''} ${lastName ?? ''}` ? null : parsePersonName(fullName),
  ].filter((name) => name !== null);
}
