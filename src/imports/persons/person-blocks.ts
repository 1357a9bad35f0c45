import { companyNameKeys } from '../../matching/companies/company-name.js';
import { nameTokens, parsePersonName, personName } from '../../matching/names/person-name.js';
import type { Employer } from './person-employment.js';

/** What a person is called; the full name is there wherever a part is. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** A current employer, with the company on record that it is. */
export interface LinkedEmployer {
  readonly employer: Employer;
  readonly companyId: string | null;
}

/** More current positions than anybody holds. */
const MOST_EMPLOYERS = 20;

/**
 * Where matching finds a person: `<employer> <token>` for every way to name a current employer and every token of the
 * name, in both spellings where the full name is another than first and last name together. No part has a space.
 */
export function personBlocks(naming: Naming, employers: readonly LinkedEmployer[]): string[] {
  const tokens = tokensOf(naming);
  const places = new Set(employers.slice(0, MOST_EMPLOYERS).flatMap(placesOf));
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
