import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { inTurns, nextTurn } from './turns.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Does work whose steps take the given times, in milliseconds. @returns the steps before which other work had a turn */
async function stepsAfterTurn(times: readonly number[]): Promise<number[]> {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const turn = { isGiven: false };
  const given: number[] = [];
  for await (const [step, ms] of inTurns(times.entries())) {
    if (turn.isGiven) given.push(step);
    turn.isGiven = false;
    const other = setImmediate(() => {
      turn.isGiven = true;
    });
    now += ms;
    if (step === times.length - 1) clearImmediate(other);
  }
  return given;
}

describe('Work that is done in turns', () => {
  it('gives other work a turn after each step that takes longer than a turn', async () => {
    expect(await stepsAfterTurn([6, 500, 6, 6])).toEqual([1, 2, 3]);
  });

  it('gives other work a turn when several short steps have together taken as long as a turn', async () => {
    expect(await stepsAfterTurn([2, 2, 2, 2, 2, 2, 2])).toEqual([3, 6]);
  });

  it('does all steps of short work in one turn', async () => {
    expect(await stepsAfterTurn(Array<number>(1_000).fill(0.001))).toEqual([]);
  });
});

describe('The wait for the next turn', () => {
  it('lets other work in between any two turns of several long works, which take their turns in order', async () => {
    const events: string[] = [];
    let isOver = false;
    const other = (): void => {
      events.push('other');
      if (!isOver) setImmediate(other);
    };
    const long = async (name: string): Promise<void> => {
      for (let turn = 0; turn < 3; turn += 1) {
        await nextTurn();
        events.push(name);
      }
    };
    setImmediate(other);
    await Promise.all(['a', 'b', 'c'].map(long));
    isOver = true;
    expect(events.filter((event) => event !== 'other')).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
    expect(events.some((event, index) => event !== 'other' && index > 0 && events[index - 1] !== 'other')).toBe(false);
  });
});
