import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** A place that batches are carried to, which answers when it is told to. */
class Destination {
  readonly batches: (readonly number[])[] = [];
  private arrive: ((end: 'answered' | Error) => void)[] = [];

  readonly carry = async (items: readonly number[]): Promise<number[]> => {
    this.batches.push(items);
    const end = await new Promise<'answered' | Error>((resolve) => this.arrive.push(resolve));
    if (end instanceof Error) throw end;
    return items.map((item) => item * 10);
  };

  async answerNext(end: 'answered' | Error = 'answered'): Promise<void> {
    this.arrive.shift()?.(end);
    // Long enough for everything that follows from it without the clock.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

function submitAll(
  batcher: Batcher<number, number>,
  items: readonly number[],
): Promise<PromiseSettledResult<number>[]> {
  return Promise.allSettled(items.map((item) => batcher.submit(item)));
}

const answered = (value: number) => ({ status: 'fulfilled', value });
const failed = (reason: unknown) => ({ status: 'rejected', reason });

describe('Batcher', () => {
  it('sends the first item at once, and all that arrive meanwhile together in their order', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 10), [1, 2, 3]);
    expect(destination.batches).toEqual([[1]]);
    await destination.answerNext();
    expect(destination.batches).toEqual([[1], [2, 3]]);
    await destination.answerNext();
    await expect(answers).resolves.toEqual([answered(10), answered(20), answered(30)]);
  });

  it('makes no batch larger than allowed', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 2), [1, 2, 3, 4]);
    for (let batch = 0; batch < 3; batch += 1) await destination.answerNext();
    await expect(answers).resolves.toHaveLength(4);
    expect(destination.batches).toEqual([[1], [2, 3], [4]]);
  });

  it('leaves half of many for the batch after, and splits no few', async () => {
    const destination = new Destination();
    const items = Array.from({ length: 1 + 50 }, (_, index) => index);
    const answers = submitAll(new Batcher(destination.carry, 100), items);
    for (let batch = 0; batch < 4; batch += 1) await destination.answerNext();
    await expect(answers).resolves.toEqual(items.map((item) => answered(item * 10)));
    expect(destination.batches.map((batch) => batch.length)).toEqual([1, 25, 16, 9]);
    expect(destination.batches.flat()).toEqual(items);
  });

  it('fails everybody in a batch that fails, and nobody else', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 2), [1, 2, 3, 4]);
    const failure = new Error('connection lost');
    await destination.answerNext();
    await destination.answerNext(failure);
    await destination.answerNext();
    await expect(answers).resolves.toEqual([answered(10), failed(failure), failed(failure), answered(40)]);
  });

  it('is idle again when everything has come back, also after a failure', async () => {
    const destination = new Destination();
    const batcher = new Batcher(destination.carry, 10);
    const first = submitAll(batcher, [1]);
    await destination.answerNext(new Error('connection lost'));
    await first;
    const second = submitAll(batcher, [2]);
    expect(destination.batches).toEqual([[1], [2]]);
    await destination.answerNext();
    await expect(second).resolves.toEqual([answered(20)]);
  });

  it('fails an item that comes back without an answer', async () => {
    const batcher = new Batcher<number, number>(() => Promise.resolve([]), 10);
    await expect(batcher.submit(1)).rejects.toThrow('without an answer');
  });
});
