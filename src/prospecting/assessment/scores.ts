import type { OwnFeatures, ProspectFeatures, ProspectScores, WarmPath } from './facts/candidate.js';
import { totalOf } from './introduction/acquaintance.js';
import type { Weights } from './team/team.js';

/** A point of a curve. Straight lines connect the points. */
type CurvePoint = readonly [at: number, points: number];

/**
 * Every constant of the technical, buyer and receptive scores. `docs/prospecting-scores.md` gives the reason for each value, and a
 * test checks that the page states the same values.
 */
export const scoreConstants = {
  technical: {
    fieldYears: { points: 40, fullYears: 10 },
    technologyEmployers: { first: 20, further: 5, most: 30 },
    skills: { client: 8, other: 4, most: 20 },
    competitorInUse: { first: 5, further: 2.5, most: 10 },
  },
  buyer: {
    seniority: { seniority_executive: 50, seniority_director: 45, seniority_teamlead: 25, seniority_ic: 5 },
    personaFit: { points: 35 },
    leadingYears: { points: 15, fullYears: 10 },
  },
  receptive: {
    monthsInRole: {
      curve: [
        [0, 25],
        [3, 45],
        [18, 45],
        [36, 30],
        [60, 10],
        [120, 0],
      ],
      unknown: 15,
    },
    promotion: { points: 20, goneAfterMonths: 24 },
    techGrowth: { points: 15, fullPercent: 25 },
    complementaryInUse: { first: 12, further: 4, most: 20 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The features of a prospect from which the technical, buyer and receptive scores are computed. `technologyEmployers` only needs a
 * length, because only the number of these employers matters.
 */
export interface ScoredFeatures extends Pick<
  OwnFeatures,
  | 'personaFit'
  | 'seniority'
  | 'fieldYears'
  | 'leadingYears'
  | 'monthsInRole'
  | 'monthsSincePromotion'
  | 'techGrowthPercent'
  | 'skills'
  | 'employerUses'
> {
  readonly technologyEmployers: { readonly length: number };
}

/** The three scores of a prospect that do not depend on an introduction by an employee of the client. */
export type OwnScores = Pick<ProspectScores, 'technical' | 'buyer' | 'receptive'>;

export function scoresOf(features: ProspectFeatures, weights: Weights): ProspectScores {
  return withIntroduction(ownScoresOf(features), introductionOf(features.warmPath), weights);
}

export function ownScoresOf(features: ScoredFeatures): OwnScores {
  return {
    technical: rounded(technicalScore(features)),
    buyer: rounded(buyerScore(features)),
    receptive: rounded(receptiveScore(features)),
  };
}

/**
 * The points for the best introduction of a prospect by an employee of the client; 0 if no employee has anything in common with the
 * prospect.
 */
export function introductionOf(path: WarmPath | null): number {
  return path === null ? 0 : totalOf(path.factors);
}

/**
 * Adds the warm-introduction score and the composite score to the other three scores.
 * @param introduction the points for the introduction, 0 to 100
 */
export function withIntroduction(own: OwnScores, introduction: number, weights: Weights): ProspectScores {
  const { technical, buyer, receptive } = own;
  const warmIntro = rounded(introduction);
  // The composite is computed from the rounded scores, so that a client can compute it again from the scores in the answer.
  const composite = rounded(
    technical * weights.technical +
      buyer * weights.buyer +
      receptive * weights.receptive +
      warmIntro * weights.warmIntro,
  );
  return { technical, buyer, receptive, warmIntro, composite };
}

function technicalScore({ fieldYears, technologyEmployers, skills, employerUses }: ScoredFeatures): number {
  const constants = scoreConstants.technical;
  const others = skills.complementary.length + skills.competitor.length;
  return (
    share(fieldYears / constants.fieldYears.fullYears) * constants.fieldYears.points +
    stepped(technologyEmployers.length, constants.technologyEmployers) +
    Math.min(constants.skills.most, skills.client.length * constants.skills.client + others * constants.skills.other) +
    stepped(employerUses.competitor.length, constants.competitorInUse)
  );
}

const standings = new Map<string | null, number>(Object.entries(scoreConstants.buyer.seniority));

function buyerScore({ seniority, personaFit, leadingYears }: ScoredFeatures): number {
  const constants = scoreConstants.buyer;
  return (
    (standings.get(seniority) ?? 0) +
    share(personaFit) * constants.personaFit.points +
    share(leadingYears / constants.leadingYears.fullYears) * constants.leadingYears.points
  );
}

function receptiveScore(features: ScoredFeatures): number {
  const { monthsInRole, monthsSincePromotion, techGrowthPercent, employerUses } = features;
  const constants = scoreConstants.receptive;
  const freshness =
    monthsSincePromotion === null ? 0 : share(1 - monthsSincePromotion / constants.promotion.goneAfterMonths);
  return (
    rolePoints(monthsInRole) +
    freshness * constants.promotion.points +
    share((techGrowthPercent ?? 0) / constants.techGrowth.fullPercent) * constants.techGrowth.points +
    stepped(employerUses.complementary.length, constants.complementaryInUse)
  );
}

function rolePoints(months: number | null): number {
  const { unknown, curve } = scoreConstants.receptive.monthsInRole;
  return months === null ? unknown : onCurve(months, curve);
}

/**
 * Of all numbers of months in a role from `least` on, the number for which the receptive score gives the most points: 3 if `least` is
 * 2, and 40 if `least` is 40. The result is null if an unknown start of the role gives more points than any of them, as for 70.
 *
 * This is needed for the upper bound of the score before the career is read. At that time only the start of the latest position is
 * known, and the current role may have begun earlier.
 */
export function bestMonthsInRole(least: number): number | null {
  const { curve } = scoreConstants.receptive.monthsInRole;
  const peaks = curve.map(([months]) => months).filter((months) => months > least);
  return [null, least, ...peaks].reduce((best, months) => (rolePoints(months) > rolePoints(best) ? months : best));
}

function stepped(count: number, { first, further, most }: { first: number; further: number; most: number }): number {
  return count === 0 ? 0 : Math.min(most, first + (count - 1) * further);
}

/** The points of a curve at a value. Before the first point and after the last one, the curve is level. */
function onCurve(at: number, curve: readonly CurvePoint[]): number {
  const next = curve.findIndex(([x]) => x >= at);
  const [nextAt, nextPoints] = curve[next === -1 ? curve.length - 1 : next] ?? [0, 0];
  const [lastAt, lastPoints] = curve[next - 1] ?? [nextAt, nextPoints];
  if (nextAt === lastAt) return nextPoints;
  return lastPoints + ((at - lastAt) / (nextAt - lastAt)) * (nextPoints - lastPoints);
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
