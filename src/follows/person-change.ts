import {
  currentPositions,
  type Employer,
  isKnown,
  isOtherEmployer,
  isSameEmployer,
  type LinkedEmployer,
  type Position,
} from '../matching/persons/employers.js';
import { seniorities, seniorityOf } from '../titles/seniority.js';
import type { Change } from './followed-changes.sql.js';

/** The current job of a person, and the positions that are known. */
interface Job extends LinkedEmployer {
  readonly jobTitle: string | null;
  readonly experience: readonly (Position & { readonly companyId?: string | null })[];
}

/** A change of a person's job. `since` is the first day of the new position as `YYYY-MM-DD`; null if that day is unknown. */
interface JobChange {
  readonly kind: 'employer' | 'promotion';
  readonly since: string | null;
}

/** A stored company that employs a person. */
export interface KnownCompany {
  readonly name: string | null;
  /** Normalised host. */
  readonly website: string | null;
}

/** A stored person before an import. */
export interface PersonBefore extends Job {
  /** Canonical; null without a profile page. */
  readonly networkUrl: string | null;
}

/** A person after an import has merged a record. */
export interface PersonAfter extends Job {
  readonly stored: PersonBefore | null;
  /** The merged record. */
  readonly row: { readonly networkUrl: string | null };
  readonly naming: { readonly fullName: string | null };
  readonly seniority: string | null;
  /** The industry of the employer. The seniority of some titles depends on it. */
  readonly industry: string | null;
}

export interface ChangedPerson {
  /** `person.id`. */
  readonly id: string;
  readonly before: PersonBefore;
  readonly after: PersonAfter;
}

/**
 * The changes of a person that become signals. The tenants that follow the person get a signal about another employer or a promotion. The
 * tenants that follow the new employer get a signal about the new hire.
 * @param companies the stored employers by `company.id`
 * @param today `YYYY-MM-DD`
 */
export function changesOfPerson(
  { id, before, after }: ChangedPerson,
  companies: ReadonlyMap<string, KnownCompany>,
  today: string,
): Change[] {
  const change = jobChange(before, after, after.industry, today);
  if (change === null) return [];
  const [was, is] = [employerFacts(before, companies), employerFacts(after, companies)];
  const person = after.naming.fullName ?? 'A person';
  const title = after.jobTitle === null ? '' : ` as ${after.jobTitle}`;
  const since = change.since === null ? '' : `, since ${change.since}`;
  const dated = change.since ?? today;
  const holderUrl = after.row.networkUrl ?? before.networkUrl;
  const about = { personId: id, accountWebsite: is.website, holderUrl };
  const ofPerson = { ...about, follows: 'person', recordId: id } as const;
  if (change.kind === 'promotion') {
    return [
      {
        ...{ ...ofPerson, signalType: 'Promotion' },
        messageText: `${person} was promoted from ${before.jobTitle ?? ''} to ${after.jobTitle ?? ''} at ${is.name}${since}`,
        identity: [`person ${id}`, 'promotion', is.key, after.seniority, dated],
      },
    ];
  }
  const isFirst = !isKnown(before.employer);
  const moved: Change = {
    ...{ ...ofPerson, signalType: 'Company Change' },
    messageText: `${person} ${isFirst ? 'joined' : `moved from ${was.name} to`} ${is.name}${title}${since}`,
    identity: [`person ${id}`, 'employer', is.key, dated],
  };
  if (after.companyId === null) return [moved];
  const hired: Change = {
    ...{ ...about, follows: 'company', recordId: after.companyId, signalType: 'New Hire' },
    messageText: `${person} joined ${is.name}${title}${isFirst ? '' : ` from ${was.name}`}${since}`,
    identity: [`company ${after.companyId}`, 'hire', `person ${id}`, dated],
  };
  return [moved, hired];
}

/**
 * Finds out whether a person has another employer or was promoted; null if neither. The first title that becomes known is not a change.
 * Neither is the first employer, unless {@link returnToWork} says so. A position that began before the known one is not a change, either:
 * it comes from an old file.
 * @param industry the industry of the employer, because the seniority of some titles depends on it
 */
export function jobChange(before: Job, after: Job, industry: string | null, today: string): JobChange | null {
  if (!isKnown(after.employer)) return null;
  if (!isKnown(before.employer)) return returnToWork(before, after, today);
  if (isOtherEmployer(before, after)) return employerChange(before, after, today);
  return isSameEmployer(before, after) ? promotion(before, after, industry, today) : null;
}

function employerChange(before: Job, after: Job, today: string): JobChange | null {
  // A person may have two jobs at a time. If a file names only the second job as the current one, the person has not moved.
  if (currentPositions(before.experience, today).some((held) => isSameEmployer(linked(held), after))) return null;
  const since = startOf(after, today);
  return isOlder(since, startOf(before, today)) ? null : { kind: 'employer', since };
}

/**
 * The change of a person who had no employer and has one now; null if this is not certain. It is certain if earlier positions of the
 * person are known, and all of them had ended when the new one began. Of a position without an end date it is enough that it began before.
 */
function returnToWork({ experience }: Job, after: Job, today: string): JobChange | null {
  const since = startOf(after, today);
  if (since === null || experience.length === 0) return null;
  const isAfterAll = experience.every(({ startDate, endDate }) => {
    const last = endDate ?? startDate;
    return last !== null && last <= since;
  });
  return isAfterAll ? { kind: 'employer', since } : null;
}

function promotion(before: Job, after: Job, industry: string | null, today: string): JobChange | null {
  if (before.jobTitle === null || after.jobTitle === null || before.jobTitle === after.jobTitle) return null;
  const ranks = [before.jobTitle, after.jobTitle].map((title) => rankOf(title, industry));
  const [was = -1, is = -1] = ranks;
  if (was === -1 || is <= was) return null;
  const [since, start] = [startOfTitle(after, today), startOfTitle(before, today)];
  return isOlder(since, start) ? null : { kind: 'promotion', since };
}

/** The seniority of a title as a number: 0 is the lowest, and -1 means that the title has no known seniority. */
function rankOf(title: string, industry: string | null): number {
  const seniority = seniorityOf(title, { industry });
  return seniorities.findIndex((each) => each === seniority);
}

/** The first day of the latest current position at the employer of a job; null if it is unknown. */
function startOf(job: Job, today: string): string | null {
  return positionsOf(job, today)[0]?.startDate ?? null;
}

function startOfTitle(job: Job, today: string): string | null {
  return positionsOf(job, today).find(({ title }) => title === job.jobTitle)?.startDate ?? null;
}

function positionsOf(job: Job, today: string): Position[] {
  return currentPositions(job.experience, today).filter((held) => isSameEmployer(linked(held), job));
}

function linked({ employer, companyId = null }: Job['experience'][number]): LinkedEmployer {
  return { employer, companyId };
}

function isOlder(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one < other;
}

/** The name and the website of an employer for the text of a signal, and a key that is always the same for this employer. */
function employerFacts(
  { employer, companyId }: { readonly employer: Employer; readonly companyId: string | null },
  companies: ReadonlyMap<string, KnownCompany>,
): { readonly name: string; readonly website: string | null; readonly key: string } {
  const known = companyId === null ? undefined : companies.get(companyId);
  const website = known?.website ?? employer.website;
  const name = known?.name ?? employer.name ?? website ?? 'another company';
  return { name, website, key: companyId === null ? name.toLowerCase() : `company ${companyId}` };
}
