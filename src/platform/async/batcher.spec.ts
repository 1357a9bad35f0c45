import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** Receives the batches of a batcher. It answers each one only when a test says so. */
class Destination {
  readonly batches: (readonly number[])[] = [];
  private arrive: ((end: 'answered' | Error) => void)[] = [];

  readonly carry = async (items: readonly number[]): Promise<number[]> => {
    this.batches.push(items);
    const end = await new Promise<'answered' | Error>((resolve) => this.arrive.push(resolve));
    if (end instanceof Error) throw end;
    return items.map((item) => item * 10);
  };

  async answerLast(): Promise<void> {
    this.arrive.unshift(...this.arrive.splice(-1));
    await this.answerNext();
  }

  async answerNext(end: 'answered' | Error = 'answered'): Promise<void> {
    this.arrive.shift()?.(end);
    // Waits until the answer has had all its effects that need no timer.
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
  it('sends the first item at once, and all items that arrive before its answer in the next batch, in their order', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 10), [1, 2, 3]);
    expect(destination.batches).toEqual([[1]]);
    await destination.answerNext();
    expect(destination.batches).toEqual([[1], [2, 3]]);
    await destination.answerNext();
    await expect(answers).resolves.toEqual([answered(10), answered(20), answered(30)]);
  });

  it('sends no more items in one batch than the maximum that the caller has set', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 2), [1, 2, 3, 4]);
    for (let batch = 0; batch < 3; batch += 1) await destination.answerNext();
    await expect(answers).resolves.toHaveLength(4);
    expect(destination.batches).toEqual([[1], [2, 3], [4]]);
  });

  it('sends only half of the waiting items in one batch if many wait, and all of them if few wait', async () => {
    const destination = new Destination();
    const items = Array.from({ length: 1 + 50 }, (_, index) => index);
    const answers = submitAll(new Batcher(destination.carry, 100), items);
    for (let batch = 0; batch < 4; batch += 1) await destination.answerNext();
    await expect(answers).resolves.toEqual(items.map((item) => answered(item * 10)));
    expect(destination.batches.map((batch) => batch.length)).toEqual([1, 25, 16, 9]);
    expect(destination.batches.flat()).toEqual(items);
  });

  it('rejects all items of a batch that fails, and no others', async () => {
    const destination = new Destination();
    const answers = submitAll(new Batcher(destination.carry, 2), [1, 2, 3, 4]);
    const failure = new Error('connection lost');
    await destination.answerNext();
    await destination.answerNext(failure);
    await destination.answerNext();
    await expect(answers).resolves.toEqual([answered(10), failed(failure), failed(failure), answered(40)]);
  });

  it('sends an item at once if no batch is under way, even if the last batch failed', async () => {
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

  it('sends the next batch when the batch under way has become overdue, without waiting for its answer', async () => {
    const destination = new Destination();
    const batcher = new Batcher(destination.carry, 10, { batch: 20, item: 60_000 });
    const lost = submitAll(batcher, [1]);
    const others = submitAll(batcher, [2, 3]);
    while (destination.batches.length < 2) await sleep(5);
    expect(destination.batches).toEqual([[1], [2, 3]]);
    await destination.answerLast();
    await expect(others).resolves.toEqual([answered(20), answered(30)]);
    await destination.answerNext(new Error('connection lost'));
    await expect(lost).resolves.toMatchObject([{ status: 'rejected' }]);
    const after = submitAll(batcher, [6]);
    await destination.answerNext();
    await expect(after).resolves.toEqual([answered(60)]);
  });

  it('sends no further batch while three batches are overdue and one is under way, and rejects items that have waited too long', async () => {
    const destination = new Destination();
    const batcher = new Batcher(destination.carry, 1, { batch: 20, item: 200 });
    const answers = submitAll(batcher, [1, 2, 3, 4, 5]);
    await expect(batcher.submit(6)).rejects.toThrow('waited too long');
    expect(destination.batches).toEqual([[1], [2], [3], [4]]);
    for (let batch = 0; batch < 4; batch += 1) await destination.answerNext();
    await expect(answers).resolves.toMatchObject([...[10, 20, 30, 40].map(answered), { status: 'rejected' }]);
  });

  it('rejects an item that is no longer wanted when its batch is sent, and sends the other items of the batch', async () => {
    const destination = new Destination();
    const batcher = new Batcher(destination.carry, 10);
    let refusal: Error | null = null;
    const answers = Promise.allSettled([
      batcher.submit(1, () => refusal),
      batcher.submit(2, () => refusal),
      batcher.submit(3, () => null),
    ]);
    refusal = new Error('no longer wanted');
    await destination.answerNext();
    expect(destination.batches).toEqual([[1], [3]]);
    await destination.answerNext();
    await expect(answers).resolves.toEqual([answered(10), failed(refusal), answered(30)]);
    const after = submitAll(batcher, [4]);
    await destination.answerNext();
    await expect(after).resolves.toEqual([answered(40)]);
  });

  it('rejects an item for which the batch has no answer', async () => {
    const batcher = new Batcher<number, number>(() => Promise.resolve([]), 10);
    await expect(batcher.submit(1)).rejects.toThrow('no entry for this item');
  });
});
