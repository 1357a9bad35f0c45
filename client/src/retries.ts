import { ApiError, type ConnectionLost, isTransient } from './errors.js';

/** Tells that a request has failed and will be sent again after a wait. */
export interface Retry {
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  readonly error: ApiError | ConnectionLost;
  /** The time until the next attempt, in milliseconds. */
  readonly delay: number;
}

/** Options that every call accepts. An option that a call does not set has the value that was set for the client. */
export interface CallOptions {
  /** When this signal aborts, the call ends, also while it waits for the next attempt. */
  readonly signal?: AbortSignal | undefined;
  /**
   * For how long a request is repeated, in milliseconds after its first failure. The default is 60,000. 0 means that no request is
   * sent again.
   */
  readonly maxWait?: number | undefined;
  /** How long to wait for an answer or its next bytes, in milliseconds. The default is 60,000. */
  readonly timeout?: number | undefined;
  /** The function that is called when a request has failed and will be sent again, before the wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const defaultMaxWait = 60_000;

/**
 * The delay after the first failed attempt, and the longest delay, in milliseconds. Each delay is twice the one before. If the
 * answer has `Retry-After`, that is used instead.
 */
const firstDelay = 500;
const lastDelay = 8_000;

/** Decides whether and when one request is sent again. */
export class Retries {
  private attempt = 0;
  private deadline = Infinity;

  constructor(private readonly options: CallOptions) {}

  /**
   * Waits until the next attempt may be made.
   * @param error why the last attempt failed
   * @throws the same error, if another attempt cannot help or the wait would exceed `maxWait`
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

/**
 * The time to wait before the next attempt, in milliseconds. It is at least `Retry-After`. A part is random, so that clients whose
 * requests failed at the same time do not all repeat them at the same time.
 */
function delayOf(error: ApiError | ConnectionLost, attempt: number): number {
  const retryAfter = error instanceof ApiError ? error.response.retryAfter : null;
  if (retryAfter !== null) return retryAfter * 1_000 * (1 + Math.random() / 10);
  return Math.min(lastDelay, firstDelay * 2 ** (attempt - 1)) * (1 - Math.random() / 4);
}

/** Waits. @throws the reason of the signal when the signal aborts */
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
