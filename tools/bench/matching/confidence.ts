import { scoreOfConfidence } from '#dist/matching/persons/score-calibration';
import type { MatchEvidence } from './own-service.js';
import { markdown, type Outcome } from './scores.js';

/** A match with its confidence, and whether the right record was found. */
export interface Judged extends MatchEvidence {
  /** The set of cases from which the match comes. */
  readonly set: string;
  readonly isRight: boolean;
}

/** The matches among outcomes. */
export function judgedOf(set: string, outcomes: readonly Outcome[]): Judged[] {
  return outcomes.flatMap(({ match, found, expected }) =>
    match === null ? [] : { ...match, set, isRight: found === expected },
  );
}

/** One tenth of all matches: these are ordered by confidence and then divided into ten parts. */
export interface Tenth {
  readonly matches: number;
  readonly lowest: number;
  readonly highest: number;
  /** The mean of the confidences, which is the precision that the service promises. */
  readonly promised: number;
  /** The share of the matches that are right. */
  readonly precision: number;
}

/** How far the measured precision of a tenth may be from the promised one. */
export const toleratedDifference = 0.03;

/** Divides matches by their confidence into tenths of equal size, the weakest first. Fewer than ten matches make fewer parts. */
export function tenthsOf(judged: readonly Judged[]): Tenth[] {
  const sorted = judged.toSorted((one, other) => one.confidence - other.confidence);
  return Array.from({ length: 10 }, (_, index) =>
    sorted.slice(Math.floor((index * sorted.length) / 10), Math.floor(((index + 1) * sorted.length) / 10)),
  ).flatMap((part) => {
    const [first, last] = [part.at(0), part.at(-1)];
    if (first === undefined || last === undefined) return [];
    return {
      matches: part.length,
      lowest: first.confidence,
      highest: last.confidence,
      promised: sumOf(part, ({ confidence }) => confidence) / part.length,
      precision: part.filter(({ isRight }) => isRight).length / part.length,
    };
  });
}

/** A Markdown table of the tenths of matches. */
export function tenthsTable(judged: readonly Judged[]): string {
  const rows = tenthsOf(judged).map(({ matches, lowest, highest, promised, precision }, index) => [
    ...[String(index + 1), String(matches), `${lowest.toFixed(3)} – ${highest.toFixed(3)}`],
    ...[promised.toFixed(4), precision.toFixed(4)],
  ]);
  return markdown(['Tenth', 'Matches', 'Confidence', 'Promised', 'Measured'], rows);
}

/** The width of the ranges of scores for which a precision is measured. */
const rangeWidth = 0.05;
/**
 * The maximum weight of a match. Matches of a small set of cases get a higher weight, so that all sets count the same, but not a weight
 * above this.
 */
const maxWeight = 5;
/**
 * The minimum increase of the confidence for each unit of the score, so that a higher score always has a higher confidence.
 */
const minSlope = 0.02;

/**
 * Measures which confidence each score of a person deserves. Each set of cases counts the same, because one set may have easier names
 * than another one.
 * @param judged the matches of persons, with the confidences that the service gave them; their scores are computed from these confidences
 * @returns pairs of a score and a confidence, in increasing order
 */
export function calibrate(judged: readonly Judged[]): (readonly [score: number, confidence: number])[] {
  const byScore = judged.filter(({ by }) => !by.includes('network_url'));
  const sets = new Map<string, number>();
  for (const { set } of byScore) sets.set(set, (sets.get(set) ?? 0) + 1);
  const weightOf = ({ set }: Judged): number => Math.min(maxWeight, byScore.length / sets.size / (sets.get(set) ?? 1));
  const ranges = new Map<number, { weight: number; right: number }>();
  for (const each of byScore) {
    const place = Math.min(0.95, Math.floor(scoreOfConfidence(each.confidence) / rangeWidth + 0.02) * rangeWidth);
    const range = ranges.get(place) ?? { weight: 0, right: 0 };
    ranges.set(place, range);
    range.weight += weightOf(each);
    if (each.isRight) range.right += weightOf(each);
  }
  const measured = [...ranges].toSorted(([one], [other]) => one - other);
  return increasing(measured.map(([, range]) => range)).map((precision, index) => {
    const score = memberPlace(measured, index) + rangeWidth / 2;
    return [Number(score.toFixed(3)), Number((precision + (score - 1) * minSlope).toFixed(4))];
  });
}

/** The pairs as lines of TypeScript, in the form in which the source of the service contains them. */
export function calibrationText(pairs: ReturnType<typeof calibrate>): string {
  return pairs.map(([score, confidence]) => `  [${score}, ${confidence}],\n`).join('');
}

const memberPlace = (measured: readonly (readonly [number, unknown])[], index: number): number =>
  measured[index]?.[0] ?? 1;

/**
 * The precision of each range of scores, changed so that it never decreases with the score: neighbours in the wrong order get
 * their common precision (isotonic regression by pooling adjacent violators). One right and one wrong match are added to each
 * range, so that few matches cannot promise certainty.
 */
function increasing(ranges: readonly { readonly weight: number; readonly right: number }[]): number[] {
  const pools: { weight: number; right: number; count: number }[] = [];
  const precisionOf = (pool: { weight: number; right: number }): number => (pool.right + 1) / (pool.weight + 2);
  for (const range of ranges) {
    let pool = { ...range, count: 1 };
    for (let last = pools.at(-1); last !== undefined && precisionOf(last) > precisionOf(pool); last = pools.at(-1)) {
      pools.pop();
      pool = {
        weight: pool.weight + last.weight,
        right: pool.right + last.right,
        count: pool.count + last.count,
      };
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => Array<number>(pool.count).fill(precisionOf(pool)));
}

function sumOf<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
