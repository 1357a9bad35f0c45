import { describe, expect, it } from '@jest/globals';
import { parseRecord, type RecordFields } from './record-fields.js';
import type { RecordFormat } from './record-source.js';

/** What `read` makes of a record whose member `x` has the value; a reason where it is refused. */
function reading<T>(
  read: (fields: RecordFields) => T,
  format: RecordFormat = 'ndjson',
): (value: unknown) => T | string {
  return (value) => {
    const parsed = parseRecord({ x: value }, format, read);
    return 'row' in parsed ? parsed.row : parsed.reason;
  };
}

const readers: [string, (fields: RecordFields) => unknown][] = [
  ['text', (fields) => fields.text('x')],
  ['integer', (fields) => fields.integer('x')],
  ['boolean', (fields) => fields.boolean('x')],
  ['date', (fields) => fields.date('x')],
  ['month', (fields) => fields.month('x')],
  ['timestamp', (fields) => fields.timestamp('x')],
  ['textList', (fields) => fields.textList('x')],
  ['items', (fields) => fields.items('x', () => ({}))],
];

describe.each(readers)('%s', (_, read) => {
  it('takes undefined, null and blank text for absent', () => {
    for (const absent of [undefined, null, '', ' \t']) {
      expect(reading(read)(absent)).toBeNull();
      expect(reading(read, 'csv')(absent)).toBeNull();
    }
  });

  it('refuses an object and names the field', () => {
    expect(reading(read)({})).toMatch(/^x: must be /);
  });
});

describe('text', () => {
  const text = reading((fields) => fields.text('x', 5));

  it('is trimmed', () => {
    expect(text(' a b ')).toBe('a b');
  });

  it.each([1, true, ['a']])('refuses %j, which is no string', (value) => {
    expect(text(value)).toBe('x: must be a string');
  });

  it('refuses NUL, which PostgreSQL cannot hold', () => {
    expect(text('a\0')).toBe('x: must not hold a NUL character');
  });

  it('replaces halves of surrogate pairs and keeps whole pairs', () => {
    expect(text('a\ud83d')).toBe('a\ufffd');
    expect(text('\ude00\u{1f600}')).toBe('\ufffd\u{1f600}');
  });

  it('refuses more characters than it may have', () => {
    expect(text('12345')).toBe('12345');
    expect(text('123456')).toBe('x: must not be longer than 5 characters');
  });
});

describe('integer', () => {
  const integer = reading((fields) => fields.integer('x'));
  const complaint = 'x: must be a whole number from 0 to 2147483647';

  it.each([
    [0, 0],
    [12.0, 12],
    [2_147_483_647, 2_147_483_647],
    ['007', 7],
    [' 12 ', 12],
  ])('reads %j', (value, number) => {
    expect(integer(value)).toBe(number);
  });

  it.each([1.5, -1, 2_147_483_648, 1e300, '1.0', '-1', '1,000', '1e3', '0x10', '9999999999', true, [1]])(
    'refuses %j',
    (value) => {
      expect(integer(value)).toBe(complaint);
    },
  );
});

describe('boolean', () => {
  it('is written out in CSV only', () => {
    const read = (fields: RecordFields): boolean | null => fields.boolean('x');
    expect([true, false, 'true', 1].map(reading(read))).toEqual([
      true,
      false,
      'x: must be true or false',
      'x: must be true or false',
    ]);
    expect(['true', 'FALSE', 'yes', '1'].map(reading(read, 'csv'))).toEqual([
      true,
      false,
      'x: must be true or false',
      'x: must be true or false',
    ]);
  });
});

describe('dates', () => {
  const date = reading((fields) => fields.date('x'));
  const month = reading((fields) => fields.month('x'));
  const either = reading((fields) => fields.dateOrMonth('x'));

  it.each(['2024-02-29', '0001-01-01', '9999-12-31'])('reads the date %s', (value) => {
    expect(date(value)).toBe(value);
    expect(either(value)).toBe(value);
  });

  it.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '0000-01-01', '2024-01-01T00:00:00Z', '01/02/2024'])(
    'refuses the date %s',
    (value) => {
      expect(date(value)).toBe('x: must be a date, YYYY-MM-DD');
      expect(either(value)).toBe('x: must be a date, YYYY-MM-DD or YYYY-MM');
    },
  );

  it('takes a month for its first day', () => {
    expect(month('2026-01')).toBe('2026-01-01');
    expect(either('2026-01')).toBe('2026-01-01');
    expect(['2026-13', '2026-01-01', '26-01', '0000-01'].map(month)).toEqual(
      Array.from({ length: 4 }, () => 'x: must be a month, YYYY-MM'),
    );
  });
});

describe('timestamp', () => {
  const timestamp = reading((fields) => fields.timestamp('x'));

  it.each([
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['2024-05-06T07:08', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.123456Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T00:30:00+02:00', '2024-05-05T22:30:00.000Z'],
  ])('gives %s in UTC with milliseconds', (value, instant) => {
    expect(timestamp(value)).toBe(instant);
  });

  it.each([
    'yesterday',
    '1714979289',
    '2024-02-30T00:00:00Z',
    '2024-05-06T25:00Z',
    '0001-01-01T00:00:00+01:00',
    '2024-05-06T07:08:09 UTC',
  ])('refuses %s', (value) => {
    expect(timestamp(value)).toBe('x: must be an ISO 8601 timestamp');
  });
});

describe('textList', () => {
  const list = (fields: RecordFields): string[] | null => fields.textList('x');

  it('trims items, leaves blank ones out, and tells empty from absent', () => {
    expect(reading(list)([' a ', '', null, 'b'])).toEqual(['a', 'b']);
    expect(reading(list)([])).toEqual([]);
  });

  it('is separated by | in CSV', () => {
    expect(reading(list, 'csv')(' a |b, c|| d')).toEqual(['a', 'b, c', 'd']);
  });

  it('names the item that is refused', () => {
    expect(reading(list)(['a', 1])).toBe('x[1]: must be a string');
    expect(reading(list)('a|b')).toBe('x: must be a list');
  });
});

describe('items', () => {
  const items = (fields: RecordFields): unknown =>
    fields
      .items('x', (cell) => ({ name: cell.slice(0, 1), size: cell.slice(1) }))
      ?.map((item) => [item.requiredText('name'), item.integer('size')]);

  it('reads objects, and in CSV their notation', () => {
    expect(reading(items)([{ name: 'a', size: 1 }, { name: 'b' }])).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    expect(reading(items, 'csv')('a1|b')).toEqual([
      ['a', 1],
      ['b', null],
    ]);
  });

  it('names the member that is refused', () => {
    expect(reading(items)([{ name: 'a' }, { size: 1 }])).toBe('x[1].name: is required');
    expect(reading(items)([{ name: 'a', size: 'big' }])).toMatch(/^x\[0\]\.size: must be a whole number/);
    expect(reading(items)(['a'])).toBe('x[0]: must be an object');
  });
});
