import { describe, expect, it } from '@jest/globals';
import { checked, dtoWith, errorsOf } from './request-dto.fixture.js';
import {
  FieldNames,
  Flag,
  FlagOrFieldNames,
  IsoDate,
  ListOf,
  ModelRule,
  Nested,
  Nullish,
  OneOf,
  RequestDto,
  Text,
  ValueRule,
  WholeNumber,
} from './request-dto.js';

@RequestDto()
@ModelRule<Point>(({ x, y }) => ((x ?? y ?? null) === null ? 'x or y is required' : null))
class Point {
  @Nullish()
  @Text()
  x?: string | null;

  @Nullish()
  @Text()
  y?: string | null;
}

@RequestDto()
class Drawing {
  @Text() first!: string;
  @ListOf(Point, { max: ({ maxBatch }) => maxBatch }) points!: Point[];
  @Flag() last!: boolean;
}

const notAString = 'Input should be a valid string';
const notAList = 'Input should be a valid list';
const notAFlag = 'Input should be a valid boolean';
const notADate = 'Input should be a valid date';
const notAnObject = 'Input should be a valid dictionary or object to extract fields from';

describe('the checker, for one member', () => {
  const colour = OneOf(['red', 'green', 'blue']);
  const list = ListOf(Point, { max: 2 });
  it.each<[string, PropertyDecorator[], unknown[], string, string]>([
    ['text', [Text()], [1, true, [], {}, null], 'string_type', notAString],
    ['flag', [Flag()], [1, 0, 'true', '', [], {}, null], 'bool_type', notAFlag],
    ['list', [list], ['long', { length: 3 }, 1, {}, null, false], 'list_type', notAList],
    ['date', [IsoDate()], [20240101, true, [], {}, null], 'date_type', notADate],
    ['optional date', [Nullish(), IsoDate()], [0, false, []], 'date_type', notADate],
    ['object', [Nested(Point)], [[], [{}], 'x', 1, false, null], 'model_attributes_type', notAnObject],
    ['optional object', [Nullish(), Nested(Point)], [[], 'x', 0], 'model_attributes_type', notAnObject],
    ['enum', [colour], ['RED', '', 1, [], {}, null], 'enum', "Input should be 'red', 'green' or 'blue'"],
    ['enum of one', [OneOf(['red'])], ['x'], 'enum', "Input should be 'red'"],
    ['enum of two', [OneOf(['a', 'b']), Nullish()], ['x', 0], 'enum', "Input should be 'a' or 'b'"],
  ])('refuses all values that are not of the kind "%s"', (_name, decorators, values, type, msg) => {
    for (const value of values) {
      expect(errorsOf(dtoWith(...decorators), { m: value })).toMatchObject([
        { type, loc: ['body', 'm'], msg, input: value },
      ]);
    }
  });

  it('lists the allowed values in the error of an enum', () => {
    const expected = "'red', 'green' or 'blue'";
    expect(errorsOf(dtoWith(colour), { m: 'pink' })).toEqual([
      { type: 'enum', loc: ['body', 'm'], msg: `Input should be ${expected}`, input: 'pink', ctx: { expected } },
    ]);
  });

  it('says what is wrong with an invalid date', () => {
    expect(errorsOf(dtoWith(IsoDate()), { m: '2024-13-01' })).toEqual([
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
  ])('reports the number of items of a list with more than %d, and does not check the items', (max, items) => {
    const sent = [1, 'b', null];
    expect(errorsOf(dtoWith(ListOf(Point, { max: ({ maxBatch }) => maxBatch })), { m: sent }, max)).toEqual([
      {
        type: 'too_long',
        loc: ['body', 'm'],
        msg: `List should have at most ${items} after validation, not 3`,
        input: sent,
        ctx: { field_type: 'List', max_length: max, actual_length: 3 },
      },
    ]);
  });

  it('limits the number of characters of a text, and checks other rules only if the text is not too long', () => {
    const dto = dtoWith(
      ValueRule((text: string) => (text.startsWith('a') ? null : 'must begin with a')),
      Text({ max: 2 }),
    );
    const ofText = { loc: ['body', 'm'] };
    expect(errorsOf(dto, { m: 'ab' })).toEqual([]);
    expect(errorsOf(dto, { m: 'bbb' })).toEqual([
      {
        ...ofText,
        type: 'string_too_long',
        msg: 'String should have at most 2 characters',
        input: 'bbb',
        ctx: { max_length: 2 },
      },
    ]);
    expect(errorsOf(dto, { m: 'bb' })).toEqual([
      { ...ofText, type: 'value_error', msg: 'Value error, must begin with a', input: 'bb', ctx: { error: {} } },
    ]);
  });

  it('limits the total number of characters of a list of names, unless one of its items is not a text', () => {
    const long = Array<string>(51).fill('x'.repeat(1_000));
    for (const decorator of [FieldNames(), FlagOrFieldNames()]) {
      const [item, ...others] = errorsOf(dtoWith(decorator), { m: long });
      expect(item).toMatchObject({ type: 'value_error', loc: ['body', 'm'] });
      expect(others).toEqual([]);
      expect(errorsOf(dtoWith(decorator), { m: [...long, 1] }).map(({ type }) => type)).not.toContain('value_error');
    }
  });
});

describe('the checker, for a member that may be a flag or a list of names,', () => {
  const dto = dtoWith(FlagOrFieldNames());
  const asFlag = { type: 'bool_type', loc: ['body', 'm', 'bool'], msg: notAFlag };
  const asList = { type: 'list_type', loc: ['body', 'm', 'list[str]'], msg: notAList };

  it.each([['abc'], ['true'], [2], [0], [{}], [{ length: 4 }], [null]])(
    'refuses %j with the errors of both alternatives',
    (input) => {
      expect(errorsOf(dto, { m: input })).toEqual([
        { ...asFlag, input },
        { ...asList, input },
      ]);
    },
  );

  it('reports each wrong item of a list with its index', () => {
    const sent = [1, 'b', null];
    const asText = { type: 'string_type', msg: notAString };
    expect(errorsOf(dto, { m: sent })).toEqual([
      { ...asFlag, input: sent },
      { ...asText, loc: ['body', 'm', 'list[str]', 0], input: 1 },
      { ...asText, loc: ['body', 'm', 'list[str]', 2], input: null },
    ]);
  });

  it('reports an empty list with a single error, whose path is that of the member', () => {
    const items = errorsOf(dto, { m: [] });
    expect(items).toMatchObject([{ type: 'value_error', loc: ['body', 'm'], input: [], ctx: { error: {} } }]);
    expect(items[0]?.msg).toMatch(/^Value error, \S/);
  });

  it('reports a list that is too long with the errors of both alternatives', () => {
    const items = errorsOf(dto, { m: Array(1_001).fill('a') });
    expect(items.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['bool_type', 'body', 'm', 'bool'],
      ['too_long', 'body', 'm', 'list[str]'],
    ]);
  });
});

describe('the checker, for a whole body', () => {
  it.each([[undefined], [null]])('reports a %s body as missing', (body) => {
    expect(errorsOf(Drawing, body)).toEqual([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  });

  it.each([[[]], ['x'], [5], [true]])('refuses a body that is %j', (input) => {
    expect(errorsOf(Drawing, input)).toEqual([
      { type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input },
    ]);
  });

  it('reports absent members as missing, and repeats the object in which they are missing', () => {
    const body = { points: [{}], other: 1 };
    expect(errorsOf(Drawing, body)).toEqual([
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

  it.each([
    ['enum', OneOf(['a', 'b'])],
    ['date', IsoDate()],
    ['number', WholeNumber({ min: 1, max: 9 })],
    ['list', ListOf(Point, { max: 1 })],
    ['flag or names', FlagOrFieldNames()],
    ['object', Nested(Point)],
  ])('reports an absent %s as missing', (_name, decorator) => {
    expect(errorsOf(dtoWith(decorator), {})).toEqual([
      { type: 'missing', loc: ['body', 'm'], msg: 'Field required', input: {} },
    ]);
  });

  it('reports all errors at once, in the order in which the class declares the members, and checks rules for several members only if these are valid', () => {
    const body = { last: 'no', points: [{ y: 1, x: 2 }, [], { x: null }, { x: 'a' }, { x: 3, z: 0 }], first: 1 };
    expect(errorsOf(Drawing, body).map(({ type, loc }) => [type, ...loc.slice(1)])).toEqual([
      ['string_type', 'first'],
      ['string_type', 'points', 0, 'x'],
      ['string_type', 'points', 0, 'y'],
      ['model_attributes_type', 'points', 1],
      ['value_error', 'points', 2],
      ['string_type', 'points', 4, 'x'],
      ['bool_type', 'last'],
    ]);
  });

  it('writes the keys of an error in the order type, loc, msg, input, ctx, and leaves out ctx if the error has none', () => {
    expect(JSON.stringify(errorsOf(Drawing, { last: true, points: [{ z: null }], first: 1 }))).toBe(
      `[{"type":"string_type","loc":["body","first"],"msg":"${notAString}","input":1},` +
        '{"type":"value_error","loc":["body","points",0],"msg":"Value error, x or y is required",' +
        '"input":{"z":null},"ctx":{"error":{}}}]',
    );
  });

  it('returns the body itself, not a copy, if nothing in it has to be changed', () => {
    const body = { first: 'a', points: [{ y: 'b', x: null }], last: true };
    expect(checked(Drawing, body)).toBe(body);
  });
});
