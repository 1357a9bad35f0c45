import { describe, expect, it } from '@jest/globals';
import { isDate, readDay, readMonth, readTimestamp, readWholeNumber } from './written-values.js';

describe('a whole number', () => {
  it.each([
    ['0', 0],
    ['007', 7],
    [' 12 ', 12],
    ['1,200', 1_200],
    ['1.200', 1_200],
    ['1 200', 1_200],
    ['1\u00a0200', 1_200],
    ["1'200", 1_200],
    ['12,345,678', 12_345_678],
    ['1200.0', 1_200],
    ['1,200.00', 1_200],
    ['1.200,00', 1_200],
  ])('is parsed from %j', (text, number) => {
    expect(readWholeNumber(text)).toBe(number);
  });

  it.each(['', '-1', '1.5', '1,20', '1,2000', '1,200.500', '1,200 500', '1e3', '0x10', '12k', '51-200', 'about 50'])(
    'is not parsed from %j',
    (text) => {
      expect(readWholeNumber(text)).toBeNull();
    },
  );
});

describe('a day', () => {
  it.each(['2024-02-29', '0001-01-01', '9999-12-31'])('is accepted as %s', (text) => {
    expect([isDate(text), readDay(text, '12')]).toEqual([true, text]);
  });

  it.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '0000-01-01', '2024-01-01T00:00:00Z', '01/02/2024'])(
    'is not accepted as %s',
    (text) => {
      expect([isDate(text), readDay(text, '01')]).toEqual([false, null]);
    },
  );

  it('is the first day of the month if the text has no day, and the first day of the default month if it has only a year', () => {
    expect([readMonth('2026-02'), readDay('2026-02', '12')]).toEqual(['2026-02-01', '2026-02-01']);
    expect([readDay('2020', '01'), readDay('2020', '12')]).toEqual(['2020-01-01', '2020-12-01']);
  });

  it.each(['2026-13', '26-01', '0000-01', '0000', '20', '20200'])(
    'is not read from the invalid month or year %s',
    (text) => {
      expect([readMonth(text), readDay(text, '01')]).toEqual([null, null]);
    },
  );
});

describe('a timestamp', () => {
  it.each([
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['2024-05-06T07:08', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.123456Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T00:30:00+02:00', '2024-05-05T22:30:00.000Z'],
  ])('is parsed from %s as %s', (text, instant) => {
    expect(readTimestamp(text)).toBe(instant);
  });

  it.each([
    'yesterday',
    '1714979289',
    '2024-02-30T00:00:00Z',
    '2024-05-06T25:00Z',
    '0001-01-01T00:00:00+01:00',
    '2024-05-06T07:08:09 UTC',
  ])('is not parsed from %s', (text) => {
    expect(readTimestamp(text)).toBeNull();
  });
});
