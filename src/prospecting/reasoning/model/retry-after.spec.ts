import { describe, expect, test } from '@jest/globals';
import { retryAfterMs } from './model-failure.js';

describe('retryAfterMs', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  test.each([
    ['2', 2_000],
    ['0.5', 500],
    [' 30 ', 30_000],
    ['Sat, 21 Nov 2026 12:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('reads "%s" as %d ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  test.each([null, undefined, '', 'soon', '-3', '1e9', 'Sat, nonsense'])('returns null for the header %p', (header) => {
    expect(retryAfterMs(header, now)).toBeNull();
  });
});
