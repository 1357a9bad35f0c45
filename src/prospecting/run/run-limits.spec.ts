import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { failureReasons } from './run-result.js';
import { secondsUntilRetry } from './run.service.js';

describe('The plan of the attempts at a run', () => {
  it('returns a longer time after each failure', () => {
    expect([1, 2, 3, 4].map(secondsUntilRetry)).toEqual([5, 20, 80, 320]);
  });
});

describe('The reasons why a run fails', () => {
  it('are all explained in docs/operations.md', async () => {
    const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const { notStarted, notFinished, timedOut, ...fixed } = failureReasons;
    for (const reason of [...Object.values(fixed), notStarted(7), notFinished(7), timedOut(900)]) {
      expect(page).toContain(`| \`${reason}\``);
    }
  });

  it.each([
    [900, 'Timed out after 15 minutes'],
    [60, 'Timed out after 1 minute'],
    [90, 'Timed out after 90 seconds'],
    [1, 'Timed out after 1 second'],
  ])('state a time limit of %d seconds as: %s', (seconds, text) => {
    expect(failureReasons.timedOut(seconds)).toBe(text);
  });
});
