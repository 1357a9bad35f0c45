export interface ModelActivity {
  /**
   * The value of `performance.now()` when a call to the model last ended in any other way than by a timeout. The call may belong to
   * any run, and may have failed. If the server asked to be left alone for some time, it is the end of that time.
   */
  readonly lastAnswerAt: number;
}

interface Patience {
  /** How long the model may answer nothing at all, in milliseconds. */
  readonly silenceMs: number;
  /** How long is waited in any case, in milliseconds. */
  readonly totalMs: number;
}

/**
 * Waits as long as the model answers others. A small server answers one request after the other, so a request that waits for three others
 * gets its answer late, although the server works.
 * @param giveUp is called once, when the model was silent for too long or the total time has passed
 * @returns a function that ends the waiting
 */
export function watchSilence(
  model: ModelActivity,
  { silenceMs, totalMs }: Patience,
  giveUp: (cause: 'silence' | 'total') => void,
): () => void {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const now = performance.now();
    const totalRemaining = startedAt + totalMs - now;
    const silenceRemaining = Math.max(startedAt, model.lastAnswerAt) + silenceMs - now;
    const remaining = Math.min(totalRemaining, silenceRemaining);
    if (remaining > 0) timer = setTimeout(check, remaining);
    else giveUp(totalRemaining <= 0 ? 'total' : 'silence');
  };
  check();
  return () => clearTimeout(timer);
}
