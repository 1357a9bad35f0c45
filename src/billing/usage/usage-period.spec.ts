import { describe, expect, it } from '@jest/globals';
import { dayAt, dayCount, usagePeriod } from './usage-period.js';

const today = '2026-03-15';

describe('usagePeriod, dayCount and dayAt', () => {
  it.each([
    ['no day is given', {}, '2026-02-14', today],
    ['both days are given', { from: '2025-12-31', to: '2026-01-02' }, '2025-12-31', '2026-01-02'],
    ['only the first day is given', { from: '2026-03-01' }, '2026-03-01', today],
    ['only the last day is given', { to: '2024-03-01' }, '2024-02-01', '2024-03-01'],
    ['only the last day is given, at the beginning of the year 1', { to: '0001-01-05' }, '0001-01-01', '0001-01-05'],
    ['only the last day is given, in the year 9999', { to: '9999-12-31' }, '9999-12-02', '9999-12-31'],
    ['only the first day is given, in the future', { from: '2026-04-01' }, '2026-04-01', today],
  ])('returns the right period if %s', (_what, asked, from, to) => {
    expect(usagePeriod(asked, today)).toEqual({ from, to });
  });

  it.each([
    ['2026-03-15', '2026-03-15', 1],
    ['2024-02-28', '2024-03-01', 3],
    ['2024-01-01', '2024-12-31', 366],
    ['2025-01-01', '2026-01-01', 366],
    ['2025-01-01', '2026-01-02', 367],
    ['2026-03-16', '2026-03-15', 0],
    ['9999-12-31', '0001-01-01', 0],
  ])('counts from %s to %s %i day(s)', (from, to, days) => {
    expect(dayCount({ from, to })).toBe(days);
  });

  it('returns a period of thirty days by default', () => {
    expect(dayCount(usagePeriod({}, today))).toBe(30);
  });

  it('begins a new day at midnight in UTC', () => {
    const midnight = Date.parse('2026-03-15T00:00:00Z');
    expect([dayAt(midnight - 1), dayAt(midnight)]).toEqual(['2026-03-14', '2026-03-15']);
  });
});
