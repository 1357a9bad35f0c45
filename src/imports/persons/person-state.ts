import { LRUCache } from 'lru-cache';
import { personasOf, seniorityOf } from '../../titles/seniority.js';
import { type KnownEmployers, matchEmployer } from './employer-match.js';
import {
  currentPositions,
  type Employer,
  employmentAfter,
  isKnown,
  type Naming,
  noEmployer,
  type PersonBlock,
  personBlocks,
  type Position,
} from './person-employment.js';
import { type Education, namingAfter, type PersonRow } from './person-record.js';

/** A position and the stored company of its employer. */
export interface LinkedPosition extends Position {
  readonly companyId: string | null;
}

/** The parts of a stored person that a merge needs. */
export interface StoredPerson {
  /** `person.id`. */
  readonly id: string;
  readonly naming: Naming;
  readonly jobTitle: string | null;
  readonly employer: Employer;
  readonly companyId: string | null;
  readonly experience: readonly LinkedPosition[];
  readonly education: readonly Education[];
}

/** A merged person before the lookup of employers. */
export interface PersonDraft {
  readonly row: PersonRow;
  readonly stored: StoredPerson | null;
  readonly naming: Naming;
  readonly jobTitle: string | null;
  readonly employer: Employer;
  readonly experience: readonly Position[];
}

/** A merged person with the data derived from employers. Null lists stay as stored. */
export interface PersonState extends PersonDraft {
  readonly companyId: string | null;
  readonly personas: readonly string[];
  readonly seniority: string | null;
  /** See `personBlocks`. */
  readonly blocks: readonly PersonBlock[];
  readonly newExperience: readonly LinkedPosition[] | null;
  readonly newEducation: readonly Education[] | null;
}

const emptyPerson: Pick<StoredPerson, 'naming' | 'jobTitle' | 'employer' | 'experience'> = {
  naming: { firstName: null, lastName: null, fullName: null },
  jobTitle: null,
  employer: noEmployer,
  experience: [],
};

/** @param today `YYYY-MM-DD`, which decides the current positions. */
export function draftPerson(row: PersonRow, stored: StoredPerson | null, today: string): PersonDraft {
  const before = stored ?? emptyPerson;
  return {
    row,
    stored,
    naming: namingAfter(row, before.naming),
    ...employmentAfter(row, before, today),
    experience: row.experience ?? before.experience,
  };
}

/** All employers of a draft. */
export function employersOf({ employer, experience }: PersonDraft): Employer[] {
  return [employer, ...experience.map((position) => position.employer)].filter(isKnown);
}

export function completePerson(draft: PersonDraft, known: KnownEmployers, today: string): PersonState {
  const { row, stored, jobTitle, employer, naming } = draft;
  const company = matchEmployer(employer, known);
  const experience = draft.experience.map((position) => ({
    ...position,
    companyId: matchEmployer(position.employer, known)?.id ?? null,
  }));
  const companyId = company?.id ?? null;
  const employers = [{ employer, companyId }, ...currentPositions(experience, today)];
  return {
    ...draft,
    companyId,
    ...roleOf(jobTitle, company?.industry ?? null),
    blocks: personBlocks(naming, employers),
    newExperience: nullIfEqual(row.experience === null ? null : experience, stored?.experience ?? [], positionKey),
    newEducation: nullIfEqual(row.education, stored?.education ?? [], educationKey),
  };
}

type Role = Pick<PersonState, 'personas' | 'seniority'>;

const noRole: Role = { personas: [], seniority: null };
/** Longer titles are rare and take memory. */
const maxKnownLength = 200;

/** The same titles occur in many records. */
const roles = new LRUCache<string, Role, { jobTitle: string; industry: string | null }>({
  max: 20_000,
  memoMethod: (_key, _stale, { context: { jobTitle, industry } }) => readRole(jobTitle, industry),
});

/** The personas and the seniority of a job title. */
export function roleOf(jobTitle: string | null, industry: string | null): Role {
  if (jobTitle === null) return noRole;
  const key = `${industry ?? ''}\n${jobTitle}`;
  return key.length > maxKnownLength
    ? readRole(jobTitle, industry)
    : roles.memo(key, { context: { jobTitle, industry } });
}

function readRole(jobTitle: string, industry: string | null): Role {
  return { personas: personasOf(jobTitle), seniority: seniorityOf(jobTitle, { industry }) };
}

function nullIfEqual<T>(
  after: readonly T[] | null,
  before: readonly T[],
  keyOf: (item: T) => readonly unknown[],
): readonly T[] | null {
  if (after === null || after.length !== before.length) return after;
  return JSON.stringify(after.map(keyOf)) === JSON.stringify(before.map(keyOf)) ? null : after;
}

function positionKey({ title, employer, startDate, endDate, companyId }: LinkedPosition): unknown[] {
  return [title, employer.name, employer.website, employer.networkUrl, startDate, endDate, companyId];
}

function educationKey({ school, startYear, endYear }: Education): unknown[] {
  return [school, startYear, endYear];
}
