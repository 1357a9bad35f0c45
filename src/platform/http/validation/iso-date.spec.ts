import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isoDateFlaw } from './iso-date.js';

const tooShort = 'input is too short';
const separator = 'invalid date separator, expected `-`';
const monthRange = 'month value is outside expected range of 1-12';
const dayRange = 'day value is outside expected range';
const yearCharacter = 'invalid character in year';
const timeSeparator = 'invalid datetime separator, expected `T`, `t`, `_` or space';
const extra = 'unexpected extra characters at the end of the input';

describe('The check of a date', () => {
  it.each(['2024-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %j', (text) => {
    expect(isoDateFlaw(text)).toBeNull();
  });

  it.each([
    ['', tooShort],
    ['x', tooShort],
    ['2024', tooShort],
    ['20240101', tooShort],
    ['2024-1-5', tooShort],
    ['01/01/24', tooShort],
    ['tomorrow', tooShort],
    ['not-a-date', yearCharacter],
    ['31/12/2024', yearCharacter],
    [' 2024-01-01', yearCharacter],
    ['٢٠٢٤-٠١-٠١', yearCharacter],
    ['😀😀😀', yearCharacter],
    ['2024/01/01', separator],
    ['2024.01.01', separator],
    ['10000-01-01', separator],
    ['1704067200', separator],
    ['2024-01/01', separator],
    ['2024-ab-01', 'invalid character in month'],
    ['2024-01-0x', 'invalid character in day'],
    ['2024-13-01', monthRange],
    ['2024-00-01', monthRange],
    ['2024-13-01x', monthRange],
    ['2024-02-30', dayRange],
    ['2023-02-29', dayRange],
    ['1900-02-29', dayRange],
    ['2024-06-31', dayRange],
    ['2024-01-32', dayRange],
    ['2024-01-00', dayRange],
    ['0000-01-01', 'year 0 is out of range'],
    ['2024-01-01x', timeSeparator],
    ['2024-01-01Z', timeSeparator],
    ['2024-01-01\n', timeSeparator],
    ['2024-01-01 ', tooShort],
    ['2024-01-01T', tooShort],
    ['2024-01-01T00', tooShort],
    ['2024-01-01T00:00', extra],
    ['2024-01-01T00:00:00Z', extra],
    ['2024-01-01 10:30:00+01:00', extra],
  ])('refuses %j: %s', (text, reason) => {
    expect(isoDateFlaw(text)).toBe(reason);
  });

  it('accepts every day of the calendar', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        expect(isoDateFlaw(day.toISOString().slice(0, 10))).toBeNull();
      }),
    );
  });

  it('refuses every day that is not in the calendar', () => {
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
