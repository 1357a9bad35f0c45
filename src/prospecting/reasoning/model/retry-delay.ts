import type { ModelFailure } from './model-failure.js';

/** How often a model is asked, and how long a call pauses between attempts. */
export interface RetryPolicy {
  /** All attempts together, the first one included. */
  readonly attempts: number;
  /** Before the second attempt; it doubles with each further one. */
  readonly firstDelayMs: number;
  /** A server that asks for more is not waited for. */
  readonly longestDelayMs: number;
}

/** Of calls to a model. */
export const RETRY_POLICY: RetryPolicy = {
  attempts: 3,
  firstDelayMs: 500,
  longestDelayMs: 20_000,
};

/**
 * How long to wait before the next attempt, in milliseconds; null when there is no use in one.
 * @param attempt the number of the attempt that failed, from 1 on
 * @param chance from 0 to 1: spreads attempts that failed together
 */
export function delayAfter(
  failure: Pick<ModelFailure, 'kind' | 'retryAfterMs'>,
  attempt: number,
  policy: RetryPolicy,
  chance: number,
): number | null {
  // A time-out has taken all the time that a prospect gets.
  if (failure.kind !== 'passing' || attempt >= policy.attempts) return null;
  const backoff = policy.firstDelayMs * 2 ** (attempt - 1) * (1 + chance / 2);
  const delay = Math.max(failure.retryAfterMs ?? 0, Math.min(backoff, policy.longestDelayMs));
  return delay > policy.longestDelayMs ? null : Math.round(delay);
}
