import { memberOf, type Random } from '../random.js';
import { functionsOf } from './function-mixes.js';
import type { Company, Gender, Market } from './records.js';
import { functionOf } from './titles.js';
import { localTitle } from './titles-local.js';

/** The month that the data describes as the present: November 2026. Months are counted from January of the year 0, which is 0. */
export const now = 2026 * 12 + 10;

/** For each rank from 0 to 6, the minimum and the maximum number of years that a person has worked. */
const years: readonly (readonly [number, number])[] = [
  [0, 2],
  [2, 9],
  [5, 15],
  [9, 24],
  [7, 24],
  [12, 28],
  [17, 34],
];

/** For each present rank, all ranks of a career that leads to it, from the first to the present one. */
const ladders: readonly (readonly number[])[] = [
  [0],
  [0, 1],
  [0, 1, 2],
  [0, 1, 2, 3],
  [0, 1, 2, 4],
  [0, 1, 2, 4, 5],
  [0, 1, 2, 4, 5, 6],
];

export const monthText = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

export interface Worker {
  readonly employer: Company;
  readonly functionName: string;
  readonly rank: number;
  /** The country of residence. */
  readonly home: string;
  readonly language: string;
  readonly gender: Gender;
}

interface Step {
  readonly rank: number;
  months: number;
  /** Whether the person changed to another employer after this step. */
  readonly isMove?: boolean;
}

interface Stay {
  readonly rank: number;
  readonly employer: Company;
  /** The first and the last month. `end` is null for the current position. */
  readonly start: number;
  readonly end: number | null;
}

export type Position = Stay & { readonly title: string };

interface Studies {
  readonly school: string;
  readonly start_year: number;
  readonly end_year: number;
}

/** A career, with the latest position first. */
export interface Career {
  readonly positions: readonly Position[];
  readonly education: readonly Studies[];
}

/**
 * Composes the career of a person. There are at most short gaps between positions, each company existed at the time, and ranks only
 * rise. The studies end before the first position.
 * @param market the companies at which the person may have worked
 */
export function composeCareer(random: Random, worker: Worker, market: Market, schools: readonly string[]): Career {
  const steps = composeSteps(random, worker);
  const stays = withEmployers(random, worker, steps, market);
  const speciality = random.pick(functionOf(worker.functionName).specialities);
  const variant = random.whole(0, 11);
  const positions = stays.map((stay) => ({ ...stay, title: titleOf(worker, stay.rank, speciality, variant) }));
  return { positions, education: composeEducation(random, worker, memberOf(stays, stays.length - 1), schools) };
}

/** The ranks of a career, each with its length in months, the latest first. */
function composeSteps(random: Random, { rank, employer }: Worker): Step[] {
  const [fewest, most] = memberOf(years, rank);
  const total = Math.max(3, random.whole(fewest * 12, most * 12) + random.whole(-3, 6));
  const ladder = memberOf(ladders, rank).slice(random.chance(0.35) && rank > 0 ? 1 : 0);
  const weights = ladder.map(() => random.whole(2, 6));
  const sum = weights.reduce((a, b) => a + b, 0);
  const steps: Step[] = ladder.map((step, index) => ({
    rank: step,
    months: Math.max(random.whole(8, 20), Math.round((total * memberOf(weights, index)) / sum)),
  }));
  steps.reverse();
  // The current role lasts no longer than the company has existed. The remaining months are added to the rank before it.
  const longest = Math.min(random.whole(8, 84), now - (employer.founded_year + 1) * 12);
  const [latest, before] = [memberOf(steps, 0), steps[1]];
  const surplus = latest.months - Math.max(2, longest);
  if (surplus > 0) {
    latest.months -= surplus;
    if (before !== undefined) before.months += surplus;
  }
  return steps.flatMap((step) => (step.months > 66 && random.chance(0.7) ? halves(random, step) : [step]));
}

