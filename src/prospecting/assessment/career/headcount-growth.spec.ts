import { describe, expect, it } from '@jest/globals';
import { today } from '../facts/candidate.fixture.js';
import { percentText, techGrowthPercent } from './employer.js';

function growth(...months: (readonly [month: string, tech: number | null])[]): string {
  const headcounts = months.map(([month, tech]) => ({ month: `${month}-01`, total: 1_000, tech }));
  return percentText(techGrowthPercent(headcounts, today));
}

describe('The computation of the growth of the technical headcount', () => {
  it.each([
    [45, '12.5%'],
    [40, '0.0%'],
    [39, '-2.5%'],
    [80, '100.0%'],
    [0, '-100.0%'],
  ])('returns the growth from 40 technical employees a year ago to %i now as %s', (tech, text) => {
    expect(growth(['2025-10', 40], ['2026-10', tech], ['2026-04', 1])).toBe(text);
  });

  it('returns 0.0% and not -0.0% for a tiny decline', () => {
    expect(growth(['2025-10', 10_000], ['2026-10', 9_999])).toBe('0.0%');
  });

  it('compares the newest headcount with the one that is nearest to twelve months before, at most two months away from it; of two equally near ones it takes the earlier', () => {
    expect(growth(['2025-08', 50], ['2026-10', 100])).toBe('100.0%');
    expect(growth(['2025-12', 50], ['2025-08', 80], ['2026-10', 100])).toBe('25.0%');
    expect(growth(['2025-11', 50], ['2025-08', 80], ['2026-10', 100])).toBe('100.0%');
    expect(growth(['2025-10', null], ['2025-11', 50], ['2026-10', 100], ['2026-11', null])).toBe('100.0%');
  });

  it.each([
    ['there are no headcounts', []],
    [
      'no technical headcount is known',
      [
        ['2025-10', null],
        ['2026-10', null],
      ],
    ],
    [
      'there is no headcount from about a year before',
      [
        ['2025-07', 5],
        ['2026-01', 5],
        ['2026-10', 6],
      ],
    ],
    [
      'the newest headcount is more than half a year old',
      [
        ['2025-04', 5],
        ['2026-04', 6],
      ],
    ],
    [
      'the newest headcount is from the future and the one before is more than half a year old',
      [
        ['2026-01', 5],
        ['2027-01', 6],
      ],
    ],
    [
      'there was no technical staff a year ago',
      [
        ['2025-10', 0],
        ['2026-10', 6],
      ],
    ],
  ] satisfies [string, (readonly [string, number | null])[]][])('returns no growth when %s', (_, months) => {
    expect(growth(...months)).toBe('');
  });

  it('returns zero if the company had no technical employees at either time', () => {
    expect(growth(['2025-10', 0], ['2026-10', 0])).toBe('0.0%');
  });
});
