import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from './interpret.js';
import { knownIn } from './known-values.js';

const known = knownIn({ industries: ['Banking'], keywords: ['SaaS'], localities: ['Berlin'], countries: ['Germany'] });
const today = new Date('2026-11-30');
const pieces = [
  'CTOs',
  'heads of sales',
  'engineers',
  'in',
  'not',
  'at',
  'or',
  'and',
  'Berlin',
  'Germany',
  'New York',
  'ca',
  'the Nordics',
  'fintech',
  'banks',
  'companies',
  'startups',
  'with',
  'without',
  '50-200',
  '<50',
  '$5M+',
  'employees',
  'founded',
  'after 2020',
  'in the last 3 years',
  'Series A',
  'seed',
  'public',
  'with email',
  'for less than 6 months',
  'in their role',
  'that',
  'focused on',
  'Kubernetes',
  'experience',
  'Stripe',
  'Zürich',
  'à Paris',
  '&',
  '@',
  ',',
  '-',
  '(',
  ')',
  '"',
  '10+ years',
  'German speaking',
  'like',
  'Notion',
  'ß',
  '😀',
] as const;
const sentence = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(' '));
const anyText = fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 700 }), fc.string({ maxLength: 700 }));
const kind = fc.constantFrom('persons' as const, 'companies' as const);

describe('interpret', () => {
  it('returns parts of the sentence for any text', () => {
    fc.assert(
      fc.property(anyText, kind, (text, of) => {
        const { understood, not_understood: rest } = interpret(text, of, known, today);
        for (const part of [...understood.map((each) => each.text), ...rest]) expect(text.includes(part)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has no empty list and no empty range', () => {
    fc.assert(
      fc.property(sentence, kind, (text, of) => {
        const { understood } = interpret(text, of, known, today);
        for (const { value } of understood) expect(Object.keys(value as object).length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('reads long texts in the time of short ones, because it reads only their beginning', () => {
    for (const part of [
      'in ',
      'CTO or ',
      '1-',
      'not ',
      'a-',
      '10 ',
      'series a ',
      'at Acme, ',
      'x',
      ' ',
      'ß',
      'founded in ',
    ]) {
      const start = performance.now();
      interpret(part.repeat(100_000), 'persons', known, today);
      interpret(part.repeat(100_000), 'companies', known, today);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});
