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
 * Yields the items for long work on each of them, and lets the event loop serve other requests when the work has taken some
 * milliseconds. The time is measured, because the work on one item can take a hundred times as long as on another.
 */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  let turnEnd = performance.now() + turnMs;
  for (const item of items) {
    if (performance.now() >= turnEnd) {
      await nextTurn();
      turnEnd = performance.now() + turnMs;
    }
    yield item;
  }
}
