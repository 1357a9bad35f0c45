import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { company, formerly, position, today } from '../facts/candidate.fixture.js';
import {
  asOf,
  currentPosition,
  merged,
  monthsIn,
  monthsInRole,
  wholeMonthsBetween,
  yearsByPersona,
  yearsIn,
} from './tenure.js';

const years = (...career: Parameters<typeof yearsIn>[0]) => yearsIn(career, today, () => true);

describe('The count of years in a field', () => {
  it.each([
    ['lasted a year', '2020-01-01', '2020-12-01', 1],
    ['lasts until today, without the current month', '2025-05-01', null, 1.5],
    ['lasted a month', '2020-01-01', '2020-01-31', 0.1],
    ['began this month', '2026-11-02', null, 0],
    ['ended before it began', '2020-01-01', '2019-01-01', 0],
    ['has no known start', null, '2019-01-01', 0],
  ])('counts the years of a position that %s', (_, start, end, expected) => {
    expect(years(formerly('Acme', start, end))).toBe(expected);
  });

  it('counts overlapping positions once, and does not count gaps', () => {
    expect(
      years(
        formerly('Acme', '2010-01-01', '2012-12-01'),
        formerly('Bolt', '2011-01-01', '2011-12-01'),
        formerly('Core', '2012-12-01', '2013-12-01'),
        formerly('Dune', '2020-01-01', '2020-12-01'),
      ),
    ).toBe(5);
  });
});

describe('monthsIn, merged and wholeMonthsBetween', () => {
  const spans = fc.array(
    fc.tuple(fc.nat(40), fc.nat(12)).map(([from, length]) => ({ from, until: from + length })),
    { maxLength: 8 },
  );

  it('count a month in several spans once, and leave no spans that overlap or touch', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const months = new Set(
          list.flatMap(({ from, until }) => Array.from({ length: until - from }, (_, at) => from + at)),
        );
        expect(monthsIn(list)).toBe(months.size);
        const apart = merged(list);
        expect(apart.every(({ from }, at) => at === 0 || from > (apart[at - 1]?.until ?? 0))).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-10-21', 1],
    ['2026-10-22', 0],
    ['2025-11-21', 12],
    ['2026-11-21', 0],
    ['2027-01-01', 0],
  ])('count the whole months from %s to 2026-11-21: %i', (start, months) => {
    expect(wholeMonthsBetween(start, today)).toBe(months);
  });
});

describe('The count of years by persona', () => {
  it('returns the years in each persona, the longest first, and personas with equal years by name', () => {
    const career = [
      formerly('Acme', '2010-01-01', '2011-12-01', 'a b'),
      formerly('Bolt', '2011-01-01', '2012-12-01', 'a'),
      formerly('Core', null, '2019-12-01', 'c'),
      formerly('Dune', '2019-01-01', '2020-12-01', 'd'),
    ];
    expect(yearsByPersona(career, today, ({ title }) => (title ?? '').split(' '), [])).toEqual([
      { persona: 'a', years: 3 },
      { persona: 'b', years: 2 },
      { persona: 'd', years: 2 },
    ]);
  });
});

describe('currentPosition and monthsInRole', () => {
  const older = position({ title: 'Engineer', start: '2020-01-01' });
  const newer = position({ title: 'Mentor', start: '2023-01-01' });
  const current = (title: string | null, ...career: Parameters<typeof asOf>[1]) =>
    currentPosition({ title }, asOf(today, career), company());

  it('return the position with the current title or, if none has it, the one that began last', () => {
    expect(current('engineer ', newer, older)).toBe(older);
    expect(current('CTO', older, newer)).toBe(newer);
    expect(current(null, older, newer)).toBe(newer);
  });

  it('return only a position that has not ended, at the company with the given id or profile page', () => {
    const elsewhere = formerly('Acme', '2020-01-01', null, 'Engineer');
    expect(current('Engineer', elsewhere, position({ end: '2026-01-01' }))).toBeUndefined();
    const byPage = { ...elsewhere, companyNetworkUrl: company().networkUrl };
    expect(current('Engineer', byPage)).toBe(byPage);
  });

  it('accept a position that ends tomorrow, and not one that begins tomorrow', () => {
    expect(current('X', position({ end: '2026-11-22' }))).toMatchObject({ end: null });
    expect(current('X', position({ start: '2026-11-22' }))).toBeUndefined();
  });

  it('return the months in the role, and null if its start is unknown', () => {
    expect(monthsInRole(position({ start: '2026-01-22' }), today)).toBe(9);
    expect(monthsInRole(position({ start: null }), today)).toBeNull();
    expect(monthsInRole(undefined, today)).toBeNull();
  });
});
