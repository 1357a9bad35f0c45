import type { ModelFailure } from './model-failure.js';

/** So many prospects in a row without an answer, and the model is taken for out of order. */
export const MOST_FAILURES_IN_A_ROW = 3;

/** A key, a permission or a model that is wrong for one prospect is wrong for all. */
const WRONG_FOR_ALL: readonly (number | null)[] = [401, 403, 404];

/**
 * Whether a run still asks the model. A server that is down would otherwise take the time of a whole run, prospect by
 * prospect, for texts that the built-in writer has at once.
 */
export class ModelPatience {
  private failuresInARow = 0;

  isOver(): boolean {
    return this.failuresInARow >= MOST_FAILURES_IN_A_ROW;
  }

  succeeded(): void {
    // What was under way when it ended does not bring it back.
    if (!this.isOver()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += WRONG_FOR_ALL.includes(status) ? MOST_FAILURES_IN_A_ROW : 1;
  }
}
