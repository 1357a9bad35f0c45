import { describe, expect, it } from '@jest/globals';
import { ValidationException } from '../platform/http/validation/validation-exception.js';
import { AnswerSize } from './answer-size.js';

const maxBatch = 1_000;

function sizeOf(records: number, names: readonly string[]): AnswerSize {
  return new AnswerSize({ list: 'persons', records, names }, maxBatch);
}

/** The message of the validation error that the work throws; undefined if it throws none. */
function refusalOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationException) return error.items[0]?.msg;
    throw error;
  }
  return undefined;
}

function distinctNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `f${index}`);
}

describe('The estimate of the size of an answer', () => {
  it('estimates the size of the answer from the number of records and the names of the requested fields', () => {
    const one = sizeOf(1, ['email']).estimate;
    expect(sizeOf(1_000, ['email']).estimate).toBe(1_000 * one);
    expect(sizeOf(1, ['email', 'phone']).estimate).toBeGreaterThan(one);
    expect(sizeOf(1, ['email'.repeat(100)]).estimate).toBeGreaterThan(one + 400);
  });

  it('refuses an answer with more than 250,000 values, such as 1,000 records of 251 fields', () => {
    expect(refusalOf(() => sizeOf(1_000, distinctNames(250)))).toBeUndefined();
    expect(refusalOf(() => sizeOf(1_000, distinctNames(251)))).toBe(
      'Value error, the answer would have 1000 persons of 251 fields, more than 250000 values: list fewer persons, or request ' +
        'less data for each',
    );
  });

  it('allows 250,000 fields for a single record', () => {
    expect(refusalOf(() => sizeOf(1, distinctNames(250_000)))).toBeUndefined();
  });

  it.each([
    ['plain names', 'x'],
    ['names that take more bytes when they are escaped', '\0'],
  ])('refuses an answer whose field names have too many bytes in total, with %s', (_, character) => {
    const bytes = JSON.stringify(character).length - 2;
    const fitting = 16_000 - '[""]'.length;
    const long = character.repeat(Math.floor(fitting / bytes));
    expect(refusalOf(() => sizeOf(1_000, [long]))).toBeUndefined();
    expect(refusalOf(() => sizeOf(1_000, [`${long}${character}${character}`.padEnd(fitting + 1)]))).toMatch(
      /bytes of names for 1000 persons, more than 16000000: list fewer persons/,
    );
  });

  it('returns the size of an answer of at most 32,000,000 bytes, and refuses a larger answer', () => {
    const size = sizeOf(1, ['email']);
    expect(size.of({ size: 32_000_000 })).toBe(32_000_000);
    expect(refusalOf(() => size.of({ size: 32_000_001 }))).toBe(
      'Value error, the answer would have 32000001 bytes, more than 32000000: list fewer persons, or request less data for each',
    );
  });

  it('allows a larger answer if MAX_BATCH is higher', () => {
    const size = new AnswerSize({ list: 'persons', records: 1, names: ['email'] }, 2 * maxBatch);
    expect(size.of({ size: 64_000_000 })).toBe(64_000_000);
  });
});
