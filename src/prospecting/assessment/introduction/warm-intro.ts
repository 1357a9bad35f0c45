import {
  colleaguePoints,
  connectionConstants,
  connectionFactors,
  monthsTogether,
  tieBetween,
  totalOf,
  type Whereabouts,
  whereaboutsOf,
} from './acquaintance.js';
import type { Candidate, ClientEmployee, WarmPath } from '../facts/candidate.js';
import { commonMonths, type Span } from '../career/tenure.js';
import { ascending } from '../facts/text.js';

/** The maximum number of points for a common school and a common town together. */
const maxBesidesWork = connectionConstants.school.together + connectionConstants.samePlace;
/**
 * Of several employees of the client who would get the same points, only this number is kept: the first ones by profile page. The
 * first one gives the best introduction. A second one is kept because the first one may be the prospect.
 */
const enough = 2;

/**
 * The employees of the client who attended a school in the same years, for example from 2004 to 2008: the first two of all by
 * profile page, and the first two of each town. Each number is the index of an employee in the list that is sorted by profile page.
 */
interface YearGroup {
  readonly anywhere: number[];
  readonly byTown: Map<string, number[]>;
}

/**
 * What is kept of a school: `indexes` has the index of each employee of the client who attended it. `groups` has, for each range of
 * years such as 2004 to 2008, the group of those who attended it in these years.
 */
interface School {
  readonly indexes: number[];
  readonly groups: Map<string, YearGroup>;
}

/**
 * An employee of the client at one employer. `from` and `until` reach from the first to the last month there; `spans` are the exact
 * months, for an employee who left and came back.
 */
interface Colleague extends Span {
  readonly index: number;
  readonly spans: readonly Span[];
}

/**
 * Finds the employee of the client who can best introduce a candidate. Indexes over the employees make it unnecessary to compare
 * the candidate with all of them. Only these are compared: employees who worked at the same employer at the same time; of the
 * employees who attended a school in the same years, the first two of all and of each town; and the first two employees of each
 * town.
 */
export class ClientNetwork {
  /** The employees of the client, sorted by profile page. So of several employees with equal points the same one is always chosen. */
  private readonly employees: readonly ClientEmployee[];
  private readonly whereabouts: readonly Whereabouts[];
  private readonly colleagues = new Map<string, Colleague[]>();
  private readonly schools = new Map<string, School>();
  private readonly towns = new Map<string, number[]>();
  private readonly schoolmates: Schoolmates;

  /**
   * Builds the indexes over the employees of the client.
   * @param today the date of the run, `YYYY-MM-DD`
   */
  constructor(
    employees: readonly ClientEmployee[],
    private readonly today: string,
  ) {
    this.employees = employees.toSorted((a, b) => ascending(a.networkUrl, b.networkUrl));
    this.whereabouts = this.employees.map((employee) => whereaboutsOf(employee, today));
    this.schoolmates = new Schoolmates(this.employees.length);
    for (const [index, whereabouts] of this.whereabouts.entries()) this.addToIndexes(index, whereabouts);
  }

  /** The highest number of points that any introduction can have: 100, or 0 if the client has no employees. */
  get maxPoints(): number {
    return this.employees.length === 0 ? 0 : connectionConstants.colleagues.most + maxBesidesWork;
  }

  /**
   * The introduction with the most points. Of several with the same points, the one with the most months as colleagues is returned. If
   * the months are equal, too, the employee whose profile page comes first in the order of letters is returned.
   * @returns null when no employee has anything in common with the candidate
   */
  strongestPath(candidate: Pick<Candidate, 'networkUrl' | 'place' | 'education' | 'experience'>): WarmPath | null {
    if (this.employees.length === 0) return null;
    const own = whereaboutsOf(candidate, this.today);
    const search = new StrongestPath((index) => this.pathThrough(index, own, candidate.networkUrl));
    this.searchColleagues(own, search);
    // The best of the employees who were colleagues of the candidate is known by now. Employees who were not can only have points
    // for a common school and town.
    if (search.canGain(maxBesidesWork, 0, 0)) for (const index of this.fromSchoolAndTown(own)) search.consider(index);
    return search.best?.path ?? null;
  }

  private searchColleagues(own: Whereabouts, search: StrongestPath): void {
    this.schoolmates.begin();
    for (const school of own.studies.keys()) this.schoolmates.add(this.schools.get(school)?.indexes ?? []);
    for (const [employer, { spans }] of own.stints) {
      const whole = hullOf(spans);
      for (const colleague of this.colleagues.get(employer) ?? []) {
        // This comparison of the first and last months is quick, and for most people it finds no common month. The exact spans
        // matter only if one of the two left the employer and came back.
        let months = commonMonths(whole, colleague);
        if (months > 0 && spans.length + colleague.spans.length > 2) months = monthsTogether(spans, colleague.spans);
        if (months === 0) continue;
        // The points are computed from the months at this employer only. If the two were colleagues for longer at another employer,
        // the loop reaches that employer, too, and computes more points there.
        const max = colleaguePoints(months) + this.maxPointsBesidesWork(own, colleague.index);
        if (search.canGain(max, months, colleague.index)) search.consider(colleague.index);
      }
    }
  }

