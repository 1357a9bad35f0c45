import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connectionConstants } from './introduction/acquaintance.js';
import { features, noTechnologies } from './facts/candidate.fixture.js';
import type { ProspectFeatures, ProspectScores, WarmPath } from './facts/candidate.js';
import { scoreConstants, scoresOf } from './scores.js';
import { Team } from './team/team.js';

type Part = Exclude<keyof ProspectScores, 'composite'>;

const evenly = { technical: 0.25, buyer: 0.25, receptive: 0.25, warmIntro: 0.25 };
const path = (months: number): WarmPath => ({
  employee: { id: '1', networkUrl: 'https://www.network.com/in/x', fullName: null, title: null },
  factors: { sharedEmployer: months, sharedSchool: 0, samePlace: 0 },
  sharedEmployer: { name: 'Acme', months },
  sharedSchool: null,
  samePlace: null,
});
const used = (...employers: string[]) => employers.map((employer) => ({ employer, technologies: ['Fluxline'] }));

/** The features that raise a score according to the page, each by itself. */
const raising: readonly (readonly [what: string, part: Part, better: Partial<ProspectFeatures>])[] = [
  ['more years in the field', 'technical', { fieldYears: 5 }],
  ['a former employer that used technology of the team', 'technical', { technologyEmployers: used('Acme') }],
  ['a skill in technology of the team', 'technical', { skills: { ...noTechnologies, client: ['Fluxline'] } }],
  ['a complementary skill', 'technical', { skills: { ...noTechnologies, complementary: ['Terraform'] } }],
  ['a skill in technology of a competitor', 'technical', { skills: { ...noTechnologies, competitor: ['Jenkins'] } }],
  ['technology of a competitor in use', 'technical', { employerUses: { ...noTechnologies, competitor: ['Jenkins'] } }],
  ['a higher seniority', 'buyer', { seniority: 'seniority_director' }],
  ['a persona with a higher weight', 'buyer', { personaFit: 0.6 }],
  ['more years of leading', 'buyer', { leadingYears: 3 }],
  ['a more recent start in the role', 'receptive', { monthsInRole: 12 }],
  ['a more recent promotion', 'receptive', { monthsSincePromotion: 6 }],
  ['a growing department', 'receptive', { techGrowthPercent: 10 }],
  [
    'complementary technology in use',
    'receptive',
    { employerUses: { ...noTechnologies, complementary: ['Terraform'] } },
  ],
  ['an introduction', 'warmIntro', { warmPath: path(30) }],
];
const parts = ['technical', 'buyer', 'receptive', 'warmIntro'] as const;

describe('The scoring of a prospect', () => {
  it.each(raising)('raises for %s the %s score and the composite, and no other score', (_, part, better) => {
    const before = scoresOf(features(), evenly);
    const after = scoresOf(features(better), evenly);
    expect(after[part]).toBeGreaterThan(before[part]);
    expect(after.composite).toBeGreaterThan(before.composite);
    for (const other of parts.filter((name) => name !== part)) expect(after[other]).toBe(before[other]);
  });

  it.each(raising)('gives the same composite with and without %s if the %s score has no weight', (_, part, better) => {
    const weights = { ...evenly, [part]: 0 };
    expect(scoresOf(features(better), weights).composite).toBe(scoresOf(features(), weights).composite);
  });

  it.each(parts)('returns the %s score as the composite if the other weights are zero', (part) => {
    const only = { technical: 0, buyer: 0, receptive: 0, warmIntro: 0, [part]: 1 };
    const scores = scoresOf(features({ warmPath: path(30) }), only);
    expect(scores.composite).toBe(scores[part]);
  });

  it('returns 100 for every score of a person who has the best value of every feature', () => {
    const three = ['a', 'b', 'c'];
    const best = features({
      fieldYears: 10,
      technologyEmployers: used(...three),
      skills: { client: three, complementary: [], competitor: [] },
      employerUses: { client: [], complementary: three, competitor: three },
      seniority: 'seniority_executive',
      personaFit: 1,
      leadingYears: 10,
      monthsInRole: 6,
      monthsSincePromotion: 0,
      techGrowthPercent: 25,
      warmPath: { ...path(60), factors: { sharedEmployer: 70, sharedSchool: 20, samePlace: 10 } },
    });
    const full = { technical: 100, buyer: 100, receptive: 100, warmIntro: 100, composite: 100 };
    expect(scoresOf(best, new Team({}).weights)).toEqual(full);
  });

  it('gives for the months in the role the points of the curve in docs/prospecting-scores.md', () => {
    const alone = { technical: 0, buyer: 0, receptive: 1, warmIntro: 0 };
    const points = [0, 1, 3, 10, 18, 27, 36, 48, 60, 90, 120, 600, null].map(
      (monthsInRole) =>
        scoresOf(features({ monthsInRole, monthsSincePromotion: null, techGrowthPercent: null }), alone).receptive,
    );
    expect(points).toEqual([25, 31.67, 45, 45, 45, 37.5, 30, 20, 10, 5, 0, 0, 15]);
  });

  it('returns scores from 0 to 100, with at most two decimals', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const names = fc.array(fc.string(), { maxLength: 40 });
    const technologies = fc.record({ client: names, complementary: names, competitor: names });
    const anything = fc.record({
      personaFit: share,
      seniority: fc.constantFrom(null, 'seniority_executive', 'seniority_ic', 'toString'),
      fieldYears: fc.double({ min: 0, max: 90, noNaN: true }),
      leadingYears: fc.double({ min: 0, max: 90, noNaN: true }),
      monthsInRole: fc.option(fc.nat(1_200)),
      monthsSincePromotion: fc.option(fc.nat(1_200)),
      techGrowthPercent: fc.option(fc.double({ min: -100, max: 1e9, noNaN: true })),
      technologyEmployers: names.map((employers) => used(...employers)),
      skills: technologies,
      employerUses: technologies,
    });
    const weight = fc.double({ min: 0, max: 1e6, noNaN: true });
    const weights = fc.record({ technical: weight, buyer: weight, receptive: weight, warm_intro: fc.constant(1) });
    fc.assert(
      fc.property(anything, weights, (some, given) => {
        const scores: readonly number[] = Object.values(scoresOf(features(some), new Team({ weights: given }).weights));
        for (const score of scores) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          expect(Number(score.toFixed(2))).toBe(score);
        }
      }),
    );
  });
});

describe('the constants of the scores', () => {
  it('add up to 100 points in every score', () => {
    const { technical, buyer, receptive } = scoreConstants;
    const { colleagues, school, samePlace } = connectionConstants;
    expect([
      technical.fieldYears.points +
        technical.technologyEmployers.most +
        technical.skills.most +
        technical.competitorInUse.most,
      buyer.seniority.seniority_executive + buyer.personaFit.points + buyer.leadingYears.points,
      Math.max(...receptive.monthsInRole.curve.map(([, points]) => points)) +
        receptive.promotion.points +
        receptive.techGrowth.points +
        receptive.complementaryInUse.most,
      colleagues.most + school.together + samePlace,
    ]).toEqual([100, 100, 100, 100]);
  });
});
