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
import type { Candidate, ClientEmployee, WarmPath } from './candidate.js';
import { commonMonths, type Span } from './tenure.js';
import { ascending } from './ranking.js';

/** The most points without a shared employer. */
const maxBesidesWork = connectionConstants.school.together + connectionConstants.samePlace;
/** Of people whom nothing tells apart two are enough: the first, and one more should the candidate be the first. */
const enough = 2;

/** People who were at a school in the same years, first by page; also the first ones of each town. */
interface YearGroup {
  readonly anywhere: number[];
  readonly byTown: Map<string, number[]>;
}

/** Everybody of a school; of those who were there in the same years, by these, also the first. */
interface School {
  readonly places: number[];
  readonly groups: Map<string, YearGroup>;
}

/** Somebody's time at an employer, and the months from its beginning to its end. */
interface Colleague extends Span {
  readonly place: number;
  readonly spans: readonly Span[];
}

/**
 * The employees of the client, arranged so that the strongest way to a candidate is found without looking at all of them:
 * only those are compared who shared an employer at the same time, and of each school, its years, and each town the first.
 */
export class ClientNetwork {
  /** By profile page, so that of equal ways always the same one is taken. */
  private readonly employees: readonly ClientEmployee[];
  private readonly whereabouts: readonly Whereabouts[];
  private readonly colleagues = new Map<string, Colleague[]>();
  private readonly schools = new Map<string, School>();
  private readonly towns = new Map<string, number[]>();
  private readonly schoolmates: Schoolmates;

  /** @param today `YYYY-MM-DD` */
  constructor(
    employees: readonly ClientEmployee[],
    private readonly today: string,
  ) {
    this.employees = employees.toSorted((a, b) => ascending(a.networkUrl, b.networkUrl));
    this.whereabouts = this.employees.map((employee) => whereaboutsOf(employee, today));
    this.schoolmates = new Schoolmates(this.employees.length);
    for (const [place, whereabouts] of this.whereabouts.entries()) this.enter(place, whereabouts);
  }

  /** The most points that a way may have, 0 to 100. */
  get mostPoints(): number {
    return this.employees.length === 0 ? 0 : connectionConstants.colleagues.most + maxBesidesWork;
  }

  /**
   * The way with the most points; of equal ones the one with more months as colleagues, then the first profile page. Null
   * when nobody shares anything with the candidate.
   */
  strongestPath(candidate: Pick<Candidate, 'networkUrl' | 'place' | 'education' | 'experience'>): WarmPath | null {
    if (this.employees.length === 0) return null;
    const own = whereaboutsOf(candidate, this.today);
    const search = new StrongestPath((place) => this.pathThrough(place, own, candidate.networkUrl));
    this.searchColleagues(own, search);
    // Whoever was a colleague has been looked at, and nobody else can have more points than these.
    if (search.canGain(maxBesidesWork, 0, 0)) for (const place of this.fromSchoolAndTown(own)) search.consider(place);
    return search.best?.path ?? null;
  }

  private searchColleagues(own: Whereabouts, search: StrongestPath): void {
    this.schoolmates.begin();
    for (const school of own.studies.keys()) this.schoolmates.add(this.schools.get(school)?.places ?? []);
    for (const [employer, { spans }] of own.stints) {
      const whole = hullOf(spans);
      for (const colleague of this.colleagues.get(employer) ?? []) {
        // Most were not there at the same time, or were there once, which is told without their single spans.
        let months = commonMonths(whole, colleague);
        if (months > 0 && spans.length + colleague.spans.length > 2) months = monthsTogether(spans, colleague.spans);
        if (months === 0) continue;
        // Whoever shared a second employer for longer is met again there, so that nobody is passed over.
        const most = colleaguePoints(months) + this.mostBesidesWork(own, colleague.place);
        if (search.canGain(most, months, colleague.place)) search.consider(colleague.place);
      }
    }
  }

  /** The most points that somebody may have for school and town, told quickly. */
  private mostBesidesWork({ town }: Whereabouts, place: number): number {
    const { school, samePlace } = connectionConstants;
    const ofTown = town !== null && town === this.whereabouts[place]?.town ? samePlace : 0;
    return this.schoolmates.has(place) ? ofTown + school.together : ofTown;
  }

  private enter(place: number, { stints, studies, town }: Whereabouts): void {
    for (const [employer, { spans }] of stints) {
      entryOf(this.colleagues, employer, () => []).push({ place, spans, ...hullOf(spans) });
    }
    for (const [school, years] of studies) {
      const { places, groups } = entryOf(this.schools, school, emptySchool);
      places.push(place);
      for (const { startYear, endYear } of years) {
        const group = entryOf(groups, `${String(startYear)}-${String(endYear)}`, emptyGroup);
        keepFirst(group.anywhere, place);
        if (town !== null) keepFirst(entryOf(group.byTown, town, noPlaces), place);
      }
    }
    if (town !== null) keepFirst(entryOf(this.towns, town, noPlaces), place);
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

  private pathThrough(place: number, own: Whereabouts, ownPage: string): WarmPath | null {
    const employee = this.employees[place];
    const theirs = this.whereabouts[place];
    if (employee === undefined || theirs === undefined || employee.networkUrl === ownPage) return null;
    const tie = tieBetween(own, theirs);
    const { id, networkUrl, fullName, title } = employee;
    return { employee: { id, networkUrl, fullName, title }, factors: connectionFactors(tie), ...tie };
  }
}

/** The strongest of the ways that were considered. */
class StrongestPath {
  best: { path: WarmPath; place: number; total: number; months: number } | null = null;
  private readonly considered = new Set<number>();

  constructor(private readonly pathThrough: (place: number) => WarmPath | null) {}

  /** Whether a way with at most so many points would be the strongest. */
  canGain(points: number, months: number, place: number): boolean {
    return this.isStronger(Math.round(points * 100) / 100, months, place);
  }

  consider(place: number): void {
    if (this.considered.has(place)) return;
    this.considered.add(place);
    const path = this.pathThrough(place);
    if (path === null) return;
    const total = totalOf(path.factors);
    const months = path.sharedEmployer?.months ?? 0;
    if (total > 0 && this.isStronger(total, months, place)) this.best = { path, place, total, months };
  }

  private isStronger(total: number, months: number, place: number): boolean {
    if (this.best === null) return true;
    if (total !== this.best.total) return total > this.best.total;
    return months === this.best.months ? place < this.best.place : months > this.best.months;
  }
}

/** Who was at a school with the candidate who is looked at; kept for all candidates, because there are many of both. */
class Schoolmates {
  private readonly candidates: Uint32Array;
  private candidate = 0;

  constructor(count: number) {
    this.candidates = new Uint32Array(count);
  }

  /** Nobody is one of the next candidate. */
  begin(): void {
    this.candidate += 1;
  }

  add(places: readonly number[]): void {
    for (const place of places) this.candidates[place] = this.candidate;
  }

  has(place: number): boolean {
    return this.candidates[place] === this.candidate;
  }
}

/** The months from the first of some spans, in their order, to the last. */
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
  return { places: [], groups: new Map() };
}

function emptyGroup(): YearGroup {
  return { anywhere: [], byTown: new Map() };
}

function noPlaces(): number[] {
  return [];
}

function keepFirst(places: number[], place: number): void {
  if (places.length < enough && places.at(-1) !== place) places.push(place);
}
