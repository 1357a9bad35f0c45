import { companyNameKey, companyNameKeys } from '../../matching/companies/company-name.js';
import { nameTokens, parsePersonName, personName } from '../../matching/names/person-name.js';
import { normaliseNetworkId } from '../../matching/urls/profile-url.js';

/** What is said of an employer: identifiers normalised, the name as written. */
export interface Employer {
  readonly name: string | null;
  readonly website: string | null;
  /** Canonical. */
  readonly networkUrl: string | null;
  readonly networkId: string | null;
}

/** A position that somebody holds or held. Dates are `YYYY-MM-DD`. */
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

/** Some pages are addressed by the id of their company. */
export function employerOf(said: Omit<Employer, 'networkId'>): Employer {
  return { ...said, networkId: normaliseNetworkId(said.networkUrl?.split('/').at(-1) ?? '') };
}

export function isKnown(employer: Employer): boolean {
  return Object.values(employer).some((value) => value !== null);
}

/**
 * The positions held on a day, the latest first; those that began on the same day keep their order.
 * @param today `YYYY-MM-DD`
 */
export function currentPositions<Held extends Position>(experience: readonly Held[], today: string): Held[] {
  return experience
    .filter(({ startDate, endDate }) => (startDate ?? '') <= today && (endDate === null || endDate > today))
    .sort((one, other) => compareDates(other.startDate, one.startDate));
}

/**
 * The job after a record has come. What the record says itself counts; the rest comes from the latest of its current
 * positions that is not with another employer. A record without experience leaves as stored what it does not contradict.
 * A history in which no position is current means that the person has left.
 */
export function employmentAfter(
  said: Employment & { readonly experience: readonly Position[] | null },
  stored: Employment,
  today: string,
): Employment {
  const { jobTitle, employer, experience } = said;
  const isNamed = isKnown(employer);
  if (experience === null || experience.length === 0) {
    const isSame = !isNamed || mayBeOne(employer, stored.employer);
    return {
      jobTitle: jobTitle ?? stored.jobTitle,
      employer: isSame ? filled(employer, stored.employer) : employer,
    };
  }
  const position = currentPositions(experience, today).find((held) => !isNamed || mayBeOne(employer, held.employer));
  return {
    jobTitle: jobTitle ?? position?.title ?? null,
    employer: filled(employer, position?.employer ?? noEmployer),
  };
}

/** Whether two descriptions agree in something, or have nothing in common that could tell them apart. */
function mayBeOne(one: Employer, other: Employer): boolean {
  const pairs = [
    [one.networkId, other.networkId],
    [one.networkUrl, other.networkUrl],
    [one.website, other.website],
    [keyOf(one.name), keyOf(other.name)],
  ].filter(([mine, theirs]) => mine !== null && theirs !== null);
  return pairs.length === 0 || pairs.some(([mine, theirs]) => mine === theirs);
}

function filled(said: Employer, otherwise: Employer): Employer {
  return {
    name: said.name ?? otherwise.name,
    website: said.website ?? otherwise.website,
    networkUrl: said.networkUrl ?? otherwise.networkUrl,
    networkId: said.networkId ?? otherwise.networkId,
  };
}

function keyOf(name: string | null): string | null {
  return name === null ? null : companyNameKey(name);
}

/** Positions without a date are the earliest. */
function compareDates(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** What a person is called; the full name is there wherever a part is. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** A current employer, with the company on record that it is. */
interface LinkedEmployer {
  readonly employer: Employer;
  readonly companyId: string | null;
}

/** More current positions than anybody holds. */
const mostEmployers = 20;

/**
 * Where matching finds a person: `<employer> <token>` for every way to name a current employer and every token of the
 * name, in both spellings where the full name is another than first and last name together. No part has a space.
 */
export function personBlocks(naming: Naming, employers: readonly LinkedEmployer[]): string[] {
  const tokens = tokensOf(naming);
  const places = new Set(employers.slice(0, mostEmployers).flatMap(placesOf));
  return [...places].flatMap((place) => tokens.map((token) => `${place} ${token}`));
}

function placesOf({ employer, companyId }: LinkedEmployer): string[] {
  return [
    ...(companyId === null ? [] : [`c${companyId}`]),
    ...(employer.website === null ? [] : [`d${employer.website}`]),
    ...(employer.name === null ? [] : companyNameKeys(employer.name).map((key) => `n${key}`)),
  ];
}

function tokensOf({ firstName, lastName, fullName }: Naming): string[] {
  const names = [
    firstName === null || lastName === null ? null : personName(firstName, lastName),
    fullName === null || fullName === `${firstName ?? ''} ${lastName ?? ''}` ? null : parsePersonName(fullName),
  ].filter((name) => name !== null);
  return [...new Set(names.flatMap(nameTokens))].filter((token) => !token.includes(' '));
}
