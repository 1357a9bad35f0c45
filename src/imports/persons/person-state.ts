import { LRUCache } from 'lru-cache';
import { personasOf, seniorityOf } from '../../titles/seniority.js';
import { type KnownEmployers, matchEmployer } from './employer-match.js';
import {
  currentPositions,
  type Employer,
  isKnown,
  mayBeSame,
  noEmployer,
  type Position,
  withDefaults,
} from '../../matching/persons/employers.js';
import { type BlockParts, blockParts, employmentAfter, type Naming } from './person-employment.js';
import { type Education, namingAfter, type PersonRow } from './person-record.js';

/** A position, with the `company.id` of the stored company that is its employer; null if no stored company matches. */
export interface LinkedPosition extends Position {
  readonly companyId: string | null;
}

/**
 * An item of a history. `withoutPage` is true if a record without a profile page has the item. Later records with a profile page then do
 * not remove it.
 */
export type Kept<Item> = Item & { readonly withoutPage?: boolean };

/** A stored person, with only the values that a merge needs. */
export interface StoredPerson {
  /** `person.id`. */
  readonly id: string;
  /** The canonical profile page; null for a person without one. */
  readonly networkUrl: string | null;
  readonly naming: Naming;
  readonly jobTitle: string | null;
  readonly employer: Employer;
  readonly companyId: string | null;
  readonly experience: readonly Kept<LinkedPosition>[];
  readonly education: readonly Kept<Education>[];
}

/** A person after the merge of a row, before the stored companies of the employers are looked up. */
export interface PersonDraft {
  readonly row: PersonRow;
  readonly stored: StoredPerson | null;
  readonly naming: Naming;
  readonly jobTitle: string | null;
  readonly employer: Employer;
  readonly experience: readonly Kept<Position>[];
  readonly education: readonly Kept<Education>[];
}

/**
 * A person after the merge of a row, with the data that are derived from the employers. If `newExperience` or `newEducation` is null, the
 * stored history is kept.
 */
export interface PersonState extends PersonDraft {
  readonly companyId: string | null;
  /** The industry of the stored company that employs the person. The seniority of some titles depends on it. */
  readonly industry: string | null;
  readonly personas: readonly string[];
  readonly seniority: string | null;
  readonly blocks: BlockParts;
  readonly newExperience: readonly Kept<LinkedPosition>[] | null;
  readonly newEducation: readonly Kept<Education>[] | null;
}

export const noNames: Naming = { firstName: null, lastName: null, fullName: null };

const emptyPerson: Pick<StoredPerson, 'naming' | 'jobTitle' | 'employer' | 'experience' | 'education'> = {
  naming: noNames,
  jobTitle: null,
  employer: noEmployer,
  experience: [],
  education: [],
};

/**
 * Merges a row with the stored person, if there is one.
 * @param today `YYYY-MM-DD`; it decides which positions are current ones
 */
export function draftPerson(row: PersonRow, stored: StoredPerson | null, today: string): PersonDraft {
  const before = stored ?? emptyPerson;
  return {
    row,
    stored,
    naming: namingAfter(row, before.naming),
    ...employmentAfter(complete(row, today), before, today),
    experience: historyAfter<Position>(row, row.experience, before.experience, positionKey),
    education: historyAfter<Education>(row, row.education, before.education, educationKey),
  };
}

/** Which lists of a stored person have items. */
export interface FilledLists {
  readonly emails: boolean;
  readonly phones: boolean;
  readonly skills: boolean;
}

/**
 * Prepares a row for an import that only fills blanks. Names, histories and lists are left out if the stored person has them. A job that
 * differs from the stored one is left out, too.
 */
export function withBlanksOnly(row: PersonRow, stored: StoredPerson, filled: FilledLists): PersonRow {
  return {
    ...row,
    ...(stored.naming.fullName === null ? {} : noNames),
    ...jobWithBlanksOnly(row, stored),
    emails: filled.emails ? null : row.emails,
    phones: filled.phones ? null : row.phones,
    skills: filled.skills ? null : row.skills,
    education: stored.education.length > 0 ? null : row.education,
    experience: stored.experience.length > 0 ? null : row.experience,
  };
}

