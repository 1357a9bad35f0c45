import { secondWindowMs, type RateDecision, type RuleState, type RatePolicy } from './rate-limit.js';

/**
 * The ring of a new client has memory for this many requests, and grows if there are more. The number is small because most
 * clients send few requests.
 */
const firstCapacity = 8;

/**
 * The requests of one client, as a ring buffer with the times at which they were accepted.
 *
 * A simpler way would be a counter that starts again with each window. But then a client could send its full limit at the end of
 * one window and again at the start of the next. With the ring, a request is accepted only if fewer than `burstLimit` requests
 * were accepted in the last `burstWindowMs`, and fewer than `perSecond` in the last second. The ring never has more than
 * max(burstLimit, perSecond) elements of 8 bytes each.
 */
export class SlidingWindow {
  private times = new Float64Array(firstCapacity);
  private newest = 0;
  private size = 0;
  private forgettableAt = Number.NEGATIVE_INFINITY;

  get bytes(): number {
    return this.times.byteLength;
  }

  /** The time at which all requests in the ring will have left their windows, in milliseconds. */
  get idleAt(): number {
    return this.forgettableAt;
  }

  /**
   * Decides whether a request that arrives at `now` is accepted, and counts it if it is. `now` is in whole milliseconds, by any
   * clock.
   */
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
   * Handles a clock that was set back. How much time has really passed is then unknown, so all stored times are moved back by the
   * same step. So no request is accepted too early, and no client has to wait until the clock has caught up.
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

  /**
   * The number of requests in the ring that arrived less than `windowMs` ago. The ring is ordered by time, so a binary search
   * finds them.
   */
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
    // If the limit was lowered, more than `limit` requests may be in the window. Those in excess have to leave the window first.
    const freedBy = this.at(Math.min(used, limit));
    return { remaining: Math.max(0, limit - used), freesInMs: freedBy + windowMs - now };
  }

  /** The time at which a request in the ring was accepted. The newest request has the `rank` 1, the one before it has 2. */
  private at(rank: number): number {
    const length = this.times.length;
    return this.times[(this.newest + length - rank + 1) % length] ?? Number.POSITIVE_INFINITY;
  }
}

function waitOf(rule: RuleState): number {
  return rule.remaining === 0 ? rule.freesInMs : 0;
}
