import { describe, expect, it } from '@jest/globals';
import { ask, document, type Ask } from './target.js';

/** A validation error in the form that FastAPI has made known. */
export interface Fault {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Sends a request that must be refused with 422. @returns its validation errors, each with exactly the members of its type */
export async function faultsOf(path: string, options: Ask): Promise<Fault[]> {
  const answer = await ask(path, options);
  expect([answer.status, answer.body]).toEqual([422, { detail: expect.any(Array) }]);
  const { detail } = answer.body as { detail: Fault[] };
  for (const fault of detail) {
    expect(fault.msg).toMatch(sentences[fault.type] ?? /\w/);
    const ctx = contextOf(fault);
    expect(fault.ctx).toEqual(ctx);
    expect(Object.keys(fault)).toEqual(['type', 'loc', 'msg', 'input', ...(ctx === undefined ? [] : ['ctx'])]);
  }
  return detail;
}

/** The type of an expected validation error, and its place in the body. */
export type Expected = readonly [type: string, ...loc: (string | number)[]];

export type Case = readonly [what: string, body: unknown, expected: readonly Expected[], message?: RegExp];

const signalTypes =
  "'ALL', 'new_hire', 'Key Changes', 'Account Visitor', 'Prospect Visitor', 'Event Attendee', " +
  "'Member in a community of interest', 'Network Job Post', 'trcontact_website_visitor', 'Hiring Growth', " +
  "'Company Change', 'Promotion', 'Join Community', 'hiring_manager', 'role_change', 'account_website_visitor', " +
  "'Topic Engagement', 'Article', 'High Intent', 'Role Change', 'Change in position', 'Event Appearance', " +
  "'New Hire', 'change_company' or 'Job Posting'";

/** The sentence of each type of validation error. Programs show them to people, so they must not change. */
const sentences: Readonly<Record<string, RegExp>> = {
  missing: /^Field required$/,
  string_type: /^Input should be a valid string$/,
  list_type: /^Input should be a valid list$/,
  bool_type: /^Input should be a valid boolean$/,
  int_type: /^Input should be a valid integer$/,
  int_parsing: /^Input should be a valid integer, unable to parse string as an integer$/,
  date_type: /^Input should be a valid date$/,
  model_attributes_type: /^Input should be a valid dictionary or object to extract fields from$/,
  enum: /^Input should be '.*' or '.*'$/,
  date_from_datetime_parsing: /^Input should be a valid date or datetime, ./,
  value_error: /^Value error, ./,
  json_invalid: /^JSON decode error$/,
  too_long: /^List should have at most \d+ items after validation, not \d+$/,
  string_too_long: /^String should have at most \d+ characters$/,
  greater_than_equal: /^Input should be greater than or equal to \d+$/,
  less_than_equal: /^Input should be less than or equal to \d+$/,
};

/** The member `ctx` of a validation error, which has the numbers and words of its sentence; undefined for types without one. */
function contextOf({ type, msg }: Fault): object | undefined {
  const [first, second] = (msg.match(/\d+/g) ?? []).map(Number);
  switch (type) {
    case 'enum':
      return { expected: msg.replace('Input should be ', '') };
    case 'date_from_datetime_parsing':
      return { error: msg.replace('Input should be a valid date or datetime, ', '') };
    case 'value_error':
      return { error: {} };
    case 'json_invalid':
      return { error: expect.stringMatching(/\w/) };
    case 'too_long':
      return { field_type: 'List', max_length: first, actual_length: second };
    case 'string_too_long':
      return { max_length: first };
    case 'greater_than_equal':
      return { ge: first };
    case 'less_than_equal':
      return { le: first };
    default:
      return undefined;
  }
}

/** The `input` of a validation error: the value at its place, or for a missing member the object without it. */
function inputAt(body: unknown, { type, loc }: Fault): unknown {
  // `bool` and `list[str]` name the two types that `enrich_company` may have. They are steps of the place, but no members of the body.
  const steps = loc.slice(1).filter((step) => step !== 'bool' && step !== 'list[str]');
  if (type === 'missing') steps.pop();
  return steps.reduce((value, step) => (value as Record<string | number, unknown>)[step], body);
}

/**
 * Declares tests that a POST refuses each body with exactly the expected validation errors, in this order, and that the schema of
 * the OpenAPI document refuses it, too. A body that is a text is sent as it is.
 * @param inexpressible matches the messages of rules that a JSON Schema cannot state; the schema may accept such a body
 */
export function describeValidation(path: string, cases: readonly Case[], inexpressible?: RegExp): void {
  const schema = ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'];
  describe(`POST ${path}`, () => {
    describe('rejects', () => {
      it.each(cases)('refuses %s with 422', async (_what, body, expected, message = /\w/) => {
        const faults = await faultsOf(path, typeof body === 'string' ? { raw: body } : { body });
        const found = faults.map(({ type, loc }) => [type, ...loc]);
        expect(found).toEqual(expected.map(([type, ...loc]) => [type, 'body', ...loc]));
        const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body;
        expect(faults.map(({ input }) => input)).toEqual(faults.map((fault) => inputAt(sent, fault)));
        for (const { type, msg } of faults) {
          expect(msg).toMatch(message);
          if (type === 'enum') expect(msg).toBe(`Input should be ${signalTypes}`);
        }
        const isExpressible = faults.some(({ msg }) => inexpressible?.test(msg) !== true);
        if (isExpressible) expect(document.faults(schema, sent)).not.toEqual([]);
      });
    });
  });
}

/** Declares tests that a GET refuses each query with exactly one validation error, in one parameter. */
export function describeQueryValidation(path: string, cases: readonly QueryCase[]): void {
  describe(`GET ${path}`, () => {
    describe('rejects', () => {
      it.each(cases)('refuses the query %s with 422', async (query, type, member) => {
        const faults = await faultsOf(`${path}?${query}`, {});
        const values = new URLSearchParams(query).getAll(member);
        const input = values.length === 1 ? values[0] : values;
        expect(faults).toMatchObject([{ type, loc: ['query', member], input }]);
        expect(faults).toHaveLength(1);
      });
    });
  });
}

export type QueryCase = readonly [query: string, type: string, member: string];
