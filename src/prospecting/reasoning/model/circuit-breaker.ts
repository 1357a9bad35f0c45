import type { ModelFailure } from './model-failure.js';

/** Consecutive failures after which a run asks the model no more. */
export const MAX_FAILURES_IN_A_ROW = 3;

/** Statuses that concern the key, the permission or the model, and so every prospect. */
const FATAL_STATUSES: readonly (number | null)[] = [401, 403, 404];

/** What the breaker reads of the model's client. */
export interface ModelActivity {
  /** When the model last answered a prospect of any run, with a text or an error, by `performance.now()`. */
  readonly lastAnswerAt: number;
}

/**
 * Decides whether a run still asks the model. Without it a server that is down or silent would take the time of a whole run
 * for texts that the built-in writer has at once.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** Aborts once the model was silent for too long; calls under way end with it. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  isOpen(): boolean {
    return this.silent.aborted || this.failuresInARow >= MAX_FAILURES_IN_A_ROW;
  }

  succeeded(): void {
    // An answer that was under way when the breaker opened does not close it.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += FATAL_STATUSES.includes(status) ? MAX_FAILURES_IN_A_ROW : 1;
  }

  /**
   * Opens the breaker when the model has answered no run for `limitMs`, counted from now on. Answers to other runs count,
   * because prospects of all runs wait in one line for the model.
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

  /** Ends the watch. */
  close(): void {
    clearTimeout(this.timer);
  }
}