function halves(random: Random, { rank, months }: Step): Step[] {
  const first = Math.round(months * (random.whole(35, 65) / 100));
  return [
    { rank, months: first },
    { rank, months: months - first, isMove: true },
  ];
}

function withEmployers(random: Random, worker: Worker, steps: readonly Step[], market: Market): Stay[] {
  const stays: Stay[] = [];
  const past = new Set([worker.employer.website]);
  let employer = worker.employer;
  let end: number | null = null;
  let next = now;
  for (const [index, { rank, months, isMove }] of steps.entries()) {
    const start = next - months;
    const isSame = index === 0 || (!isMove && existedAt(employer, start) && random.chance(0.5));
    if (!isSame) {
      employer = pickEmployer(random, worker, start, market, past);
      past.add(employer.website);
      // There may be a pause of some months between two employers.
      end = Math.max(start, (end ?? next) - Number(random.weighted({ '0': 6, '1': 3, '2': 2, '4': 1 })));
    }
    stays.push({ rank, employer, start, end });
    end = start - 1;
    next = start;
  }
  return stays;
}

const existedAt = (company: Company, month: number): boolean => month >= (company.founded_year + 1) * 12;

/**
 * Draws an earlier employer from the companies whose industry employs persons of this function. Most likely are companies in the home
 * country. Abroad, companies of the largest size are more likely than others.
 */
function pickEmployer(
  random: Random,
  { functionName, home }: Worker,
  start: number,
  market: Market,
  past: ReadonlySet<string>,
): Company {
  const weights: Record<string, number> = {};
  for (const company of market.values()) {
    if (past.has(company.website) || !existedAt(company, start)) continue;
    const reach = company.location_country === home ? 8 : company.size === '10001+' ? 0.7 : 0.08;
    const weight = (functionsOf(company.industry)[functionName] ?? 0) * reach;
    if (weight > 0) weights[company.website] = weight;
  }
  const picked = market.get(random.weighted(weights));
  if (picked === undefined) throw new Error(`No company could have had an employee in ${functionName}`);
  return picked;
}

function titleOf(
  { functionName, language, gender }: Worker,
  rank: number,
  speciality: string,
  variant: number,
): string {
  const local = language === 'english' ? null : localTitle(language, functionName, rank, gender);
  if (local !== null) return local;
  const variants = memberOf(functionOf(functionName).ranks, rank);
  return shortened(memberOf(variants, variant % variants.length).replace('{s}', speciality));
}

/** A title without repeated words: "Data Data Engineering" → "Data Engineering". */
function shortened(title: string): string {
  return title.replace(/\b(\w+) \1\b/g, '$1').replace(/Engineering Engineer\b/, 'Engineer');
}

/** Composes the studies of a person. They end before the first position begins. */
function composeEducation(
  random: Random,
  { functionName, rank }: Worker,
  firstPosition: Stay,
  schools: readonly string[],
): Studies[] {
  const firstYear = Math.floor(firstPosition.start / 12);
  const end = firstPosition.start % 12 >= 7 ? firstYear : firstYear - 1;
  const isScholar = functionName === 'academia' || (functionName === 'research' && random.chance(0.6));
  const isTrained = ['aviation', 'retail', 'support'].includes(functionName) && rank < 4 && random.chance(0.4);
  if (isTrained) return [];
  if (isScholar) {
    const doctorate = { school: random.pick(schools), start_year: end - random.whole(3, 5), end_year: end };
    return [
      doctorate,
      { school: random.pick(schools), start_year: doctorate.start_year - 5, end_year: doctorate.start_year },
    ];
  }
  if (random.chance(0.35)) {
    const master = { school: random.pick(schools), start_year: end - 2, end_year: end };
    return [master, { school: random.pick(schools), start_year: end - 5, end_year: end - 2 }];
  }
  return [{ school: random.pick(schools), start_year: end - random.whole(3, 5), end_year: end }];
}
