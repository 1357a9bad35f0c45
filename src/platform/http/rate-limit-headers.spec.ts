import { describe, expect, it } from '@jest/globals';
import { rateLimitHeaders } from './rate-limit.guard.js';
import type { RateDecision } from '../throttling/rate-limit.js';

const policy = { burstLimit: 1000, burstWindowMs: 60_000, perSecond: 100 };
const refusedFor = (retryAfterMs: number): RateDecision => ({
  allowed: false,
  retryAfterMs,
  burst: { remaining: 900, freesInMs: 59_000 },
  rate: { remaining: 0, freesInMs: retryAfterMs },
});

describe('The writer of the rate-limit headers', () => {
  it('returns the policy and the number of remaining requests', () => {
    const decision: RateDecision = {
      allowed: true,
      retryAfterMs: 0,
      burst: { remaining: 999, freesInMs: 59_001 },
      rate: { remaining: 99, freesInMs: 1 },
    };
    expect(rateLimitHeaders(policy, decision)).toEqual({
      'RateLimit-Policy': '"burst";q=1000;w=60, "rate";q=100;w=1',
      RateLimit: '"burst";r=999;t=60, "rate";r=99;t=1',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '99',
      'X-RateLimit-Reset': '1',
    });
  });

  it.each([
    ['the rule with fewer remaining requests', [5, 40_000], [99, 1], ['1000', '5', '40']],
    ['the rule with fewer remaining requests', [500, 40_000], [99, 1], ['100', '99', '1']],
    ['the rule that stays used up for longer, if both are', [0, 700], [0, 900], ['100', '0', '1']],
    ['the rule that stays used up for longer, if both are', [0, 9_001], [0, 900], ['1000', '0', '10']],
    ['a rule that no request has used', [1000, 0], [100, 0], ['100', '100', '0']],
  ] as const)('states in the X-RateLimit headers %s: %j and %j', (_what, burst, rate, expected) => {
    const state = ([remaining, freesInMs]: readonly [number, number]) => ({ remaining, freesInMs });
    const decision = { allowed: true, retryAfterMs: 0, burst: state(burst), rate: state(rate) };
    const headers = rateLimitHeaders(policy, decision);
    expect(['Limit', 'Remaining', 'Reset'].map((name) => headers[`X-RateLimit-${name}`])).toEqual(expected);
  });

  it('states no time for a rule in whose window there are no requests', () => {
    const decision: RateDecision = { ...refusedFor(0), rate: { remaining: 100, freesInMs: 0 } };
    expect(rateLimitHeaders(policy, decision).RateLimit).toBe('"burst";r=900;t=59, "rate";r=100');
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ])('tells a client that must wait %d ms to retry after %s s', (retryAfterMs, seconds) => {
    const headers = rateLimitHeaders(policy, refusedFor(retryAfterMs));
    expect(headers['Retry-After']).toBe(seconds);
    if (retryAfterMs > 0) expect(headers['X-RateLimit-Reset']).toBe(seconds);
  });

  it('rounds the length of a window up to whole seconds', () => {
    const headers = rateLimitHeaders({ ...policy, burstWindowMs: 1500 }, refusedFor(1));
    expect(headers['RateLimit-Policy']).toBe('"burst";q=1000;w=2, "rate";q=100;w=1');
  });
});
