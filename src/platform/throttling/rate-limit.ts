import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/**
 * The two rules that limit a client: at most `burstLimit` accepted requests in any window of `burstWindowMs` milliseconds, and at most
 * `perSecond` in any second. All three are integers from 1 on.
 */
export interface RatePolicy {
  readonly burstLimit: number;
  readonly burstWindowMs: number;
  readonly perSecond: number;
}

/** The window of the second rule, in milliseconds. */
export const secondWindowMs = 1000;

/** The state of one rule after the decision. */
export interface RuleState {
  /** The number of further requests that this rate limit would accept at this moment. */
  readonly remaining: number;
  /** The milliseconds until `remaining` grows by one; 0 if no request is in the window. */
  readonly freesInMs: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /**
   * The number of milliseconds after which the next request of the client will be accepted, if the client sends no other
   * request before; 0 for an allowed request.
   */
  readonly retryAfterMs: number;
  readonly burst: RuleState;
  readonly rate: RuleState;
}

/** Stores the accepted requests of each client, in this process or in Redis for all processes, and decides about new ones. */
export abstract class RateLimitStorage implements ThrottlerStorage, OnApplicationShutdown {
  /**
   * Decides about a request of the client `key`, and counts it if it is allowed. A refused request is not counted.
   *
   * The limits of a key may change between calls, but its windows should not. Requests that are older than the windows are deleted, so
   * a longer window would miss them. Clients with different windows need different keys.
   */
  abstract consume(key: string, policy: RatePolicy): Promise<RateDecision>;

  /** Closes the connections. The storage must not be used afterwards. */
  abstract close(): Promise<void>;

  /**
   * Implements the interface of Nest's throttler for one rule: at most `limit` requests in any `ttl` milliseconds. A refused client is
   * not blocked for longer: it is accepted again when one of its requests has left the window. Both times of the answer are in
   * seconds, rounded up.
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

  /** Nest calls this hook, because the storage is a provider of its `ThrottlerModule`. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
