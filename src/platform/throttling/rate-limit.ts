import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/**
 * Two rules that a client has to satisfy together: at most `burstLimit` accepted requests in any half-open window of
 * `burstWindowMs` milliseconds, and at most `perSecond` in any second. All three are whole numbers of at least 1.
 */
export interface RatePolicy {
  readonly burstLimit: number;
  readonly burstWindowMs: number;
  readonly perSecond: number;
}

/** Width of the second rule: `perSecond` requests in any window this long. */
export const secondWindowMs = 1000;

/** The state of one rule after the decision. */
export interface RuleState {
  /** Requests that the rule would still accept at this moment. */
  readonly remaining: number;
  /** Milliseconds until `remaining` grows by one; 0 when nothing is in use. */
  readonly freesInMs: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** 0 when allowed; otherwise the shortest wait in milliseconds after which a request is accepted, if none comes before it. */
  readonly retryAfterMs: number;
  readonly burst: RuleState;
  readonly rate: RuleState;
}

/** Stores accepted requests: in this process, or in Redis for all processes. */
export abstract class RateLimitStorage implements ThrottlerStorage, OnApplicationShutdown {
  /**
   * Decides one request of the client `key` and counts it if it is allowed. A refused request leaves no trace.
   *
   * The limits of a key may change between calls. Its windows should not: requests older than the longest window of an
   * accepted request are deleted, so clients with different windows need different keys.
   */
  abstract consume(key: string, policy: RatePolicy): Promise<RateDecision>;

  /** Closes connections. The storage is not used afterwards. */
  abstract close(): Promise<void>;

  /**
   * The interface of the package, for one rule: at most `limit` requests in any `ttl` milliseconds. There is no block beyond that: a refused
   * client is accepted again as soon as one of its requests has left the window. Both times of the answer are in whole seconds.
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

  /** Nest calls it on the storage of its `ThrottlerModule`. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
