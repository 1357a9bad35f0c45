import { secondWindowMs, type RateDecision, type RuleState, type RatePolicy } from './rate-limit.js';

/** Implements the two rules of {@link RatePolicy} as simply as possible. Tests compare the real storages with it. */
export class NaiveRateLimit {
  private accepted: number[] = [];

  consume(policy: RatePolicy, now: number): RateDecision {
    const stepBack = Math.max(0, (this.accepted.at(-1) ?? now) - now);
    this.accepted = this.accepted.map((time) => time - stepBack);

    const within = (windowMs: number) => this.accepted.filter((time) => time > now - windowMs);
    const allowed =
      within(policy.burstWindowMs).length < policy.burstLimit && within(secondWindowMs).length < policy.perSecond;
    if (allowed) this.accepted = [...within(Math.max(policy.burstWindowMs, secondWindowMs)), now];

    const burst = stateOf(within(policy.burstWindowMs), policy.burstLimit, policy.burstWindowMs - now);
    const rate = stateOf(within(secondWindowMs), policy.perSecond, secondWindowMs - now);
    const waits = [burst, rate].filter((rule) => rule.remaining === 0).map((rule) => rule.freesInMs);
    return { allowed, retryAfterMs: allowed ? 0 : Math.max(...waits), burst, rate };
  }
}

function stateOf(used: number[], limit: number, untilFree: number): RuleState {
  const [oldestThatCounts] = used.slice(-limit);
  return {
    remaining: Math.max(0, limit - used.length),
    freesInMs: oldestThatCounts === undefined ? 0 : oldestThatCounts + untilFree,
  };
}
