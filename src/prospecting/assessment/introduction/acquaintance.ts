import type { Candidate, ConnectionFactors, Place, Position, Study, WarmPath } from '../facts/candidate.js';
import { comparableWords } from '../facts/text.js';
import { countryKey } from '../facts/country.js';
import { employerKey } from '../career/employer.js';
import { asOf, commonMonths, merged, type Span, spanOf } from '../career/tenure.js';

/** The parts of a person's record that show whom the person may know: where the person lives, studied and worked. */
export type Life = Pick<Candidate, 'place' | 'education' | 'experience'>;

/** The time that a person spent at one employer. */
interface Stint {
  readonly employer: string;
  /** The months at this employer, as spans that do not overlap, sorted by time. */
  readonly spans: readonly Span[];
}

/**
 * Where a person worked, studied and lives. The employers and schools are listed by keys that are the same for all spellings of a
 * name.
 */
export interface Whereabouts {
  readonly stints: ReadonlyMap<string, Stint>;
  readonly studies: ReadonlyMap<string, readonly Study[]>;
  /** A key that is the same for all people in one town; null when the town is unknown. */
  readonly town: string | null;
  /** The name of the town as the record has it. */
  readonly townName: string | null;
}

/** What a prospect and an employee of the client have in common, so that they probably know each other. */
export type Tie = Pick<WarmPath, 'sharedEmployer' | 'sharedSchool' | 'samePlace'>;

/** Every constant of the warm-introduction score; `docs/prospecting-scores.md` gives the reason for each value. */
export const connectionConstants = {
  colleagues: { least: 40, most: 70, fullMonths: 24 },
  school: { together: 20, otherwise: 8 },
  samePlace: 10,
} as const;

const leadingThe = /^the /;
/**
 * Texts that people write as their school, but that do not name a school or that name an online course, which has no classmates.
 * They are in the form that `comparableWords` returns.
 */
const noSchools: ReadonlySet<string> = new Set(
  'university,college,school,high school,secondary school,self taught,online,coursera,udemy,edx,udacity,n a,none'.split(
    ',',
  ),
);

/**
 * Returns the employers, the schools and the town of a person, under keys by which two people can be compared.
 * @param today the date as `YYYY-MM-DD`; positions that begin later do not count
 */
export function whereaboutsOf({ place, education, experience }: Life, today: string): Whereabouts {
  return {
    stints: stintsOf(experience, today),
    studies: studiesOf(education),
    town: townOf(place),
    townName: place.locality,
  };
}

/**
 * Finds what two people have in common. If both worked at several employers, the one is returned at which they were colleagues for
 * the most months. If both attended several schools, one is preferred at which they studied at the same time.
 */
export function tieBetween(a: Whereabouts, b: Whereabouts): Tie {
  let sharedEmployer: Tie['sharedEmployer'] = null;
  for (const [key, stint] of a.stints) {
    const months = monthsTogether(stint.spans, b.stints.get(key)?.spans ?? []);
    if (months > (sharedEmployer?.months ?? 0)) sharedEmployer = { name: stint.employer, months };
  }
  let sharedSchool: Tie['sharedSchool'] = null;
  for (const [key, studies] of a.studies) {
    const others = b.studies.get(key) ?? [];
    const together = studies.some((study) => others.some((other) => areAtTheSameTime(study, other)));
    if (others.length === 0 || (sharedSchool !== null && !together)) continue;
    if (sharedSchool?.together !== true) sharedSchool = { name: studies[0]?.school ?? '', together };
  }
  return { sharedEmployer, sharedSchool, samePlace: a.town !== null && a.town === b.town ? a.townName : null };
}

/** The points for what two people have in common. Their sum is from 0 to 100. */
export function connectionFactors({ sharedEmployer, sharedSchool, samePlace }: Tie): ConnectionFactors {
  const { school, samePlace: place } = connectionConstants;
  return {
    sharedEmployer: colleaguePoints(sharedEmployer?.months ?? 0),
    sharedSchool: sharedSchool === null ? 0 : sharedSchool.together ? school.together : school.otherwise,
    samePlace: samePlace === null ? 0 : place,
  };
}

/** The points for a number of months as colleagues: 0 months give 0 points, 1 month 41.25, 24 months and more give 70. */
export function colleaguePoints(months: number): number {
  if (months === 0) return 0;
  const { least, most, fullMonths } = connectionConstants.colleagues;
  return Math.round((least + (most - least) * Math.min(1, months / fullMonths)) * 100) / 100;
}

/** The sum of the points, 0 to 100 with two decimals. */
export function totalOf({ sharedEmployer, sharedSchool, samePlace }: ConnectionFactors): number {
  return Math.round((sharedEmployer + sharedSchool + samePlace) * 100) / 100;
}

/** The number of months that are in both lists. The spans within each list must not overlap. */
export function monthsTogether(a: readonly Span[], b: readonly Span[]): number {
  let months = 0;
  for (const span of a) for (const other of b) months += commonMonths(span, other);
  return months;
}

function stintsOf(positions: readonly Position[], today: string): ReadonlyMap<string, Stint> {
  const stints = new Map<string, Stint>();
  for (const position of asOf(today, positions)) {
    const key = employerKey(position);
    const span = spanOf(position, today);
    if (key === null || span === null) continue;
    const known = stints.get(key);
    const employer = known?.employer ?? position.companyName ?? position.companyNetworkUrl ?? '';
    stints.set(key, { employer, spans: merged([...(known?.spans ?? []), span]) });
  }
  return stints;
}

function studiesOf(education: readonly Study[]): ReadonlyMap<string, readonly Study[]> {
  const studies = new Map<string, Study[]>();
  for (const study of education) {
    const key = comparableWords(study.school).replace(leadingThe, '');
    if (key !== '' && !noSchools.has(key)) studies.set(key, [...(studies.get(key) ?? []), study]);
  }
  return studies;
}

/** A key for a town. It contains the region and the country, because many towns have the same name. */
function townOf({ locality, region, country }: Place): string | null {
  const town = comparableWords(locality ?? '');
  return town === '' ? null : [town, comparableWords(region ?? ''), countryKey(country ?? '')].join('|');
}

/** Whether two people studied at the same time. It is false if the first or the last year of either study is unknown. */
function areAtTheSameTime(a: Study, b: Study): boolean {
  if (a.startYear === null || a.endYear === null || b.startYear === null || b.endYear === null) return false;
  return a.startYear <= b.endYear && b.startYear <= a.endYear;
}
