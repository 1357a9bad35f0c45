import { describe, expect, test } from '@jest/globals';
import { delayAfter, retryAfterMs, type RetryPolicy } from './model-failure.js';

const policy: RetryPolicy = { attempts: 4, firstDelayMs: 100, longestDelayMs: 1_000 };
const passing = { kind: 'passing', retryAfterMs: null } as const;

describe('the delay before another attempt', () => {
  test('doubles', () => {
    expect([1, 2, 3].map((attempt) => delayAfter(passing, attempt, policy, 0))).toEqual([100, 200, 400]);
  });

  test('is spread by up to half', () => {
    expect([0, 0.5, 1].map((chance) => delayAfter(passing, 1, policy, chance))).toEqual([100, 125, 150]);
  });

  test('is at least what the server asks for', () => {
    expect(delayAfter({ kind: 'passing', retryAfterMs: 700 }, 1, policy, 0)).toBe(700);
    expect(delayAfter({ kind: 'passing', retryAfterMs: 0 }, 1, policy, 0)).toBe(100);
  });

  test('never exceeds the longest by itself', () => {
    expect(delayAfter(passing, 8, { ...policy, attempts: 9 }, 1)).toBe(1_000);
  });
});

describe('there is no further attempt', () => {
  test('after the last one', () => {
    expect(delayAfter(passing, 4, policy, 0)).toBeNull();
  });

  test.each(['refused', 'unusable', 'timeout'] as const)('when the answer was %s', (kind) => {
    expect(delayAfter({ kind, retryAfterMs: null }, 1, policy, 0)).toBeNull();
  });

  test('when the server asks for more patience than there is', () => {
    expect(delayAfter({ kind: 'passing', retryAfterMs: 1_001 }, 1, policy, 0)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  test.each([
    ['2', 2_000],
    ['0.5', 500],
    [' 30 ', 30_000],
    ['Sat, 21 Nov 2026 12:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('"%s" is %d ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  test.each([null, undefined, '', 'soon', '-3', '1e9', 'Sat, nonsense'])('%p says nothing', (header) => {
    expect(retryAfterMs(header, now)).toBeNull();
  });
});
