import { normaliseNetworkId } from '../urls/profile-url.js';
import { companyNameKey, compareCompanyNames } from '../companies/company-name.js';

/** An employer as a record of a person names it: the identifiers are normalised, the name is as written. */
export interface Employer {
  readonly name: string | null;
  readonly website: string | null;
  /** Canonical. */
  readonly networkUrl: string | null;
  readonly networkId: string | null;
}

/** An employer, and the `company.id` of the stored company that matches it; null if none does. */
export interface LinkedEmployer {
  readonly employer: Employer;
  readonly companyId: string | null;
}

/** A current or former position. Dates are `YYYY-MM-DD`. */
export interface Position {
  readonly title: string | null;
  readonly employer: Employer;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export const noEmployer: Employer = { name: null, website: null, networkUrl: null, networkId: null };

/** An employer, with its network id if the profile URL ends in it: `1234` in `/company/1234`. */
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
 * The current positions, the one with the latest start first. Positions with the same start keep their order.
 * @param today `YYYY-MM-DD`
 */
export function currentPositions<Held extends Position>(experience: readonly Held[], today: string): Held[] {
  return experience
    .filter(({ startDate, endDate }) => (startDate ?? '') <= today && (endDate === null || endDate > today))
    .sort((one, other) => compareDates(other.startDate, one.startDate));
}

/**
 * Whether two employers may be the same company. If an identifier is equal, they may. Otherwise the names decide, if both have one. If a
 * name is missing, they may be the same unless an identifier differs.
 */
export function mayBeSame(one: Employer, other: Employer): boolean {
  const agreement = identifiers.map((name) => agrees(one[name], other[name]));
  if (agreement.includes(true)) return true;
  if (one.name === null || other.name === null) return !agreement.includes(false);
  return agrees(companyNameKey(one.name), companyNameKey(other.name)) ?? !agreement.includes(false);
}

const identifiers = ['networkId', 'networkUrl', 'website'] as const;

/**
 * Two names with the same key belong to different companies if their similarity is less than this. For example, `Merck & Co.` and
 * `Merck KGaA` have the same key, but are two companies.
 */
export const minNameSimilarity = 0.9;

/**
 * Whether two employers are certainly the same company. If both are stored companies, their `company.id` decides. Otherwise the identifiers
 * decide, if both employers have the same kind of identifier. Otherwise the names decide.
 */
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
 * Whether two employers are certainly different companies. If little is known of them, they may be neither certainly the same nor
 * certainly different. If the names are equal and only identifiers differ, such as the websites, the company has probably got a new
 * website. So the employers count as different only if they are also two stored companies.
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
  return companyNameKey(mine) === companyNameKey(theirs) || compareCompanyNames(mine, theirs) >= minNameSimilarity;
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

/** Compares two dates. Null counts as the earliest date. */
function compareDates(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}
