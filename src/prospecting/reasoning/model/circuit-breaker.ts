import type { ModelFailure } from './model-failure.js';
import { type ModelActivity, watchSilence } from './silence.js';

/** The circuit breaker opens after this number of failures in a row. */
export const maxFailuresInARow = 3;

/**
 * Statuses that open the circuit breaker at once. They mean a wrong key, a missing permission or an unknown model, so every further
 * call would fail, too.
 */
const fatalStatuses: readonly (number | null)[] = [401, 403, 404];

/** Why calls under way were ended: the model answered nothing for too long, or the run needs the rest of its time. */
export type Silencing = 'timeout' | 'out_of_time';

/**
 * Stops the calls of one run to a language model that fails or does not answer. Without it, such calls could use up the time limit
 * of the run, although the built-in writer can write the texts at once. An open circuit breaker stays open until the end of the
 * run, because a run is short.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private ended: Silencing | null = null;

  /** A signal that aborts the calls under way when the model has not answered for too long, or the time for the model is over. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  /** Why {@link silent} has aborted; null if it has not. */
  get silencing(): Silencing | null {
    return this.ended;
  }

  isOpen(): boolean {
    return this.silence.signal.aborted || this.failuresInARow >= maxFailuresInARow;
  }

  succeeded(): void {
    // A call that began before the breaker opened may still succeed. It does not close the breaker.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += fatalStatuses.includes(status) ? maxFailuresInARow : 1;
  }

  /**
   * Starts to watch the model. The breaker opens when the model has answered nothing for `silenceMs` milliseconds, and at the latest after
   * `totalMs`. Answers to other runs count, too, because the calls of all runs wait in one queue, so a run can wait long before its own
   * first call.
   * @returns a function that ends the watching
   */
  watch(model: ModelActivity, silenceMs: number, totalMs: number): () => void {
    return watchSilence(model, { silenceMs, totalMs }, (cause) => {
      this.ended = cause === 'total' ? 'out_of_time' : 'timeout';
      this.silence.abort();
    });
  }
}
