import { RATE_WINDOW_MS, type RateDecision, type RatePolicy, type RuleState } from './rate-limit.js';

/**
 * Headers that tell a client where it stands: `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers-11, and `Retry-After` when the request is refused. The draft knows whole seconds
 * only; all times are rounded up, so a client that waits as told is never too early.
 */
export function rateLimitHeaders(policy: RatePolicy, decision: RateDecision): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy':
      `"burst";q=${policy.burstLimit};w=${wholeSeconds(policy.burstWindowMs)}, ` +
      `"rate";q=${policy.perSecond};w=${wholeSeconds(RATE_WINDOW_MS)}`,
    RateLimit: `"burst"${serviceLimit(decision.burst)}, "rate"${serviceLimit(decision.rate)}`,
  };
  if (!decision.allowed) headers['Retry-After'] = String(Math.max(1, wholeSeconds(decision.retryAfterMs)));
  return headers;
}

/** `t` is the time for which `r` is all there is; an untouched rule has no such time. */
function serviceLimit(rule: RuleState): string {
  const remaining = `;r=${rule.remaining}`;
  return rule.freesInMs > 0 ? `${remaining};t=${wholeSeconds(rule.freesInMs)}` : remaining;
}

function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
