import { describe, expect, it } from '@jest/globals';
import { orderEvidence, readWrittenDate } from './written-dates.js';

describe('readWrittenDate', () => {
  it.each([
    ['24 Jul 2026', '2026-07-24'],
    ['July 24, 2026', '2026-07-24'],
    ['Friday, July 24, 2026', '2026-07-24'],
    ['24. Juli 2026', '2026-07-24'],
    ['24 de julio de 2026', '2026-07-24'],
    ['Wed Jun 24 12:43:42 UTC 2026', '2026-06-24'],
    ['24.07.2026', '2026-07-24'],
    ['7/24/26 9:30 AM', '2026-07-24'],
    ['20260724', '2026-07-24'],
    ['2026-07-24T09:30:00Z', '2026-07-24'],
    ['1700000000000', '2023-11-14'],
    ['Jul 2026', '2026-07'],
    ['1921.0', '1921'],
    ['31/02/2026', null],
    ['120', null],
    ['soon', null],
  ])('reads %j as %j', (text, date) => {
    expect(readWrittenDate(text, 'month first')).toBe(date);
  });

  it('reads 03/04/2026 in the order of day and month that is given', () => {
    expect(readWrittenDate('03/04/2026', 'month first')).toBe('2026-03-04');
    expect(readWrittenDate('03/04/2026', 'day first')).toBe('2026-04-03');
  });
});

describe('orderEvidence', () => {
  it.each([
    ['13/04/2026', 'day first'],
    ['04/13/2026', 'month first'],
    ['03/04/2026', 'either'],
    ['04/04/2026', null],
    ['03.04.2026', null],
    ['2026-04-03', null],
  ])('returns for the date %j the order %j', (text, evidence) => {
    expect(orderEvidence(text)).toBe(evidence);
  });
});
