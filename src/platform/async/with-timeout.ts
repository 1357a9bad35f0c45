/** A promise did not settle in time; whether its work still happens is not known. */
export class TimeoutError extends Error {}

/**
 * Waits for a promise for a limited time. What it settles with later is ignored, its failure too.
 * @throws TimeoutError with `message` when it takes longer than `timeoutMs`
 */
export async function withTimeout<T>(timeoutMs: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    // In a process that was busy all the time the answer may wait on the socket, which is read before this callback.
    timer = setTimeout(() => setImmediate(reject, new TimeoutError(message)), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A signal that does not abort. */
export const never: AbortSignal = new AbortController().signal;

/**
 * Waits for a promise until the signal aborts; what becomes of the promise then is ignored.
 * @throws the signal's reason
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

/** Work that ends with its process: each piece gets a signal, and the end of the process waits for the pieces under way. */
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
   * @param timeLimitMs the signal aborts after this time, and when `stop` is called
   * @throws errors of the work
   */
  run(timeLimitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('it takes too long')), timeLimitMs);
    const piece = work(AbortSignal.any([this.end.signal, limit.signal])).finally(() => clearTimeout(timer));
    this.underWay.add(piece);
    const done = (): void => void this.underWay.delete(piece);
    piece.then(done, done);
    return piece;
  }

  /**
   * Aborts the signals and waits for the work under way, whether it fails or not.
   * @throws TimeoutError when a piece of work does not end within `timeoutMs`
   */
  async stop(timeoutMs: number): Promise<void> {
    this.end.abort(new Error('the process is stopping'));
    await withTimeout(timeoutMs, 'work under way does not stop', Promise.allSettled(this.underWay));
  }
}
