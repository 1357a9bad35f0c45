import { describe, expect, test } from '@jest/globals';
import { Places } from './model-writer.js';

/** Work that ends when it is told to. */
function openWork(): { work: () => Promise<void>; end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

const never = new AbortController().signal;

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('places', () => {
  test('are given to so many at a time, and to the rest in the order in which they came', async () => {
    const places = new Places(2);
    const works = [0, 1, 2, 3].map(() => openWork());
    const begun: number[] = [];
    const all = works.map(({ work }, index) =>
      places.within(never, () => {
        begun.push(index);
        return work();
      }),
    );
    await settle();
    expect(begun).toEqual([0, 1]);
    works[1]?.end();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test('are given back by work that fails', async () => {
    const places = new Places(1);
    await expect(places.within(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(places.within(never, () => Promise.resolve('done'))).resolves.toBe('done');
  });

  test('are not kept for those who have given up waiting', async () => {
    const places = new Places(1);
    const first = openWork();
    const holding = places.within(never, first.work);
    const impatient = new AbortController();
    const waiting = places.within(impatient.signal, () => Promise.resolve('too late'));
    const next = places.within(never, () => Promise.resolve('next'));
    impatient.abort(new Error('the run has ended'));
    await expect(waiting).rejects.toThrow('the run has ended');
    first.end();
    await holding;
    await expect(next).resolves.toBe('next');
  });

  test('are refused to a run that has ended', async () => {
    const ended = AbortSignal.abort(new Error('the run has ended'));
    await expect(new Places(1).within(ended, () => Promise.resolve('done'))).rejects.toThrow('the run has ended');
  });
});
