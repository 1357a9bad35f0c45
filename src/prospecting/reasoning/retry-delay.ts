import type { ModelFailure } from './model-failure.js';

/** How often and how patiently a model is asked. */
export interface RetryPolicy {
  /** All attempts together, the first one included. */
  readonly attempts: number;
  /** Attempts that may end by time-out; each has kept a place for as long as that. */
  readonly slowAttempts: number;
  /** Before the second attempt; it doubles with each further one. */
  readonly firstDelayMs: number;
  /** A server that asks for more is not waited for. */
  readonly longestDelayMs: number;
}

/** The usual patience with a model. */
export const RETRY_POLICY: RetryPolicy = {
  attempts: 3,
  slowAttempts: 2,
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
  const most = { passing: policy.attempts, timeout: policy.slowAttempts, refused: 0, unusable: 0 }[failure.kind];
  if (attempt >= Math.min(most, policy.attempts)) return null;
  const backoff = policy.firstDelayMs * 2 ** (attempt - 1) * (1 + chance / 2);
  const delay = Math.max(failure.retryAfterMs ?? 0, Math.min(backoff, policy.longestDelayMs));
  return delay > policy.longestDelayMs ? null : Math.round(delay);
}
