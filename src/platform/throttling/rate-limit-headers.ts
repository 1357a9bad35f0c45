import type { RatePolicy } from '../auth/caller.js';
import { RATE_WINDOW_MS, type RateDecision, type RuleState } from './rate-limit.js';

/**
 * Headers that tell a client where it stands: `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers-11, the `X-RateLimit-…` that most clients read, and `Retry-After` when the request is
 * refused. Times are whole seconds, rounded up, so a client that waits as told is never too early.
 */
export function rateLimitHeaders(policy: RatePolicy, decision: RateDecision): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy':
      `"burst";q=${policy.burstLimit};w=${wholeSeconds(policy.burstWindowMs)}, ` +
      `"rate";q=${policy.perSecond};w=${wholeSeconds(RATE_WINDOW_MS)}`,
    RateLimit: `"burst"${serviceLimit(decision.burst)}, "rate"${serviceLimit(decision.rate)}`,
    ...tighterRule(policy, decision),
  };
  if (!decision.allowed) headers['Retry-After'] = String(Math.max(1, wholeSeconds(decision.retryAfterMs)));
  return headers;
}

/**
 * The `X-RateLimit-…` headers know one rule only: the one with the least left and, of two that are used up, the one that stays so
 * for longer. Of a refused request `X-RateLimit-Reset` is thus `Retry-After`.
 */
function tighterRule(policy: RatePolicy, { burst, rate }: RateDecision): Record<string, string> {
  const order = rate.remaining - burst.remaining || burst.freesInMs - rate.freesInMs;
  const [limit, rule] = order < 0 ? [policy.perSecond, rate] : [policy.burstLimit, burst];
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(rule.remaining),
    'X-RateLimit-Reset': String(wholeSeconds(rule.freesInMs)),
  };
}

/** `t` is the time for which `r` is all there is; an untouched rule has no such time. */
function serviceLimit(rule: RuleState): string {
  const remaining = `;r=${rule.remaining}`;
  return rule.freesInMs > 0 ? `${remaining};t=${wholeSeconds(rule.freesInMs)}` : remaining;
}

function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
