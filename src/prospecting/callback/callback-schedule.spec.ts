import { expect, it } from '@jest/globals';
import { waitAfter } from './callback-request.js';

it('waits longer after each attempt, and gives up after most of a day', () => {
  const waits: number[] = [];
  for (let wait = waitAfter(1); wait !== null; wait = waitAfter(waits.length + 1)) waits.push(wait);
  expect(waits).toEqual([...new Set(waits)].sort((a, b) => a - b));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(24);
});
