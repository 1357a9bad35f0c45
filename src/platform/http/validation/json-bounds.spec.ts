import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonBoundsFor, measureJson, tooComplexJson, type JsonSize } from './json-bounds.js';

const bounds = jsonBoundsFor({ maxBatch: 1_000 });

/** A text of 5 MB for which `JSON.parse` takes long, and the time that `JSON.parse` takes for it. */
const keys = `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
let parseTime: number | undefined;

const measured = (text: string, under = bounds) => measureJson(Buffer.from(text), under);

/** The size of a parsed value, computed in the simplest way. */
function sizeOf(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const parts = Object.values(value).map(sizeOf);
  return {
    values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  };
}

/** JSON with texts of characters that matter to the structure: quotes, backslashes, brackets and commas. */
const texts = fc.string({ unit: fc.constantFrom(...Array.from('"\\[]{},:u0 aé株😀\u0000\n')) });
const json = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
const tricky = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    texts,
    fc.constantFrom(null, true, 0, -1.5e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('The measurement of a JSON text', () => {
  it('counts the values and levels of any JSON, with or without white space', () => {
    fc.assert(
      fc.property(fc.oneof(json, tricky), fc.constantFrom('', ' ', '\n\t', '  '), (value, indent) => {
        const text = `${indent}${JSON.stringify(value, null, indent)}${indent}`;
        expect(measured(text)).toEqual({ ...sizeOf(JSON.parse(text)), excessAt: null });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['[]', 1, 1],
    ['[ \n ]', 1, 1],
    ['{"a":[1,2]}', 4, 2],
    ['{"a":{},"b":[[]]}', 4, 3],
    [String.raw`["\\",",[{"]`, 3, 1],
    [String.raw`["a\\\"],[","b"]`, 3, 1],
    ['1', 1, 0],
  ])('counts the values and levels of %s as %d and %d', (text, values, depth) => {
    expect(measured(text)).toEqual({ values, depth, excessAt: null });
  });

  it('does not throw, whatever bytes it gets', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          texts.map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const { values, depth } = measureJson(bytes, bounds);
          expect(values).toBeLessThanOrEqual(bytes.length + 1);
          expect(depth).toBeLessThanOrEqual(bytes.length);
        },
      ),
    );
  });

  it('accepts exactly as many values and levels as the bounds allow', () => {
    const few = { values: 5, depth: 3 };
    expect(measured('[1,2,3,4]', few).excessAt).toBeNull();
    expect(measured('[[],[],[],[]]', few).excessAt).toBeNull();
    expect(measured('[1,2,3,4,5]', few)).toMatchObject({ values: 6, excessAt: expect.any(Number) });
    expect(measured('[[[]]]', few).excessAt).toBeNull();
    expect(measured('[[[[]]]]', few)).toEqual({ values: 4, depth: 4, excessAt: 3 });
  });

  it('returns the first place at which a bound is exceeded, if the text exceeds one', () => {
    fc.assert(
      fc.property(tricky, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 4 }), (value, values, depth) => {
        const text = JSON.stringify(value);
        const { excessAt } = measured(text, { values, depth });
        const size = sizeOf(JSON.parse(text));
        expect(excessAt !== null).toBe(size.values > values || size.depth > depth);
        if (excessAt === null) return;
        const before = measureJson(Buffer.from(text).subarray(0, excessAt), bounds);
        expect(before.values).toBeLessThanOrEqual(values + 1);
        expect(before.depth).toBeLessThanOrEqual(depth);
      }),
    );
  });

  it.each([
    ['open brackets', '['.repeat(5_000_000)],
    ['empty objects', `[${'{},'.repeat(1_600_000)}{}]`],
    ['keys', keys],
    ['escapes', `"${'\\"'.repeat(2_500_000)}"`],
    ['spaces', `[${' '.repeat(5_000_000)}]`],
  ])(
    'measures 5 MB of %s in a small part of the time that JSON.parse takes for an object with many keys',
    (_what, text) => {
      const bytes = Buffer.from(text);
      parseTime ??= leastTimeOf(() => JSON.parse(keys) as unknown);
      expect(leastTimeOf(() => measureJson(bytes, bounds))).toBeLessThan(parseTime / 3);
    },
  );
});

describe('The bounds of a route', () => {
  const text = fc.string({ maxLength: 5 });
  const names = text.map((name) => Array.from({ length: 1_000 }, () => name));
  const person = fc.record({
    ...{ network_url: text, work_email: text, full_name: text, first_name: text, last_name: text },
    ...{ company_domain: text, company_name: text, external_id: text },
  });

  it('accepts every full batch, with all identifiers, names and options', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 10, 1_000, 3_000), person, names, (maxBatch, identifier, fields) => {
        const persons = Array.from({ length: maxBatch }, () => identifier);
        const options = { include_personas: true, include_contact_data: true, enrich_company: fields, explain: true };
        const allow_signals = { type: 'ALL', start_time: '2026-01-01', end_time: '2026-02-01' };
        const body = JSON.stringify({ persons, fields, ...options, allow_signals });
        const own = jsonBoundsFor({ maxBatch });
        const { values, excessAt } = measured(body, own);
        expect(excessAt).toBeNull();
        expect(values).toBeLessThanOrEqual(own.values / 1.5);
      }),
      { numRuns: 20 },
    );
  });
});

describe('The refusal of a JSON text that exceeds a bound', () => {
  it('returns an error with the bound and the actual number', () => {
    expect(tooComplexJson({ values: 400_001, depth: 1 }, bounds)).toEqual({
      type: 'json_too_complex',
      loc: ['body'],
      msg: 'JSON should have at most 24000 values, not 400001: send less in one request',
      input: {},
      ctx: { max_values: 24_000, actual_values: 400_001 },
    });
    expect(tooComplexJson({ values: 70, depth: 65 }, bounds)).toMatchObject({
      msg: 'JSON should be nested at most 64 levels deep, not 65',
      ctx: { max_depth: 64, actual_depth: 65 },
    });
  });
});

/** The processor time of the fastest of three attempts, in milliseconds. Other processes hardly slow down the fastest attempt. */
function leastTimeOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}
