import type { RatePolicy } from '../auth/caller.js';

/** Width of the second rule: `perSecond` requests in any window this long. */
export const RATE_WINDOW_MS = 1000;

/** How one rule stands after the decision. */
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

/** Where accepted requests are remembered: in this process, or in Redis for all processes. */
export interface RateLimitStorage {
  /**
   * Decides one request of the client `key` and counts it if it is allowed. A refused request leaves no trace.
   *
   * The limits of a key may change between calls. Its windows should not: what is older than the longest window of an
   * accepted request is forgotten, so clients with windows of their own need keys of their own.
   */
  consume(key: string, policy: RatePolicy): Promise<RateDecision>;

  /** Gives up connections. The storage is not used afterwards. */
  close(): Promise<void>;
}
