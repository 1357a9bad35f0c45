import { describe, expect, test } from '@jest/globals';
import { waitAskedFor } from './model-failure.js';

describe('The reader of the header Retry-After', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  test.each([
    ['2', 2_000],
    ['0.5', 500],
    ['2s', 2_000],
    ['2 s', 2_000],
    ['1m30s', 90_000],
    ['250ms', 250],
    ['0', 0],
    [' 30 ', 30_000],
    ['Sat, 21 Nov 2026 12:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('reads "%s" as %d ms', (header, expected) => {
    expect(waitAskedFor(new Headers({ 'Retry-After': header }), now)).toBe(expected);
  });

  test.each(['', 'soon', '-3', '1e9', '2 lightyears', 'Sat, nonsense'])('returns null for the header %p', (header) => {
    expect(waitAskedFor(new Headers({ 'Retry-After': header }), now)).toBeNull();
  });

  test('returns null if the server asks for no wait', () => {
    expect(waitAskedFor(new Headers(), now)).toBeNull();
  });

  test('prefers the header in milliseconds, which is the more exact one', () => {
    expect(waitAskedFor(new Headers({ 'retry-after-ms': '6400', 'Retry-After': '7' }), now)).toBe(6_400);
    expect(waitAskedFor(new Headers({ 'retry-after-ms': 'soon', 'Retry-After': '7' }), now)).toBe(7_000);
  });
});
