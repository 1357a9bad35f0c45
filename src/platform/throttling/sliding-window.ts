import { secondWindowMs, type RateDecision, type RuleState, type RatePolicy } from './rate-limit.js';

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

  private grow(maximum: number): void {
    const grown = new Float64Array(Math.min(this.times.length * 2, maximum));
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
