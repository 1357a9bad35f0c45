import { describe, expect, it } from '@jest/globals';
import { parseRecord, reasonOf, type RecordFields } from './record-fields.js';
import type { RecordFormat } from './record-source.js';

/** The result of `read` for a record with the value in member `x`, or its faults. */
function reading<T>(
  read: (fields: RecordFields) => T,
  format: RecordFormat = 'ndjson',
): (value: unknown) => T | string | null {
  return (value) => {
    const { row, faults } = parseRecord({ x: value }, format, read);
    return faults.count === 0 ? row : reasonOf(faults);
  };
}

const readers: [string, (fields: RecordFields) => unknown][] = [
  ['text', (fields) => fields.text('x')],
  ['integer', (fields) => fields.integer('x')],
  ['boolean', (fields) => fields.boolean('x')],
  ['date', (fields) => fields.date('x')],
  ['startDate', (fields) => fields.startDate('x')],
  ['endDate', (fields) => fields.endDate('x')],
  ['timestamp', (fields) => fields.timestamp('x')],
  ['textList', (fields) => fields.textList('x')],
  [
    'items',
    (fields) =>
      fields.items(
        'x',
        () => ({}),
        () => null,
      ),
  ],
];

describe.each(readers)('%s', (_, read) => {
  it('treats undefined, null and blank text as absent', () => {
    for (const absent of [undefined, null, '', ' \t']) {
      expect(reading(read)(absent)).toBeNull();
      expect(reading(read, 'csv')(absent)).toBeNull();
    }
  });

  it('rejects an object, and names the field', () => {
    expect(reading(read)({})).toMatch(/^x: must be /);
  });
});

describe('text', () => {
  const text = reading((fields) => fields.text('x', 5));

  it('is trimmed', () => {
    expect(text(' a b ')).toBe('a b');
  });

  it.each([1, true, ['a']])('rejects %j, which is not a string', (value) => {
    expect(text(value)).toBe('x: must be a string');
  });

  it('rejects NUL, which PostgreSQL cannot store', () => {
    expect(text('a\0')).toBe('x: must not contain a NUL character');
  });

  it('replaces unpaired surrogates and keeps pairs', () => {
    expect(text('a\ud83d')).toBe('a\ufffd');
    expect(text('\ude00\u{1f600}')).toBe('\ufffd\u{1f600}');
  });

  it('rejects a text with more than the maximum number of characters', () => {
    expect(text('12345')).toBe('12345');
    expect(text('123456')).toBe('x: must not be longer than 5 characters');
  });
});

describe('integer', () => {
  const integer = reading((fields) => fields.integer('x'));
  const problem = 'x: must be a whole number from 0 to 2147483647';

  it.each([0, 12.0, 2_147_483_647, '2,147,483,647'])('accepts %j', (value) => {
    expect(integer(value)).toBe(typeof value === 'string' ? 2_147_483_647 : value);
  });

  it.each([1.5, -1, 2_147_483_648, 1e300, '9999999999', 'about 50', true, [1]])('rejects %j', (value) => {
    expect(integer(value)).toBe(problem);
  });
});

