import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDuration } from './terminal.js';

const dayMs = 86_400_000;

describe('parseDuration', () => {
  it.each([
    ['0', 0],
    ['0s', 0],
    ['1s', 1_000],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['24h', dayMs],
    ['7d', 7 * dayMs],
    ['007d', 7 * dayMs],
    ['366d', 366 * dayMs],
    ['31622400s', 366 * dayMs],
  ])('parses %s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    '',
    ' ',
    '1',
    '00',
    'h',
    '-1h',
    '+1h',
    '1.5h',
    '1e3s',
    '1 h',
    ' 1h',
    '1h ',
    '1h\n',
    '1H',
    '1w',
    '1h30m',
    '٣h',
  ])('rejects %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it.each(['367d', '8785h', '527041m', '31622401s', '9999999999s'])('rejects %s, which is more than a year', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it('returns the same duration for a number of days written in days, hours, minutes or seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 366 }), (days) => {
        const units = [`${days}d`, `${days * 24}h`, `${days * 1_440}m`, `${days * 86_400}s`];
        expect(units.map(parseDuration)).toEqual(units.map(() => days * dayMs));
      }),
    );
  });
});
