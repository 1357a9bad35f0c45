import type { ModelFailure } from './model-failure.js';

/** The circuit breaker opens after this number of failures in a row. */
export const maxFailuresInARow = 3;

/**
 * Statuses that open the circuit breaker at once. They mean a wrong key, a missing permission or an unknown model, so every further
 * call would fail, too.
 */
const fatalStatuses: readonly (number | null)[] = [401, 403, 404];

export interface ModelActivity {
  /**
   * The value of `performance.now()` when a call to the model last ended in any other way than by a timeout. The call may belong to
   * any run, and may have failed.
   */
  readonly lastAnswerAt: number;
}

/**
 * Stops the calls of one run to a language model that fails or does not answer. Without it, such calls could use up the time limit
 * of the run, although the built-in writer can write the texts at once. An open circuit breaker stays open until the end of the
 * run, because a run is short.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** A signal that aborts the calls under way when the model has not answered for too long. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  isOpen(): boolean {
    return this.silent.aborted || this.failuresInARow >= maxFailuresInARow;
  }

  succeeded(): void {
    // A call that began before the breaker opened may still succeed. It does not close the breaker.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += fatalStatuses.includes(status) ? maxFailuresInARow : 1;
  }

  /**
   * Starts to watch the model. The breaker opens when the model has answered nothing for `limitMs` milliseconds. Answers to other
   * runs count, too, because the calls of all runs wait in one queue, so a run can wait long before its own first call.
   */
  watch(model: ModelActivity, limitMs: number): void {
    const startedAt = performance.now();
    const check = () => {
      const remainingMs = Math.max(startedAt, model.lastAnswerAt) + limitMs - performance.now();
      if (remainingMs > 0) this.timer = setTimeout(check, remainingMs);
      else this.silence.abort();
    };
    check();
  }

  stopWatching(): void {
    clearTimeout(this.timer);
  }
}
