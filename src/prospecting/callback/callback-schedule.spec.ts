import { expect, it } from '@jest/globals';
import { retryDelayAfter } from './callback-request.js';

it('waits longer after each attempt, and gives up after most of a day', () => {
  const waits: number[] = [];
  for (let wait = retryDelayAfter(1); wait !== null; wait = retryDelayAfter(waits.length + 1)) waits.push(wait);
  expect(waits).toEqual([...new Set(waits)].sort((a, b) => a - b));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(24);
});
