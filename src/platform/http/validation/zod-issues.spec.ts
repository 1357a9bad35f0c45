import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { flag, flagOrTexts, isoDate, listOf, model, oneOf, text } from './shapes.js';
import { validationErrors } from './zod-issues.js';

function errorsOf(schema: z.ZodType, body: unknown) {
  const { error } = schema.safeParse(body);
  return validationErrors(error?.issues ?? [], body);
}

const NOT_A_STRING = 'Input should be a valid string';
const NOT_A_LIST = 'Input should be a valid list';
const NOT_A_FLAG = 'Input should be a valid boolean';
const NOT_A_DATE = 'Input should be a valid date';
const NOT_AN_OBJECT = 'Input should be a valid dictionary or object to extract fields from';

describe('validationErrors, for one member', () => {
  const colour = oneOf(['red', 'green', 'blue']);
  const anObject = model({});
  it.each<[string, z.ZodType, unknown[], string, string]>([
    ['text', text(), [1, true, [], {}, null], 'string_type', NOT_A_STRING],
    ['flag', flag(), [1, 0, 'true', '', [], {}, null], 'bool_type', NOT_A_FLAG],
    ['flag with a default', flag().default(true), [null, 'no'], 'bool_type', NOT_A_FLAG],
    ['list', listOf(text(), { max: 2 }), ['long', { length: 3 }, 1, {}, null, false], 'list_type', NOT_A_LIST],
    ['date', isoDate(), [20240101, true, [], {}, null], 'date_type', NOT_A_DATE],
    ['optional date', isoDate().nullish(), [0, false, []], 'date_type', NOT_A_DATE],
    ['object', anObject, [[], [{}], 'x', 1, false, null], 'model_attributes_type', NOT_AN_OBJECT],
    ['optional object', anObject.nullish(), [[], 'x', 0], 'model_attributes_type', NOT_AN_OBJECT],
    ['enum', colour, ['RED', '', 1, [], {}, null], 'enum', "Input should be 'red', 'green' or 'blue'"],
    ['enum of one', oneOf(['red']), ['x'], 'enum', "Input should be 'red'"],
    ['enum of two', oneOf(['a', 'b']).nullish(), ['x', 0], 'enum', "Input should be 'a' or 'b'"],
  ])('%s refuses values of other kinds', (_name, shape, values, type, msg) => {
    for (const value of values) {
      expect(errorsOf(model({ m: shape }), { m: value })).toMatchObject([
        { type, loc: ['body', 'm'], msg, input: value },
      ]);
    }
  });

  it('says what an enum expects', () => {
    const expected = "'red', 'green' or 'blue'";
    expect(errorsOf(model({ m: colour }), { m: 'pink' })).toEqual([
      { type: 'enum', loc: ['body', 'm'], msg: `Input should be ${expected}`, input: 'pink', ctx: { expected } },
    ]);
  });

  it('says what is wrong with a date', () => {
    expect(errorsOf(model({ m: isoDate() }), { m: '2024-13-01' })).toEqual([
      {
        type: 'date_from_datetime_parsing',
        loc: ['body', 'm'],
        msg: 'Input should be a valid date or datetime, month value is outside expected range of 1-12',
        input: '2024-13-01',
        ctx: { error: 'month value is outside expected range of 1-12' },
      },
    ]);
  });

  it.each([
    [1, '1 item'],
    [2, '2 items'],
  ])('counts a list of more than %d and does not look at its items', (max, items) => {
    const sent = [1, 'b', null];
    expect(errorsOf(model({ m: listOf(text(), { max }) }), { m: sent })).toEqual([
      {
        type: 'too_long',
        loc: ['body', 'm'],
        msg: `List should have at most ${items} after validation, not 3`,
        input: sent,
        ctx: { field_type: 'List', max_length: max, actual_length: 3 },
      },
    ]);
  });

  it('turns any other failure into a value error with the words of the schema', () => {
    const even = z.number('a number is needed').multipleOf(2, 'must be even');
    expect(errorsOf(model({ a: even, b: even }), { a: 3, b: 'x' })).toEqual([
      { type: 'value_error', loc: ['body', 'a'], msg: 'Value error, must be even', input: 3, ctx: { error: {} } },
      {
        type: 'value_error',
        loc: ['body', 'b'],
        msg: 'Value error, a number is needed',
        input: 'x',
        ctx: { error: {} },
      },
    ]);
  });
});

