import { ApiError, type ConnectionLost, isTransient } from './errors.js';

/** A retry that is about to be waited for. */
export interface Retry {
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  readonly error: ApiError | ConnectionLost;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Options of every call; those of the client are the defaults. */
export interface CallOptions {
  /** Ends the call, its waits and its requests. */
  readonly signal?: AbortSignal | undefined;
  /** How long after the first failure of a request it is still repeated, in milliseconds (60,000); 0 for no retries. */
  readonly maxWait?: number | undefined;
  /** How long to wait for an answer, or for its next bytes, in milliseconds (60,000). */
  readonly timeout?: number | undefined;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const defaultMaxWait = 60_000;

/** The first delay without `Retry-After`; it doubles up to the last. */
const firstDelay = 500;
const lastDelay = 8_000;

/** The retries of one request. */
export class Retries {
  private attempt = 0;
  private deadline = Infinity;

  constructor(private readonly options: CallOptions) {}

  /**
   * Waits for the next attempt.
   * @throws the error itself when it is final, or the wait would exceed `maxWait`
   */
  async after(error: unknown): Promise<void> {
    const { signal, maxWait = defaultMaxWait, onRetry } = this.options;
    if (!isTransient(error)) throw error;
    this.attempt += 1;
    if (this.attempt === 1) this.deadline = performance.now() + maxWait;
    const delay = delayOf(error, this.attempt);
    if (performance.now() + delay > this.deadline) throw error;
    onRetry?.({ attempt: this.attempt, error, delay });
    await sleep(delay, signal);
  }
}

/** Never shorter than `Retry-After`; random, so that clients that failed together do not return together. */
function delayOf(error: ApiError | ConnectionLost, attempt: number): number {
  const retryAfter = error instanceof ApiError ? error.response.retryAfter : null;
  if (retryAfter !== null) return retryAfter * 1_000 * (1 + Math.random() / 10);
  return Math.min(lastDelay, firstDelay * 2 ** (attempt - 1)) * (1 - Math.random() / 4);
}

/** @throws the reason of the signal when it aborts */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let wake = (): void => undefined;
  const timer = setTimeout(() => wake(), milliseconds);
  await new Promise<void>((resolve) => {
    wake = resolve;
    signal?.addEventListener('abort', wake, { once: true });
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', wake);
  signal?.throwIfAborted();
}
