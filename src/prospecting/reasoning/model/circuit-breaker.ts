import type { ModelFailure } from './model-failure.js';

/** The number of consecutive failures that opens the circuit breaker. */
export const maxFailuresInARow = 3;

/**
 * Statuses that open the breaker at once. They mean a wrong key, a missing permission or an unknown model, and so the call would fail for
 * every prospect.
 */
const fatalStatuses: readonly (number | null)[] = [401, 403, 404];

export interface ModelActivity {
  /** The value of `performance.now()` when the model last answered a call, for any run, whether with a text or an error. */
  readonly lastAnswerAt: number;
}

/**
 * Stops the calls of one run to a model that fails or does not answer. Otherwise such calls could take the whole time limit of the
 * run, although the built-in writer can write the texts at once. An open breaker stays open, because a run is short.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** The signal that aborts the calls under way when the model has not answered for too long. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  isOpen(): boolean {
    return this.silent.aborted || this.failuresInARow >= maxFailuresInARow;
  }

  succeeded(): void {
    // A call that was under way when the breaker opened may still succeed. It does not close the breaker.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += fatalStatuses.includes(status) ? maxFailuresInARow : 1;
  }

  /**
   * Starts to watch the model: the breaker opens when the model has answered nothing for `limitMs` milliseconds. Answers for
   * other runs count, too, because the prospects of all runs wait in one queue.
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