describe('validationErrors, for a flag or a list of texts', () => {
  const schema = model({ m: flagOrTexts({ max: 3 }).default(false) });
  const asFlag = { type: 'bool_type', loc: ['body', 'm', 'bool'], msg: NOT_A_FLAG };
  const asList = { type: 'list_type', loc: ['body', 'm', 'list[str]'], msg: NOT_A_LIST };

  it.each([['abc'], ['true'], [2], [0], [{}], [{ length: 4 }], [null]])('refuses %j as either', (input) => {
    expect(errorsOf(schema, { m: input })).toEqual([
      { ...asFlag, input },
      { ...asList, input },
    ]);
  });

  it('places wrong items in the list', () => {
    const sent = [1, 'b', null];
    const asText = { type: 'string_type', msg: NOT_A_STRING };
    expect(errorsOf(schema, { m: sent })).toEqual([
      { ...asFlag, input: sent },
      { ...asText, loc: ['body', 'm', 'list[str]', 0], input: 1 },
      { ...asText, loc: ['body', 'm', 'list[str]', 2], input: null },
    ]);
  });

  it('reports an empty list once, at the member', () => {
    const items = errorsOf(schema, { m: [] });
    expect(items).toMatchObject([{ type: 'value_error', loc: ['body', 'm'], input: [], ctx: { error: {} } }]);
    expect(items[0]?.msg).toMatch(/^Value error, \S/);
  });

  it('reports a list that is too long under the label of the list', () => {
    const items = errorsOf(schema, { m: ['a', 'b', 'c', 'd'] });
    expect(items.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['bool_type', 'body', 'm', 'bool'],
      ['too_long', 'body', 'm', 'list[str]'],
    ]);
  });
});

describe('validationErrors, for a whole body', () => {
  const point = model({ x: text().nullish(), y: text().nullish() }).refine(
    ({ x, y }) => (x ?? y ?? null) !== null,
    'x or y is required',
  );
  const schema = model({ first: text(), points: listOf(point, { max: 50 }), last: flag() });

  it.each([[undefined], [null]])('misses a body that is %s', (body) => {
    expect(errorsOf(schema, body)).toEqual([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  });

  it.each([[[]], ['x'], [5], [true]])('refuses a body that is %j', (input) => {
    expect(errorsOf(schema, input)).toEqual([
      { type: 'model_attributes_type', loc: ['body'], msg: NOT_AN_OBJECT, input },
    ]);
  });

  it('reports absent members as missing, with the object that lacks them', () => {
    const body = { points: [{}], other: 1 };
    expect(errorsOf(schema, body)).toEqual([
      { type: 'missing', loc: ['body', 'first'], msg: 'Field required', input: body },
      {
        type: 'value_error',
        loc: ['body', 'points', 0],
        msg: 'Value error, x or y is required',
        input: {},
        ctx: { error: {} },
      },
      { type: 'missing', loc: ['body', 'last'], msg: 'Field required', input: body },
    ]);
  });

  it.each<[string, z.ZodType]>([
    ['enum', oneOf(['a', 'b'])],
    ['date', isoDate()],
    ['list', listOf(text(), { max: 1 })],
    ['flag or texts', flagOrTexts({ max: 1 })],
    ['object', point],
  ])('reports an absent %s as missing', (_name, shape) => {
    expect(errorsOf(model({ m: shape }), {})).toEqual([
      { type: 'missing', loc: ['body', 'm'], msg: 'Field required', input: {} },
    ]);
  });

  it('reports everything at once: members as declared, items by index, a rule only where the members are right', () => {
    const body = { last: 'no', points: [{ y: 1, x: 2 }, [], { x: null }, { x: 'a' }, { x: 3, z: 0 }], first: 1 };
    expect(errorsOf(schema, body).map(({ type, loc }) => [type, ...loc.slice(1)])).toEqual([
      ['string_type', 'first'],
      ['string_type', 'points', 0, 'x'],
      ['string_type', 'points', 0, 'y'],
      ['model_attributes_type', 'points', 1],
      ['value_error', 'points', 2],
      ['string_type', 'points', 4, 'x'],
      ['bool_type', 'last'],
    ]);
  });

  it('reads the issues that Standard Schema hands out as well', async () => {
    const body = { first: 1, points: [{}], last: null };
    const outcome = await schema['~standard'].validate(body);
    expect(validationErrors((outcome.issues ?? []) as z.core.$ZodIssue[], body)).toEqual(errorsOf(schema, body));
  });

  it('writes the keys in the order of the wire, and ctx only where there is one', () => {
    expect(JSON.stringify(errorsOf(schema, { last: true, points: [{ z: null }], first: 1 }))).toBe(
      `[{"type":"string_type","loc":["body","first"],"msg":"${NOT_A_STRING}","input":1},` +
        '{"type":"value_error","loc":["body","points",0],"msg":"Value error, x or y is required",' +
        '"input":{"z":null},"ctx":{"error":{}}}]',
    );
  });
});
