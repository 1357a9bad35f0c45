import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isoDateFlaw } from './iso-date.js';

const TOO_SHORT = 'input is too short';
const SEPARATOR = 'invalid date separator, expected `-`';
const MONTH = 'month value is outside expected range of 1-12';
const DAY = 'day value is outside expected range';
const YEAR_CHARACTER = 'invalid character in year';
const TIME_SEPARATOR = 'invalid datetime separator, expected `T`, `t`, `_` or space';
const EXTRA = 'unexpected extra characters at the end of the input';

describe('isoDateFlaw', () => {
  it.each(['2024-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('takes %j', (text) => {
    expect(isoDateFlaw(text)).toBeNull();
  });

  it.each([
    ['', TOO_SHORT],
    ['x', TOO_SHORT],
    ['2024', TOO_SHORT],
    ['20240101', TOO_SHORT],
    ['2024-1-5', TOO_SHORT],
    ['01/01/24', TOO_SHORT],
    ['tomorrow', TOO_SHORT],
    ['not-a-date', YEAR_CHARACTER],
    ['31/12/2024', YEAR_CHARACTER],
    [' 2024-01-01', YEAR_CHARACTER],
    ['٢٠٢٤-٠١-٠١', YEAR_CHARACTER],
    ['😀😀😀', YEAR_CHARACTER],
    ['2024/01/01', SEPARATOR],
    ['2024.01.01', SEPARATOR],
    ['10000-01-01', SEPARATOR],
    ['1704067200', SEPARATOR],
    ['2024-01/01', SEPARATOR],
    ['2024-ab-01', 'invalid character in month'],
    ['2024-01-0x', 'invalid character in day'],
    ['2024-13-01', MONTH],
    ['2024-00-01', MONTH],
    ['2024-13-01x', MONTH],
    ['2024-02-30', DAY],
    ['2023-02-29', DAY],
    ['1900-02-29', DAY],
    ['2024-06-31', DAY],
    ['2024-01-32', DAY],
    ['2024-01-00', DAY],
    ['0000-01-01', 'year 0 is out of range'],
    ['2024-01-01x', TIME_SEPARATOR],
    ['2024-01-01Z', TIME_SEPARATOR],
    ['2024-01-01\n', TIME_SEPARATOR],
    ['2024-01-01 ', TOO_SHORT],
    ['2024-01-01T', TOO_SHORT],
    ['2024-01-01T00', TOO_SHORT],
    ['2024-01-01T00:00', EXTRA],
    ['2024-01-01T00:00:00Z', EXTRA],
    ['2024-01-01 10:30:00+01:00', EXTRA],
  ])('refuses %j: %s', (text, reason) => {
    expect(isoDateFlaw(text)).toBe(reason);
  });

  it('takes every day that the calendar has', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        expect(isoDateFlaw(day.toISOString().slice(0, 10))).toBeNull();
      }),
    );
  });

  it('takes no day that the calendar lacks', () => {
    const number = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(number, number, number, (year, month, day) => {
        const text = `20${year}-${month}-${day}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect(isoDateFlaw(text) === null).toBe(exists);
      }),
      { numRuns: 1000 },
    );
  });
});
