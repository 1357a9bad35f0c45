/** The error for a promise that did not settle in time. The work behind the promise goes on, and may still take effect later. */
export class TimeoutError extends Error {}

/**
 * Waits for a promise for a limited time. If the promise settles later, its value or error is ignored.
 * @throws TimeoutError with `message` when the promise has not settled after `timeoutMs` milliseconds
 */
export async function withTimeout<T>(timeoutMs: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    // `setImmediate` lets Node read its sockets first: if this process was busy, the answer may already be waiting in one of
    // them.
    timer = setTimeout(() => setImmediate(reject, new TimeoutError(message)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A signal that never aborts, for callers that have no reason to stop what they start. */
export const never: AbortSignal = new AbortController().signal;

/**
 * Waits until a promise settles or the signal aborts. If the promise settles after the abort, its value or error is ignored.
 * @throws the signal's reason when the signal aborts first
 */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's reason, as it is
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Background work that must end before the process ends. Each piece of work gets a signal. `stop` aborts all signals and waits
 * for the pieces that are under way.
 */
export class StoppableWork {
  private readonly end = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  get isStopping(): boolean {
    return this.end.signal.aborted;
  }

  /**
   * Runs a piece of work and waits for it.
   * @param timeLimitMs the time in milliseconds after which the signal of the piece aborts; it aborts earlier if `stop` is called
   * @throws what the work throws
   */
  run(timeLimitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('the work exceeded its time limit')), timeLimitMs);
    const piece = work(AbortSignal.any([this.end.signal, limit.signal])).finally(() => clearTimeout(timer));
    this.underWay.add(piece);
    const done = (): void => void this.underWay.delete(piece);
    piece.then(done, done);
    return piece;
  }

  /**
   * Aborts the signals and waits for the work under way. Errors of the work are ignored.
   * @throws TimeoutError when a piece of work has not ended after `timeoutMs` milliseconds
   */
  async stop(timeoutMs: number): Promise<void> {
    this.end.abort(new Error('the process is stopping'));
    await withTimeout(timeoutMs, 'work under way does not stop', Promise.allSettled(this.underWay));
  }
}
