import fc from 'fast-check';
import type { ReasoningFacts, TeamTechnologies, WarmPath } from '../candidate.js';

const seniority = fc.constantFrom(
  'seniority_ic',
  'seniority_teamlead',
  'seniority_director',
  'seniority_executive',
  'seniority_unheard_of',
  null,
);

const months = fc.oneof(fc.constantFrom(0, 1, 6, 12, 13, 60, 120), fc.nat(500));
const years = fc.oneof(
  fc.constantFrom(0, 1, 0.1),
  fc.nat(400).map((tenths) => tenths / 10),
);
const score = fc.nat(10_000).map((hundredths) => hundredths / 100);

/** Any facts whose texts are of one kind. */
export function arbitraryFacts(text: fc.Arbitrary<string>): fc.Arbitrary<ReasoningFacts> {
  const texts = fc.array(text, { maxLength: 4 });
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const technologies: fc.Arbitrary<TeamTechnologies> = fc.record({
    client: texts,
    complementary: texts,
    competitor: texts,
  });
  const personas = fc.array(fc.record({ persona: text, years }), { maxLength: 3 });
  const points = fc.nat(60);
  const warmPath: fc.Arbitrary<WarmPath> = fc.record({
    employee: fc.record({ id: fc.constant('7'), networkUrl: text, fullName: orNull(text), title: orNull(text) }),
    factors: fc.record({ sharedEmployer: points, sharedSchool: points, samePlace: points }),
    sharedEmployer: orNull(fc.record({ name: text, months })),
    sharedSchool: orNull(fc.record({ name: text, together: fc.boolean() })),
    samePlace: orNull(text),
  });
  return fc.record({
    person: fc.record({
      fullName: text,
      firstName: text,
      title: text,
      location: text,
      skills: texts,
      schools: texts,
    }),
    company: fc.record({ name: text, industry: orNull(text), technologies: texts }),
    team: fc.record({ technologies, talkingPoints: fc.dictionary(text, text, { maxKeys: 2 }) }),
    features: fc.record({
      region: text,
      currentPersonas: personas,
      lifetimePersonas: personas,
      personaFit: fc.constantFrom(0, 0.5, 1),
      seniority,
      fieldYears: years,
      leadingYears: years,
      monthsInRole: orNull(months),
      monthsSincePromotion: orNull(months),
      recentTitles: texts,
      techGrowthPercent: orNull(fc.double({ min: -100, max: 900, noNaN: true })),
      technologyEmployers: fc.array(fc.record({ employer: text, technologies: texts }), { maxLength: 3 }),
      skills: technologies,
      employerUses: technologies,
      warmPath: orNull(warmPath),
    }),
    scores: fc.record({ technical: score, buyer: score, receptive: score, warmIntro: score, composite: score }),
  });
}
