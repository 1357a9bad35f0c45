import { describe, expect, it } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

const MiB = 1024 * 1024;
const key = (keyId: string, perSecond?: number) => ({
  keyId,
  ratePolicy: perSecond === undefined ? null : { burstLimit: 1, burstWindowMs: 1, perSecond },
});

/** A budget with a clock that only moves when a test calls `pass`. */
function budgetOf(rateBodyBytesPerSecond: number | null, ratePerSecond = 100) {
  let now = 1_000;
  const budget = new BodyBudget({ rateBodyBytesPerSecond, ratePerSecond }, () => now);
  return {
    /** Spends bytes. It returns the seconds of `Retry-After` if they were refused, and null if they were accepted. */
    spend: (caller: ReturnType<typeof key>, bytes: number, wanted?: number): number | null => {
      try {
        budget.spend(caller, bytes, wanted);
        return null;
      } catch (error) {
        const { headers } = error as { headers: Record<string, string> };
        expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
        expect(headers['X-RateLimit-Reset']).toBe(headers['Retry-After']);
        return Number(headers['Retry-After']);
      }
    },
    pass: (seconds: number) => (now += seconds * 1_000),
  };
}

describe('The budget for the bytes of bodies', () => {
  it('accepts 20 MiB at once, and then the configured number of bytes per second', () => {
    const { spend, pass } = budgetOf(MiB);
    for (let count = 0; count < 4; count += 1) expect(spend(key('a'), 5 * MiB)).toBeNull();
    expect(spend(key('a'), 1)).toBe(1);
    pass(1);
    expect(spend(key('a'), MiB)).toBeNull();
    expect(spend(key('a'), 1)).toBe(1);
  });

  it('accepts a refused body when exactly the time in Retry-After has passed', () => {
    const { spend, pass } = budgetOf(MiB);
    expect(spend(key('a'), 20 * MiB)).toBeNull();
    expect(spend(key('a'), 5 * MiB)).toBe(5);
    pass(4.9);
    expect(spend(key('a'), 5 * MiB)).toBe(1);
    pass(0.1);
    expect(spend(key('a'), 5 * MiB)).toBeNull();
  });

  it('returns the time until the whole body is accepted, even if only a part of it exceeded the budget', () => {
    const { spend } = budgetOf(MiB);
    expect(spend(key('a'), 20 * MiB)).toBeNull();
    expect(spend(key('a'), 1, 5 * MiB)).toBe(5);
  });

  it('takes nothing from any budget for a refused body', () => {
    const { spend, pass } = budgetOf(MiB);
    expect(spend(key('a'), 20 * MiB)).toBeNull();
    for (let count = 0; count < 100; count += 1) expect(spend(key('a'), 5 * MiB)).toBe(5);
    expect(spend(key('b'), 20 * MiB)).toBeNull();
    pass(5);
    expect(spend(key('a'), 5 * MiB)).toBeNull();
  });

  it('accepts no more than 20 MiB at once, even after a pause of a day', () => {
    const { spend, pass } = budgetOf(MiB);
    expect(spend(key('a'), 20 * MiB)).toBeNull();
    pass(86_400);
    expect(spend(key('a'), 20 * MiB)).toBeNull();
    expect(spend(key('a'), 1)).toBe(1);
  });

  it('by default never refuses full batches that a key sends at the request rate of the service, or at that of its tenant', () => {
    for (const [perSecond, caller] of [
      [100, key('a')],
      [1_000, key('b', 1_000)],
    ] as const) {
      const { spend, pass } = budgetOf(null);
      for (let sent = 0; sent < 10 * perSecond; sent += 1) {
        expect(spend(caller, 150_000)).toBeNull();
        pass(1 / perSecond);
      }
    }
  });
});
