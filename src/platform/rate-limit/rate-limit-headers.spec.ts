import { describe, expect, it } from '@jest/globals';
import { rateLimitHeaders } from './rate-limit-headers.js';
import type { RateDecision } from './rate-limit.js';

const policy = { burstLimit: 1000, burstWindowMs: 60_000, perSecond: 100 };
const refusedFor = (retryAfterMs: number): RateDecision => ({
  allowed: false,
  retryAfterMs,
  burst: { remaining: 900, freesInMs: 59_000 },
  rate: { remaining: 0, freesInMs: retryAfterMs },
});

describe('rateLimitHeaders', () => {
  it('states the policy and what is left of it', () => {
    const decision: RateDecision = {
      allowed: true,
      retryAfterMs: 0,
      burst: { remaining: 999, freesInMs: 59_001 },
      rate: { remaining: 99, freesInMs: 1 },
    };
    expect(rateLimitHeaders(policy, decision)).toEqual({
      'RateLimit-Policy': '"burst";q=1000;w=60, "rate";q=100;w=1',
      RateLimit: '"burst";r=999;t=60, "rate";r=99;t=1',
    });
  });

  it('gives no time for a rule of which nothing is used', () => {
    const decision: RateDecision = { ...refusedFor(0), rate: { remaining: 100, freesInMs: 0 } };
    expect(rateLimitHeaders(policy, decision).RateLimit).toBe('"burst";r=900;t=59, "rate";r=100');
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ])('tells a client refused for %d ms to come back after %s s', (retryAfterMs, seconds) => {
    expect(rateLimitHeaders(policy, refusedFor(retryAfterMs))['Retry-After']).toBe(seconds);
  });

  it('rounds a window of broken seconds up', () => {
    const headers = rateLimitHeaders({ ...policy, burstWindowMs: 1500 }, refusedFor(1));
    expect(headers['RateLimit-Policy']).toBe('"burst";q=1000;w=2, "rate";q=100;w=1');
  });
});
