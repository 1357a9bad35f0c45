import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ReasoningFacts, TeamTechnologies, WarmPath } from '../../assessment/facts/candidate.js';
import { composeSections } from './built-in-writer.js';

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

/** Generates any facts. Every text in them comes from the generator `text`. */
function arbitraryFacts(text: fc.Arbitrary<string>): fc.Arbitrary<ReasoningFacts> {
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

/**
 * Names that no sentence of the writer can contain: a capital letter followed by consonants that do not stand together
 * in English.
 */
const strangeName = fc
  .array(fc.constantFrom('zx', 'qv', 'jk', 'vw'), { minLength: 1, maxLength: 3 })
  .map((parts) => `Z${parts.join('')}`);
const hostileText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    ' a  b ',
    'Acme Inc.',
    'line\nbreak',
    'x'.repeat(500),
    '\u202Eabc',
    '__proto__',
    '👍🏽 \ud800',
  ),
);

/**
 * Every number in the form in which sentences may state it: scores as whole numbers, years and percentages with one
 * decimal, months also as years.
 */
function numbersOf({ features, scores }: ReasoningFacts): Set<string> {
  const months = [features.monthsInRole, features.monthsSincePromotion, features.warmPath?.sharedEmployer?.months];
  const years = [...features.currentPersonas, ...features.lifetimePersonas].map((persona) => persona.years);
  const told = [
    ...Object.values(scores).map(Math.round),
    ...months.flatMap((count) => (typeof count === 'number' ? [Math.floor(count / 12), count % 12] : [])),
    ...[...years, features.fieldYears, features.leadingYears].map((count) => Math.round(count * 10) / 10),
    Math.round(Math.abs(features.techGrowthPercent ?? 0) * 10) / 10,
  ];
  return new Set(told.map(String));
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  const inside: unknown[] = [...Object.keys(value), ...Object.values<unknown>(value as Record<string, unknown>)];
  return inside.flatMap(wordsIn);
}

describe('the built-in writer, for any facts,', () => {
  test('writes no name that the facts do not contain', () => {
    fc.assert(
      fc.property(arbitraryFacts(strangeName), (facts) => {
        const known = new Set(wordsIn(facts));
        for (const text of Object.values(composeSections(facts))) {
          // Words with a capital letter that are not the first word of a sentence.
          const named = [...text.matchAll(/(?<=[\p{Ll}\d,;)] \(?)\p{Lu}\p{L}*/gu)].map(([word]) => word);
          expect(named.filter((word) => !known.has(word))).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('writes no number that the facts do not contain', () => {
    fc.assert(
      fc.property(arbitraryFacts(strangeName), (facts) => {
        const known = numbersOf(facts);
        const told = Object.values(composeSections(facts)).flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []);
        expect(told.filter((number) => !known.has(number))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('writes each section on one line, without double spaces and control characters', () => {
    fc.assert(
      fc.property(arbitraryFacts(hostileText), (facts) => {
        for (const text of Object.values(composeSections(facts))) {
          expect(text).toMatch(/^\S/u);
          expect(text).not.toMatch(/ {2}|[\p{Cc}\p{Cs}\u202A-\u202E]|\s$/u);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('leaves no gaps and no placeholders where facts are missing', () => {
    fc.assert(
      fc.property(arbitraryFacts(fc.oneof(strangeName, fc.constant(''))), (facts) => {
        for (const text of Object.values(composeSections(facts))) {
          expect(text).not.toMatch(/undefined|null|NaN|\[object|\(\)|\(,| ,|,,|\.\.| \.|: *\.|^[.,;:]|[{}]/);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('writes the same words about two persons who differ only in their names', () => {
    fc.assert(
      fc.property(arbitraryFacts(strangeName), (facts) => {
        const textOf = (fullName: string, firstName: string) =>
          JSON.stringify(composeSections({ ...facts, person: { ...facts.person, fullName, firstName } }));
        const [one, other] = [textOf('Ada Byron', 'Ada'), textOf('Eve Adams', 'Eve')];
        expect(other.replaceAll('Eve Adams', 'Ada Byron').replaceAll('Eve', 'Ada')).toBe(one);
      }),
      { numRuns: 100 },
    );
  });

  test('writes the same text again for the same facts', () => {
    fc.assert(
      fc.property(arbitraryFacts(hostileText), (facts) => {
        expect(composeSections(facts)).toEqual(composeSections(structuredClone(facts)));
      }),
      { numRuns: 100 },
    );
  });
});
