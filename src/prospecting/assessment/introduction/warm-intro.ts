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

/** The maximum number of points for what two people have in common apart from an employer. */
const maxBesidesWork = connectionConstants.school.together + connectionConstants.samePlace;
/**
 * The number of employees of the client that are kept if several would have equal points: the first ones by profile page. The
 * first one is the best introduction. A second one is kept, because the first may be the candidate himself or herself.
 */
const enough = 2;

/** The people who were at a school in the same years: the first two by profile page, and the first two of each town. */
interface YearGroup {
  readonly anywhere: number[];
  readonly byTown: Map<string, number[]>;
}

/** All people who were at a school, and groups of the people who were there in the same years. */
interface School {
  readonly indexes: number[];
  readonly groups: Map<string, YearGroup>;
}

/** A client's employee at an employer: from the first to the last month there, and in `spans` the exact months. */
interface Colleague extends Span {
  readonly index: number;
  readonly spans: readonly Span[];
}

/**
 * The employees of the client, indexed so that the best introduction to a candidate is found without comparing all of them. Only
 * these are compared: employees who worked at the same employer at the same time, the first two of each school and its years,
 * and the first two of each town.
 */
export class ClientNetwork {
  /**
   * The employees of the client, sorted by profile page, so that of several with equal points always the same one is chosen.
   */
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

  /**
   * An upper bound for the points that the best employee of the client can have: 100, or 0 if the client has no employees.
   */
  get maxPoints(): number {
    return this.employees.length === 0 ? 0 : connectionConstants.colleagues.most + maxBesidesWork;
  }

  /**
   * The introduction with the most points. Of introductions with equal points, the one with more months as colleagues is returned,
   * and then the one by the employee with the first profile page.
   * @returns null when no employee has anything in common with the candidate
   */
  strongestPath(candidate: Pick<Candidate, 'networkUrl' | 'place' | 'education' | 'experience'>): WarmPath | null {
    if (this.employees.length === 0) return null;
    const own = whereaboutsOf(candidate, this.today);
    const search = new StrongestPath((index) => this.pathThrough(index, own, candidate.networkUrl));
    this.searchColleagues(own, search);
    // All colleagues of earlier employers have been considered. Other employees can have at most these points.
    if (search.canGain(maxBesidesWork, 0, 0)) for (const index of this.fromSchoolAndTown(own)) search.consider(index);
    return search.best?.path ?? null;
  }

  private searchColleagues(own: Whereabouts, search: StrongestPath): void {
    this.schoolmates.begin();
    for (const school of own.studies.keys()) this.schoolmates.add(this.schools.get(school)?.indexes ?? []);
    for (const [employer, { spans }] of own.stints) {
      const whole = hullOf(spans);
      for (const colleague of this.colleagues.get(employer) ?? []) {
        // A cheap test comes first: most people were not there at the same time. The exact spans matter only if one of the
        // two left and came back.
        let months = commonMonths(whole, colleague);
        if (months > 0 && spans.length + colleague.spans.length > 2) months = monthsTogether(spans, colleague.spans);
        if (months === 0) continue;
        // The months of this employer are enough for the bound: if the two were longer together at another employer, that
        // employer's turn in this loop has a higher bound.
        const max = colleaguePoints(months) + this.maxPointsBesidesWork(own, colleague.index);
        if (search.canGain(max, months, colleague.index)) search.consider(colleague.index);
      }
    }
  }

  /** An upper bound for the points that school and town give, which is quicker than the exact number. */
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

/** Keeps the best employee of the client among those that it is given. */
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
 * The set of employees who were at a school of the present candidate. One array serves all candidates: it stores, for each employee,
 * the number of the last candidate to whom that applied. A new set for each candidate would be slow.
 */
class Schoolmates {
  private readonly candidates: Uint32Array;
  private candidate = 0;

  constructor(count: number) {
    this.candidates = new Uint32Array(count);
  }

  /** Starts the next candidate with an empty set. */
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

/** The range from the first month to the last month of sorted, disjoint spans. */
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