/** The stored job. If the row may be about the same job, it fills a blank title and blank values of the employer. */
function jobWithBlanksOnly(row: PersonRow, stored: StoredPerson): Pick<PersonRow, 'jobTitle' | 'employer'> {
  const { jobTitle, employer } = stored;
  const hasSameTitle = jobTitle === null || row.jobTitle === null || jobTitle === row.jobTitle;
  if (!mayBeSame(row.employer, employer) || !(isKnown(employer) || hasSameTitle)) return { jobTitle, employer };
  return { jobTitle: jobTitle ?? row.jobTitle, employer: withDefaults(employer, row.employer) };
}

/**
 * Prepares a row for finding the current job. A record with experience but no current position normally means that the person has left
 * the employer. But a record without a profile page does not mean this, because it may have only a part of the career. So its
 * experience is left out here.
 */
function complete(row: PersonRow, today: string): PersonRow {
  const isPart =
    row.networkUrl === null && row.experience !== null && currentPositions(row.experience, today).length === 0;
  return isPart ? { ...row, experience: null } : row;
}

/**
 * Computes a history after the merge of a record. A record with a profile page replaces all items that come from records with profile
 * pages. A record without a profile page only adds items.
 */
function historyAfter<Item>(
  { networkUrl }: PersonRow,
  given: readonly Kept<Item>[] | null,
  stored: readonly Kept<Item>[],
  keyOf: (item: Item) => readonly unknown[],
): readonly Kept<Item>[] {
  if (given === null) return stored;
  const kept = stored.filter(({ withoutPage }) => withoutPage);
  // Most stored histories have no item to keep, and are replaced as a whole. This shortcut skips the comparison of the items, which would
  // take as long as the rest of the merge.
  if (networkUrl !== null && kept.length === 0) return given;
  const named = new Set(given.map((item) => JSON.stringify(keyOf(item))));
  const isNamed = (item: Item): boolean => named.has(JSON.stringify(keyOf(item)));
  if (networkUrl === null) {
    const known = new Set(stored.map((item) => JSON.stringify(keyOf(item))));
    const added = given.filter((item) => !known.has(JSON.stringify(keyOf(item))));
    return [
      ...stored.map((item) => (item.withoutPage || !isNamed(item) ? item : { ...item, withoutPage: true })),
      ...added.map((item) => ({ ...item, withoutPage: true })),
    ];
  }
  const keptKeys = new Set(kept.map((item) => JSON.stringify(keyOf(item))));
  return [
    ...given.map((item) => ({ ...item, withoutPage: keptKeys.has(JSON.stringify(keyOf(item))) })),
    ...kept.filter((item) => !isNamed(item)),
  ];
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
  const industry = company?.industry ?? null;
  return {
    ...draft,
    companyId,
    industry,
    ...roleOf(jobTitle, industry),
    blocks: blockParts(naming, employers),
    newExperience: row.experience === null ? null : nullIfEqual(experience, stored?.experience ?? [], linkedKey),
    newEducation: row.education === null ? null : nullIfEqual(draft.education, stored?.education ?? [], studyKey),
  };
}

type Role = Pick<PersonState, 'personas' | 'seniority'>;

const noRole: Role = { personas: [], seniority: null };
/** The maximum length of a cached title. Longer titles are rare, and would take much memory. */
const maxKnownLength = 200;

/** A cache of the personas and seniorities of job titles, because the same titles occur in many records. */
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
  after: readonly T[],
  before: readonly T[],
  keyOf: (item: T) => readonly unknown[],
): readonly T[] | null {
  if (after.length !== before.length) return after;
  return JSON.stringify(after.map(keyOf)) === JSON.stringify(before.map(keyOf)) ? null : after;
}

function positionKey({ title, employer, startDate, endDate }: Position): unknown[] {
  return [title, employer.name, employer.website, employer.networkUrl, startDate, endDate];
}

function linkedKey(position: Kept<LinkedPosition>): unknown[] {
  return [...positionKey(position), position.companyId, position.withoutPage === true];
}

function educationKey({ school, startYear, endYear }: Education): unknown[] {
  return [school, startYear, endYear];
}

function studyKey(education: Kept<Education>): unknown[] {
  return [...educationKey(education), education.withoutPage === true];
}
