import { describe, expect, it } from '@jest/globals';
import { secondsUntilRetry, timedOut } from './run-limits.js';

describe('secondsUntilRetry', () => {
  it('waits longer each time', () => {
    expect([1, 2, 3, 4].map(secondsUntilRetry)).toEqual([5, 20, 80, 320]);
  });
});

describe('timedOut', () => {
  it.each([
    [900, 'Timed out after 15 minutes'],
    [60, 'Timed out after 1 minute'],
    [90, 'Timed out after 90 seconds'],
    [1, 'Timed out after 1 second'],
  ])('says of a limit of %d seconds: %s', (seconds, text) => {
    expect(timedOut(seconds)).toBe(text);
  });
});
