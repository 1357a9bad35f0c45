import { describe, expect, it } from '@jest/globals';
import { ask, type Ask } from './target.js';

/** A validation error as clients of FastAPI know it. */
export interface Fault {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** The validation errors of a request that must be refused with 422. */
export async function faultsOf(path: string, options: Ask): Promise<Fault[]> {
  const answer = await ask(path, options);
  expect([answer.status, answer.body]).toEqual([422, { detail: expect.any(Array) }]);
  return (answer.body as { detail: Fault[] }).detail;
}

/** What is wrong at a place of the body. */
export type Expected = readonly [type: string, ...loc: (string | number)[]];

export type Case = readonly [what: string, body: unknown, expected: readonly Expected[]];

/** Sentences that programs show to people, by type; those of other types are free. */
const sentences: Readonly<Record<string, RegExp>> = {
  missing: /^Field required$/,
  string_type: /^Input should be a valid string$/,
  list_type: /^Input should be a valid list$/,
  bool_type: /^Input should be a valid boolean$/,
  date_type: /^Input should be a valid date$/,
  model_attributes_type: /^Input should be a valid dictionary or object to extract fields from$/,
  enum: /^Input should be 'ALL', 'new_hire', .* or 'Job Posting'$/,
  date_from_datetime_parsing: /^Input should be a valid date or datetime, ./,
  value_error: /^Value error, ./,
};

/** Tests that a POST refuses each body with exactly these faults, in this order. A text is sent as it is. */
export function describeValidation(path: string, cases: readonly Case[]): void {
  describe(`POST ${path} rejects with 422`, () => {
    it.each(cases)('%s', async (_what, body, expected) => {
      const faults = await faultsOf(path, typeof body === 'string' ? { raw: body } : { body });
      const found = faults.map(({ type, loc }) => [type, ...loc]);
      expect(found).toEqual(expected.map(([type, ...loc]) => [type, 'body', ...loc]));
      for (const { type, msg } of faults) expect(msg).toMatch(sentences[type] ?? /\w/);
      for (const fault of faults) expect(fault).toHaveProperty('input');
    });
  });
}
