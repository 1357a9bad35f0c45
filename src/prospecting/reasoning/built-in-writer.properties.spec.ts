import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ReasoningFacts } from '../candidate.js';
import { arbitraryFacts } from './arbitrary-facts.fixture.js';
import { composeSections } from './built-in-writer.js';

/** Names that no sentence of ours holds: capital, then consonants that English does not put together. */
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

/** Every number as sentences may tell it: scores whole, years and per cent with one decimal, months also as years. */
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
  return [...Object.keys(value), ...Object.values(value)].flatMap(wordsIn);
}

describe('whatever the facts, the built-in writer', () => {
  test('names nobody and nothing that is not in them', () => {
    fc.assert(
      fc.property(arbitraryFacts(strangeName), (facts) => {
        const known = new Set(wordsIn(facts));
        for (const text of Object.values(composeSections(facts))) {
          // Words within a sentence; the first ones are capital anyway.
          const named = [...text.matchAll(/(?<=[\p{Ll}\d,;)] \(?)\p{Lu}\p{L}*/gu)].map(([word]) => word);
          expect(named.filter((word) => !known.has(word))).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('gives no number that is not in them', () => {
    fc.assert(
      fc.property(arbitraryFacts(strangeName), (facts) => {
        const known = numbersOf(facts);
        const told = Object.values(composeSections(facts)).flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []);
        expect(told.filter((number) => !known.has(number))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('writes five paragraphs of clean text', () => {
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

  test('leaves no trace of what is missing', () => {
    fc.assert(
      fc.property(arbitraryFacts(fc.oneof(strangeName, fc.constant(''))), (facts) => {
        for (const text of Object.values(composeSections(facts))) {
          expect(text).not.toMatch(/undefined|null|NaN|\[object|\(\)|\(,| ,|,,|\.\.| \.|: *\.|^[.,;:]/);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('writes the same again', () => {
    fc.assert(
      fc.property(arbitraryFacts(hostileText), (facts) => {
        expect(composeSections(facts)).toEqual(composeSections(structuredClone(facts)));
      }),
      { numRuns: 100 },
    );
  });
});
