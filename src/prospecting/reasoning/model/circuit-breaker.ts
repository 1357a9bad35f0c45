import type { ModelFailure } from './model-failure.js';

/** Consecutive failures that open the breaker. */
export const maxFailuresInARow = 3;

/** Statuses that concern the key, the permission or the model, and so every prospect: they open the breaker at once. */
const fatalStatuses: readonly (number | null)[] = [401, 403, 404];

export interface ModelActivity {
  /** When the model last answered a prospect of any run, with a text or an error, by `performance.now()`. */
  readonly lastAnswerAt: number;
}

/**
 * Stops the calls of one run to a model that fails or does not answer, which would otherwise take the run's whole time limit
 * for texts that the built-in writer has at once. An open breaker stays open: a run is short.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** Aborts when the model has not answered for too long; calls under way end with it. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  isOpen(): boolean {
    return this.silent.aborted || this.failuresInARow >= maxFailuresInARow;
  }

  succeeded(): void {
    // An answer that was under way when the breaker opened does not close it.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += fatalStatuses.includes(status) ? maxFailuresInARow : 1;
  }

  /**
   * Opens the breaker when the model has answered no run for `limitMs`, counted from now on. Answers to other runs count,
   * because the prospects of all runs wait in one queue.
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