  /** The highest number of points that school and town can give. It is quicker to compute than the exact number. */
  private maxPointsBesidesWork({ town }: Whereabouts, index: number): number {
    const { school, samePlace } = connectionConstants;
    const ofTown = town !== null && town === this.whereabouts[index]?.town ? samePlace : 0;
    return this.schoolmates.has(index) ? ofTown + school.together : ofTown;
  }

  private addToIndexes(index: number, { stints, studies, town }: Whereabouts): void {
    for (const [employer, { spans }] of stints) {
      const { from, until } = hullOf(spans);
      entryOf(this.colleagues, employer, () => []).push({ index, spans, from, until });
    }
    for (const [school, years] of studies) {
      const { indexes, groups } = entryOf(this.schools, school, emptySchool);
      indexes.push(index);
      for (const { startYear, endYear } of years) {
        const group = entryOf(groups, `${String(startYear)}-${String(endYear)}`, emptyGroup);
        keepFirst(group.anywhere, index);
        if (town !== null) keepFirst(entryOf(group.byTown, town, noIndexes), index);
      }
    }
    if (town !== null) keepFirst(entryOf(this.towns, town, noIndexes), index);
  }

  private *fromSchoolAndTown({ studies, town }: Whereabouts): Generator<number> {
    for (const school of studies.keys()) {
      for (const { anywhere, byTown } of this.schools.get(school)?.groups.values() ?? []) {
        yield* anywhere;
        yield* byTown.get(town ?? '') ?? [];
      }
    }
    yield* this.towns.get(town ?? '') ?? [];
  }

  private pathThrough(index: number, own: Whereabouts, ownPage: string): WarmPath | null {
    const employee = this.employees[index];
    const theirs = this.whereabouts[index];
    if (employee === undefined || theirs === undefined || employee.networkUrl === ownPage) return null;
    const tie = tieBetween(own, theirs);
    const { sharedEmployer, sharedSchool, samePlace } = tie;
    const { id, networkUrl, fullName, title } = employee;
    return {
      employee: { id, networkUrl, fullName, title },
      factors: connectionFactors(tie),
      sharedEmployer,
      sharedSchool,
      samePlace,
    };
  }
}

/** Compares employees of the client one after the other, and keeps the one who can best introduce the candidate. */
class StrongestPath {
  best: { path: WarmPath; index: number; total: number; months: number } | null = null;
  private readonly considered = new Set<number>();

  constructor(private readonly pathThrough: (index: number) => WarmPath | null) {}

  /** Whether an employee with these points would be better than the best one so far. */
  canGain(points: number, months: number, index: number): boolean {
    return this.isStronger(Math.round(points * 100) / 100, months, index);
  }

  consider(index: number): void {
    if (this.considered.has(index)) return;
    this.considered.add(index);
    const path = this.pathThrough(index);
    if (path === null) return;
    const total = totalOf(path.factors);
    const months = path.sharedEmployer?.months ?? 0;
    if (total > 0 && this.isStronger(total, months, index)) this.best = { path, index, total, months };
  }

  private isStronger(total: number, months: number, index: number): boolean {
    if (this.best === null) return true;
    if (total !== this.best.total) return total > this.best.total;
    return months === this.best.months ? index < this.best.index : months > this.best.months;
  }
}

/**
 * The set of employees who attended a school of the present candidate. For each employee, an array stores the number of the last
 * candidate with a common school. So the set of the next candidate is empty at once, without a new set or a loop, which would be
 * slow.
 */
class Schoolmates {
  private readonly candidates: Uint32Array;
  private candidate = 0;

  constructor(count: number) {
    this.candidates = new Uint32Array(count);
  }

  begin(): void {
    this.candidate += 1;
  }

  add(indexes: readonly number[]): void {
    for (const index of indexes) this.candidates[index] = this.candidate;
  }

  has(index: number): boolean {
    return this.candidates[index] === this.candidate;
  }
}

/** The range from the first to the last month of spans that are sorted and do not overlap. */
function hullOf(spans: readonly Span[]): Span {
  return { from: spans[0]?.from ?? 0, until: spans.at(-1)?.until ?? 0 };
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function emptySchool(): School {
  return { indexes: [], groups: new Map() };
}

function emptyGroup(): YearGroup {
  return { anywhere: [], byTown: new Map() };
}

function noIndexes(): number[] {
  return [];
}

function keepFirst(indexes: number[], index: number): void {
  if (indexes.length < enough && indexes.at(-1) !== index) indexes.push(index);
}
