import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StatusLine } from './terminal.js';

const takenAway = '\r\u001b[2K';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** The output of a status line that shows the time at each of these seconds. */
function written(isTTY: boolean, seconds: readonly number[]): string[] {
  const texts: string[] = [];
  const line = new StatusLine({ isTTY, write: (text) => texts.push(text) });
  let now = 0;
  for (const second of seconds) {
    jest.advanceTimersByTime((second - now) * 1_000);
    now = second;
    line.show(`at ${second}`);
  }
  line.end();
  return texts;
}

describe('StatusLine', () => {
  it('overwrites one line of a terminal at intervals, and clears it at the end', () => {
    expect(written(true, [0.05, 0.2, 0.25, 0.4])).toEqual([`${takenAway}at 0.2`, `${takenAway}at 0.4`, takenAway]);
  });

  it('writes whole lines at longer intervals if the output is no terminal', () => {
    expect(written(false, [1, 10, 29])).toEqual([]);
    expect(written(false, [10, 31, 45, 62])).toEqual(['at 31\n', 'at 62\n']);
  });

  it('writes each note on a line of its own', () => {
    const texts: string[] = [];
    const line = new StatusLine({ isTTY: true, write: (text) => texts.push(text) });
    jest.advanceTimersByTime(200);
    line.show('working');
    line.note('Look here');
    expect(texts.slice(1)).toEqual([takenAway, 'Look here\n']);
  });
});
