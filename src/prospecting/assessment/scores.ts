import type { OwnFeatures, ProspectFeatures, ProspectScores, WarmPath } from './candidate.js';
import { totalOf } from './acquaintance.js';
import type { Weights } from './team.js';

/** A point of a curve; between two of them it runs straight. */
type CurvePoint = readonly [at: number, points: number];

/** Every constant of the first three scores; `docs/prospecting-scores.md` says why each is what it is, and a test compares the two. */
export const SCORE_CONSTANTS = {
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

/** The scores of a prospect that do not depend on who may introduce. */
export type OwnScores = Pick<ProspectScores, 'technical' | 'buyer' | 'receptive'>;

/** The four scores of a prospect and their weighted mean. */
export function scoresOf(features: ProspectFeatures, weights: Weights): ProspectScores {
  return withIntroduction(ownScoresOf(features), introductionOf(features.warmPath), weights);
}

export function ownScoresOf(features: OwnFeatures): OwnScores {
  return {
    technical: rounded(technicalScore(features)),
    buyer: rounded(buyerScore(features)),
    receptive: rounded(receptiveScore(features)),
  };
}

/** The points for the way to a prospect, 0 without one. */
export function introductionOf(path: WarmPath | null): number {
  return path === null ? 0 : totalOf(path.factors);
}

/** @param introduction points for the way to the prospect */
export function withIntroduction(own: OwnScores, introduction: number, weights: Weights): ProspectScores {
  const { technical, buyer, receptive } = own;
  const warmIntro = rounded(introduction);
  // Made of the rounded ones, so that whoever reads these can work it out.
  const composite = rounded(
    technical * weights.technical +
      buyer * weights.buyer +
      receptive * weights.receptive +
      warmIntro * weights.warmIntro,
  );
  return { technical, buyer, receptive, warmIntro, composite };
}

function technicalScore({ fieldYears, technologyEmployers, skills, employerUses }: OwnFeatures): number {
  const constants = SCORE_CONSTANTS.technical;
  const others = skills.complementary.length + skills.competitor.length;
  return (
    share(fieldYears / constants.fieldYears.fullYears) * constants.fieldYears.points +
    stepped(technologyEmployers.length, constants.technologyEmployers) +
    Math.min(constants.skills.most, skills.client.length * constants.skills.client + others * constants.skills.other) +
    stepped(employerUses.competitor.length, constants.competitorInUse)
  );
}

function buyerScore({ seniority, personaFit, leadingYears }: OwnFeatures): number {
  const constants = SCORE_CONSTANTS.buyer;
  const standing = new Map<string | null, number>(Object.entries(constants.seniority)).get(seniority) ?? 0;
  return (
    standing +
    share(personaFit) * constants.personaFit.points +
    share(leadingYears / constants.leadingYears.fullYears) * constants.leadingYears.points
  );
}

function receptiveScore(features: OwnFeatures): number {
  const { monthsInRole, monthsSincePromotion, techGrowthPercent, employerUses } = features;
  const constants = SCORE_CONSTANTS.receptive;
  const freshness =
    monthsSincePromotion === null ? 0 : share(1 - monthsSincePromotion / constants.promotion.goneAfterMonths);
  return (
    (monthsInRole === null ? constants.monthsInRole.unknown : onCurve(monthsInRole, constants.monthsInRole.curve)) +
    freshness * constants.promotion.points +
    share((techGrowthPercent ?? 0) / constants.techGrowth.fullPercent) * constants.techGrowth.points +
    stepped(employerUses.complementary.length, constants.complementaryInUse)
  );
}

function stepped(count: number, { first, further, most }: { first: number; further: number; most: number }): number {
  return count === 0 ? 0 : Math.min(most, first + (count - 1) * further);
}

/** The height of a curve; before its first and behind its last point it goes on level. */
function onCurve(at: number, curve: readonly CurvePoint[]): number {
  const next = curve.findIndex(([place]) => place >= at);
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