describe('boolean', () => {
  it('is read from the texts true and false in CSV, but not in JSON', () => {
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
  const month = reading((fields) => fields.requiredMonth('x'));
  const start = reading((fields) => fields.startDate('x'));
  const end = reading((fields) => fields.endDate('x'));

  it('are reported with the expected format if they are invalid', () => {
    expect(reading((fields) => fields.date('x'))('2026-01')).toBe('x: must be a date, YYYY-MM-DD');
    expect(month('2026-01-01')).toBe('x: must be a month, YYYY-MM');
    expect(reading((fields) => fields.timestamp('x'))('yesterday')).toBe('x: must be an ISO 8601 timestamp');
    for (const read of [start, end]) expect(read('spring')).toBe('x: must be a date, YYYY-MM-DD, YYYY-MM or YYYY');
  });

  it('may be years, which mean the first of January at the start of a period and the first of December at its end', () => {
    expect([start('2020'), end('2020'), start(2020), end(2020)]).toEqual([
      '2020-01-01',
      '2020-12-01',
      '2020-01-01',
      '2020-12-01',
    ]);
  });

  it.each(['Present', 'current', 'now'])('may be the word %s at the end of a period, which then has no end', (word) => {
    expect(end(word)).toBeNull();
    expect(start(word)).toMatch(/^x: must be a date/);
  });
});

describe('textList', () => {
  const list = (fields: RecordFields): string[] | null => fields.textList('x');

  it('trims items, leaves out blank ones, and returns an empty list for an empty list', () => {
    expect(reading(list)([' a ', '', null, 'b'])).toEqual(['a', 'b']);
    expect(reading(list)([])).toEqual([]);
  });

  it('splits a CSV cell into its items at |', () => {
    expect(reading(list, 'csv')(' a |b, c|| d')).toEqual(['a', 'b, c', 'd']);
  });

  it('gives a fault that names the invalid item', () => {
    expect(reading(list)(['a', 1])).toBe('x[1]: must be a string');
    expect(reading(list)('a|b')).toBe('x: must be a list');
  });
});

describe('items', () => {
  const items = (fields: RecordFields): unknown =>
    fields.items(
      'x',
      (cell) => ({ name: cell.slice(0, 1), size: cell.slice(1) }),
      (item) => {
        const [name, size] = [item.requiredText('name'), item.integer('size')];
        return name === null ? null : [name, size];
      },
    );

  it('reads objects from JSON, and items in their own notation from a CSV cell', () => {
    expect(reading(items)([{ name: 'a', size: 1 }, { name: 'b' }])).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    expect(reading(items, 'csv')('a1|b')).toEqual([
      ['a', 1],
      ['b', null],
    ]);
  });

  it('also reads items in CSV notation from a JSON list', () => {
    expect(reading(items)([{ name: 'a', size: 1 }, 'b2', ' ', null])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('gives a fault that names the invalid member of an item', () => {
    expect(reading(items)([{ name: 'a' }, { size: 1 }])).toBe('x[1].name: is required');
    expect(reading(items)([{ name: 'a', size: 'big' }])).toMatch(/^x\[0\]\.size: must be a whole number/);
    expect(reading(items)([7])).toBe('x[0]: must be an object');
  });
});

describe('a record with faults', () => {
  const read = (record: Record<string, unknown>): unknown => {
    const { row, faults } = parseRecord(record, 'ndjson', (fields) => ({
      name: fields.text('name'),
      size: fields.integer('size'),
      tags: fields.textList('tags'),
      parts: fields.items(
        'parts',
        () => ({}),
        (item) => item.requiredText('id'),
      ),
    }));
    return { row, faults: faults.first };
  };

  it('keeps valid values, and reports each fault with its value', () => {
    expect(read({ name: 7, size: 'about 50', tags: ['a', 1, 'b'], parts: [{ id: 'x' }, { id: {} }] })).toEqual({
      row: { name: null, size: null, tags: ['a', 'b'], parts: ['x'] },
      faults: [
        { member: 'name', reason: 'must be a string', value: 7 },
        { member: 'size', reason: 'must be a whole number from 0 to 2147483647', value: 'about 50' },
        { member: 'tags[1]', reason: 'must be a string', value: 1 },
        { member: 'parts[1].id', reason: 'must be a string', value: {} },
      ],
    });
  });

  it('treats a list with only invalid items as absent, so that the stored list stays', () => {
    expect(read({ tags: [1], parts: [{}] })).toMatchObject({ row: { tags: null, parts: null } });
    expect(read({ tags: [], parts: [] })).toMatchObject({ row: { tags: [], parts: [] } });
  });

  it('reports a fault only once if the member is read twice', () => {
    const parsed = parseRecord({ x: 1 }, 'ndjson', (fields) => [
      fields.text('x'),
      fields.text('x'),
      fields.lacks(['x'], 'is required'),
    ]);
    expect(reasonOf(parsed.faults)).toBe('x: must be a string');
  });

  it('counts all faults, but keeps only the first hundred', () => {
    const { faults } = parseRecord({ x: Array.from({ length: 5_000 }, () => 1) }, 'ndjson', (fields) =>
      fields.textList('x'),
    );
    expect([faults.count, faults.first.length]).toEqual([5_000, 100]);
    expect(reasonOf(faults)).toMatch(/; and 4900 more$/);
  });
});
