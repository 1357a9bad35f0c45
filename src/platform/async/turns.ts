import { setImmediate } from 'node:timers/promises';

/** A turn of long work takes about this time, in milliseconds. A small request takes a few turns of the event loop. */
const turnMs = 5;

let lastTurn = Promise.resolve();

/**
 * Waits for the next turn of the event loop that no other long work has. In each turn of the event loop only one long work goes on,
 * in the order of waiting. So other requests wait for one turn at a time, no matter how many long requests there are.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Long work in many steps, which lets the event loop serve other requests when it has worked for some milliseconds. The time is
 * measured, because one step can take a hundred times as long as another.
 */
export class LongWork {
  private turnEnd = performance.now() + turnMs;

  /** Has to be awaited between two steps. If the turn has taken its time, this waits for the next turn. */
  async pause(): Promise<void> {
    if (performance.now() < this.turnEnd) return;
    await nextTurn();
    this.turnEnd = performance.now() + turnMs;
  }
}

/** Yields the items for long work on each of them, and gives turns to other requests as {@link LongWork} does. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  const work = new LongWork();
  for (const item of items) {
    await work.pause();
    yield item;
  }
}
