import { companyNameKeys } from '../../matching/companies/company-name.js';
import { nameTokens, parsePersonName, type PersonName, personName } from '../../matching/names/person-name.js';
import {
  currentPositions,
  type Employer,
  isKnown,
  type LinkedEmployer,
  mayBeSame,
  noEmployer,
  type Position,
  withDefaults,
} from '../../matching/persons/employers.js';

/** The current job. */
export interface Employment {
  readonly jobTitle: string | null;
  readonly employer: Employer;
}

/**
 * Computes the current job after an import. The title and the employer that the record itself names come first. If a part is missing, it
 * comes from the latest current position of the record's experience with this employer. If the record has no experience, missing parts
 * come from the stored job instead, as far as the employer may be the same. If the record has experience, but names neither a job nor a
 * current position, the person has left the employer.
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

/** The names of a person. If the first or the last name is not null, the full name is not null, either. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** The maximum number of current employers for which search keys of a person are stored. Real persons have fewer. */
const maxEmployers = 20;

/** A search key of a person: a key of a current employer, and a token of the person's name. Neither of the two contains a space. */
type PersonBlock = readonly [employer: string, token: string];

/** What the search keys of a person are made of: each of the employers together with each of the tokens is one key. */
export interface BlockParts {
  /** Keys of the current employers, without duplicates. */
  readonly employers: readonly string[];
  /** Tokens of the name, without duplicates. They come from first and last name, and also from the full name if it has other words. */
  readonly tokens: readonly string[];
}

/** The parts of the search keys of a person. */
export function blockParts(naming: Naming, employers: readonly LinkedEmployer[]): BlockParts {
  return { employers: [...new Set(employers.slice(0, maxEmployers).flatMap(blockKeysOf))], tokens: tokensOf(naming) };
}

/** The search keys of a person, which are stored in the table `person_block`. */
export function personBlocks({ employers, tokens }: BlockParts): PersonBlock[] {
  return employers.flatMap((employer) => tokens.map((token) => [employer, token] as const));
}

/** The keys of an employer in search keys: `c` and the id of the stored company, `d` and the website, `n` and a key of the name. */
export function blockKeysOf({ employer, companyId }: LinkedEmployer): string[] {
  return [
    ...(companyId === null ? [] : [`c${companyId}`]),
    ...(employer.website === null ? [] : [`d${employer.website}`]),
    ...(employer.name === null ? [] : companyNameKeys(employer.name).map((key) => `n${key}`)),
  ];
}

/** The tokens of a person's names. Tokens with a space are left out. */
export function tokensOf(naming: Naming): string[] {
  return [...new Set(namesOf(naming).flatMap(nameTokens))].filter((token) => !token.includes(' '));
}

/** The parsed names of a person: first and last name, and the full name if it is not just the two of them. */
export function namesOf({ firstName, lastName, fullName }: Naming): PersonName[] {
  return [
    firstName === null || lastName === null ? null : personName(firstName, lastName),
    fullName === null || fullName === `${firstName ?? ''} ${lastName ?? ''}` ? null : parsePersonName(fullName),
  ].filter((name) => name !== null);
}
