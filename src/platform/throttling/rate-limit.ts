import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/**
 * The two rules that limit the requests of a client. At most `burstLimit` requests are accepted in any window of `burstWindowMs`
 * milliseconds, and at most `perSecond` in any window of one second. All three numbers are integers, and at least 1.
 */
export interface RatePolicy {
  readonly burstLimit: number;
  readonly burstWindowMs: number;
  readonly perSecond: number;
}

/** The window of the second rule, in milliseconds. */
export const secondWindowMs = 1000;

/** The state of one rule after a decision. */
export interface RuleState {
  /** How many more requests this rule would accept at this moment. */
  readonly remaining: number;
  /** How many milliseconds it takes until `remaining` grows by one; 0 if no request is in the window. */
  readonly freesInMs: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /**
   * After how many milliseconds the next request of this client will be accepted, if it sends no other request before; 0 if this
   * request was accepted.
   */
  readonly retryAfterMs: number;
  readonly burst: RuleState;
  readonly rate: RuleState;
}

/**
 * Stores the times of the accepted requests of each client, and decides whether new ones are accepted. The times are stored in
 * this process, or in Redis for all processes.
 */
export abstract class RateLimitStorage implements ThrottlerStorage, OnApplicationShutdown {
  /**
   * Decides whether a request of the client `key` is accepted, and counts it if it is. A refused request is not counted.
   *
   * The limits of a key may differ from call to call, but the lengths of its windows should not. Requests that have left the
   * windows are deleted, so a longer window in a later call would not find them. Clients with windows of different lengths must
   * have different keys.
   */
  abstract consume(key: string, policy: RatePolicy): Promise<RateDecision>;

  /** Closes the connections. The storage must not be used afterwards. */
  abstract close(): Promise<void>;

  /**
   * Implements the interface of Nest's throttler for a single rule: at most `limit` requests in any `ttl` milliseconds. A client
   * that was refused is not blocked for longer than necessary: it is accepted again as soon as one of its requests has left the
   * window. Both times in the result are in seconds, rounded up.
   */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    throttlerName: string,
  ): ReturnType<ThrottlerStorage['increment']> {
    const policy = { burstLimit: limit, burstWindowMs: ttl, perSecond: Number.MAX_SAFE_INTEGER };
    const { allowed, retryAfterMs, burst } = await this.consume(`${throttlerName} ${key}`, policy);
    return {
      totalHits: limit - burst.remaining + (allowed ? 0 : 1),
      timeToExpire: Math.ceil(burst.freesInMs / 1_000),
      isBlocked: !allowed,
      timeToBlockExpire: Math.ceil(retryAfterMs / 1_000),
    };
  }

  /** Nest calls this hook when the process shuts down, because the storage is a provider of Nest's `ThrottlerModule`. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
