import { LRUCache } from 'lru-cache';
import type { RatePolicy } from '../auth/caller.js';
import { secondWindowMs, type RateDecision, RateLimitStorage, type RuleState } from './rate-limit.js';

/** Most clients send a handful of requests, so a ring starts small and grows with use. */
const firstCapacity = 8;

/**
 * The exact log of one client: a ring of the times at which its requests were accepted.
 *
 * Counters and token buckets let through up to twice the limit across a window border. The log does not: a request is
 * accepted only when the `burstLimit`-th and the `perSecond`-th newest accepted requests have both left their windows.
 * The ring never needs more than max(burstLimit, perSecond) slots of 8 bytes.
 */
export class SlidingWindow {
  private times = new Float64Array(firstCapacity);
  private newest = 0;
  private size = 0;
  private forgettableAt = Number.NEGATIVE_INFINITY;

  /** Bytes that the ring takes. */
  get bytes(): number {
    return this.times.byteLength;
  }

  /** The time from which all requests in the ring have left their windows. */
  get idleAt(): number {
    return this.forgettableAt;
  }

  /** Decides a request that arrives at `now` (whole milliseconds of any clock) and counts it if it is allowed. */
  consume(policy: RatePolicy, now: number): RateDecision {
    this.absorbStepBack(now);
    const burstUsed = this.used(policy.burstWindowMs, now);
    const rateUsed = this.used(secondWindowMs, now);
    const allowed = burstUsed < policy.burstLimit && rateUsed < policy.perSecond;
    if (allowed) this.accept(policy, now, Math.max(burstUsed, rateUsed));

    const cost = allowed ? 1 : 0;
    const burst = this.state(policy.burstLimit, policy.burstWindowMs, burstUsed + cost, now);
    const rate = this.state(policy.perSecond, secondWindowMs, rateUsed + cost, now);
    return { allowed, retryAfterMs: allowed ? 0 : Math.max(waitOf(burst), waitOf(rate)), burst, rate };
  }

  /**
   * After a step back of the clock the time that really passed is unknown. Moving the log back by the same step
   * grants nothing early and, unlike waiting for the clock, locks no client out.
   */
  private absorbStepBack(now: number): void {
    if (this.size === 0) return;
    const step = this.at(1) - now;
    if (step <= 0) return;
    this.times = this.times.map((time) => time - step);
    this.forgettableAt -= step;
  }

  private accept(policy: RatePolicy, now: number, live: number): void {
    this.size = live;
    if (live === this.times.length) this.grow(Math.max(policy.burstLimit, policy.perSecond));
    this.newest = (this.newest + 1) % this.times.length;
    this.times[this.newest] = now;
    this.size += 1;
    this.forgettableAt = now + Math.max(policy.burstWindowMs, secondWindowMs);
  }

  private grow(most: number): void {
    const grown = new Float64Array(Math.min(this.times.length * 2, most));
    for (let rank = 1; rank <= this.size; rank += 1) grown[this.size - rank] = this.at(rank);
    this.times = grown;
    this.newest = this.size - 1;
  }

  /** Number of requests in the ring that are younger than `windowMs`, by binary search: the ring is in time order. */
  private used(windowMs: number, now: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.at(middle) > now - windowMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private state(limit: number, windowMs: number, used: number, now: number): RuleState {
    if (used === 0) return { remaining: limit, freesInMs: 0 };
    // After a limit was lowered more than `limit` may be in use; a slot is free only once the surplus has left too.
    const freedBy = this.at(Math.min(used, limit));
    return { remaining: Math.max(0, limit - used), freesInMs: freedBy + windowMs - now };
  }

  /** When the request of this rank was accepted; the newest has rank 1. */
  private at(rank: number): number {
    const length = this.times.length;
    return this.times[(this.newest + length - rank + 1) % length] ?? Number.POSITIVE_INFINITY;
  }
}

function waitOf(rule: RuleState): number {
  return rule.remaining === 0 ? rule.freesInMs : 0;
}

/** Room for about 130,000 clients that send little, or 7,000 that keep 1,000 requests in their window. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** What a client costs beside its ring and its key: cache entry, window object and typed-array header. */
const entryBytes = 400;

/** Clients checked with each new client: two, so that idle ones are removed faster than new ones arrive. */
const sweptPerNewcomer = 2;

interface MemoryRateLimitOptions {
  /** Bound on the memory of all clients together; beyond it the client that was idle longest is evicted. */
  readonly maxBytes?: number;
  /** Clock in milliseconds. The default never steps. */
  readonly now?: () => number;
}

/** Exact limits within one process. */
export class MemoryRateLimitStorage extends RateLimitStorage {
  private readonly clients: LRUCache<string, SlidingWindow>;
  private readonly now: () => number;

  constructor(options: MemoryRateLimitOptions = {}) {
    super();
    const maxSize = options.maxBytes ?? defaultMaxBytes;
    this.now = options.now ?? (() => performance.now());
    this.clients = new LRUCache({
      maxSize,
      // The cache silently drops what can never fit; a client with such a limit would then have none.
      sizeCalculation: (window, key) => Math.min(maxSize, entryBytes + 2 * key.length + window.bytes),
    });
  }

  /** Number of clients in the cache. */
  get clientCount(): number {
    return this.clients.size;
  }

  /** Estimate of the memory in use, in bytes. */
  get usedBytes(): number {
    return this.clients.calculatedSize;
  }

  override consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const now = Math.floor(this.now());
    const known = this.clients.get(key);
    if (known === undefined) this.sweep(now);
    const window = known ?? new SlidingWindow();
    const bytesBefore = known?.bytes;
    const decision = window.consume(policy, now);
    if (window.bytes !== bytesBefore) {
      // The cache measures a value only when it is added.
      this.clients.delete(key);
      this.clients.set(key, window);
    }
    return Promise.resolve(decision);
  }

  override close(): Promise<void> {
    this.clients.clear();
    return Promise.resolve();
  }

  /** Makes room from the cold end of the cache, which needs neither a timer nor a walk over all clients. */
  private sweep(now: number): void {
    let swept = 0;
    for (const key of this.clients.rkeys()) {
      const window = this.clients.peek(key);
      if (swept === sweptPerNewcomer || window === undefined || window.idleAt > now) return;
      this.clients.delete(key);
      swept += 1;
    }
  }
}
