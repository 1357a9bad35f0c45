import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NaiveRateLimit } from './naive-rate-limit.fixture.js';
import { secondWindowMs, type RateDecision, type RateLimitStorage, type RatePolicy } from './rate-limit.js';

const epoch = 1_790_000_000_000;

// Many of the generated numbers are round, so that some requests arrive exactly at the edge of a window.
const tenths = (max: number) => fc.integer({ min: 1, max }).map((count) => count * 100);
const policies = fc.record({
  burstLimit: fc.integer({ min: 1, max: 20 }),
  burstWindowMs: fc.oneof(tenths(30), fc.integer({ min: 1, max: 3000 })),
  perSecond: fc.integer({ min: 1, max: 12 }),
});
const pauses = fc.oneof(
  { arbitrary: fc.constant(0), weight: 5 },
  { arbitrary: tenths(12), weight: 5 },
  { arbitrary: fc.integer({ min: 1, max: 60 }), weight: 3 },
  { arbitrary: fc.integer({ min: 1, max: 3500 }), weight: 1 },
);
/** For each request, how many milliseconds pass before it, and by how many milliseconds the clock is set back before it. */
const arrivals = fc.array(
  fc.record({ pause: pauses, setBack: fc.oneof({ arbitrary: fc.constant(0), weight: 15 }, fc.nat(5000)) }),
  { minLength: 1, maxLength: 60 },
);

/**
 * The tests that every storage must pass.
 * @param open creates a storage that uses the given clock
 */
export function describeRateLimitStorage(open: (now: () => number) => RateLimitStorage): void {
  let now = epoch;
  let lastKey = 0;
  let storage: RateLimitStorage;
  const newKey = () => `client-${(lastKey += 1)}`;
  const refusalOf = async (key: string, policy: RatePolicy): Promise<RateDecision> => {
    const decision = await storage.consume(key, policy);
    return decision.allowed ? refusalOf(key, policy) : decision;
  };

  beforeAll(() => {
    storage = open(() => now);
  });
  afterAll(() => storage.close());

  describe('with arbitrary arrivals', () => {
    it('decides like a simple model, even if limits and windows change and the clock is set back', async () => {
      const program = fc.tuple(fc.array(policies, { minLength: 1, maxLength: 3 }), arrivals);
      await fc.assert(
        fc.asyncProperty(program, async ([choices, steps]) => {
          const key = newKey();
          const model = new NaiveRateLimit();
          for (const [index, { pause, setBack }] of steps.entries()) {
            now += pause - setBack;
            const policy = choices[Math.floor(index / 8) % choices.length] as RatePolicy;
            expect(await storage.consume(key, policy)).toEqual(model.consume(policy, now));
          }
        }),
      );
    });

    it('never accepts more requests than the limits allow in any window, even if the clock is set back', async () => {
      await fc.assert(
        fc.asyncProperty(policies, arrivals, async (policy, steps) => {
          const key = newKey();
          const accepted: number[] = [];
          let passed = 0;
          for (const { pause, setBack } of steps) {
            passed += pause;
            now += pause - setBack;
            if ((await storage.consume(key, policy)).allowed) accepted.push(passed);
          }
          expect(mostWithin(accepted, policy.burstWindowMs)).toBeLessThanOrEqual(policy.burstLimit);
          expect(mostWithin(accepted, secondWindowMs)).toBeLessThanOrEqual(policy.perSecond);
        }),
      );
    });

    it('accepts a retry after exactly the time that it returned, and not a millisecond sooner', async () => {
      await fc.assert(
        fc.asyncProperty(policies, arrivals, async (policy, steps) => {
          const [precise, inSeconds] = [newKey(), newKey()];
          for (const { pause, setBack } of steps) {
            now += pause - setBack;
            await storage.consume(precise, policy);
            await storage.consume(inSeconds, policy);
          }
          const { retryAfterMs } = await refusalOf(precise, policy);
          await refusalOf(inSeconds, policy);
          const refusedAt = now;

          now = refusedAt + retryAfterMs - 1;
          expect((await storage.consume(precise, policy)).allowed).toBe(false);
          now = refusedAt + retryAfterMs;
          expect((await storage.consume(precise, policy)).allowed).toBe(true);
          now = refusedAt + Math.ceil(retryAfterMs / 1000) * 1000;
          expect((await storage.consume(inSeconds, policy)).allowed).toBe(true);
        }),
      );
    });

    it('counts nothing for a refused request', async () => {
      await fc.assert(
        fc.asyncProperty(policies, arrivals, async (policy, steps) => {
          const [persistent, compliant] = [newKey(), newKey()];
          for (const { pause } of steps) {
            now += pause;
            const decision = await storage.consume(persistent, policy);
            if (decision.allowed) expect(await storage.consume(compliant, policy)).toEqual(decision);
            else expect(await storage.consume(persistent, policy)).toEqual(decision);
          }
        }),
      );
    });
  });

  describe('with a quota of 3 in 10 seconds and 2 in one second', () => {
    const policy: RatePolicy = { burstLimit: 3, burstWindowMs: 10_000, perSecond: 2 };

    it('returns for each request how many more are possible, and when there will be one more', async () => {
      const key = newKey();
      expect(await storage.consume(key, policy)).toEqual({
        allowed: true,
        retryAfterMs: 0,
        burst: { remaining: 2, freesInMs: 10_000 },
        rate: { remaining: 1, freesInMs: 1000 },
      });
      now += 400;
      await storage.consume(key, policy);
      expect(await storage.consume(key, policy)).toEqual({
        allowed: false,
        retryAfterMs: 600,
        burst: { remaining: 1, freesInMs: 9600 },
        rate: { remaining: 0, freesInMs: 600 },
      });
      now += 3000;
      await storage.consume(key, policy);
      now += 1000;
      expect(await storage.consume(key, policy)).toEqual({
        allowed: false,
        retryAfterMs: 5600,
        burst: { remaining: 0, freesInMs: 5600 },
        rate: { remaining: 2, freesInMs: 0 },
      });
    });

    it('counts the requests of each client separately', async () => {
      await refusalOf(newKey(), policy);
      expect((await storage.consume(newKey(), policy)).allowed).toBe(true);
    });

    it('has the full quota again after a long pause', async () => {
      const key = newKey();
      await refusalOf(key, policy);
      now += 10_000_000;
      expect((await storage.consume(key, policy)).burst).toEqual({ remaining: 2, freesInMs: 10_000 });
    });

    it('does not lock a client out for longer than a window when the clock is set back by a day', async () => {
      const key = newKey();
      await refusalOf(key, policy);
      now -= 86_400_000;
      expect((await storage.consume(key, policy)).retryAfterMs).toBe(1000);
      now += 1000;
      expect((await storage.consume(key, policy)).allowed).toBe(true);
      expect((await refusalOf(key, policy)).retryAfterMs).toBe(9000);
    });
  });

  it('returns for a single rule what the interface ThrottlerStorage requires', async () => {
    const key = newKey();
    const increment = (name = 'rule') => storage.increment(key, 2_500, 2, 60_000, name);
    const accepted = { totalHits: 1, timeToExpire: 3, isBlocked: false, timeToBlockExpire: 0 };
    expect(await increment()).toEqual(accepted);
    now += 600;
    expect(await increment()).toEqual({ ...accepted, totalHits: 2, timeToExpire: 2 });
    expect(await increment()).toEqual({ totalHits: 3, timeToExpire: 2, isBlocked: true, timeToBlockExpire: 2 });
    expect(await increment('other rule')).toEqual(accepted);
    now += 1_900;
    expect(await increment()).toEqual({ ...accepted, totalHits: 2, timeToExpire: 1 });
  });

  describe('when the limits of a client change', () => {
    const policy = (burstLimit: number): RatePolicy => ({ burstLimit, burstWindowMs: 60_000, perSecond: 1000 });

    it('still counts earlier requests after the limit was raised', async () => {
      const key = newKey();
      await refusalOf(key, policy(10));
      expect((await storage.consume(key, policy(25))).burst.remaining).toBe(14);
    });

    it('refuses requests after the limit was lowered, until enough earlier ones have left the window', async () => {
      const key = newKey();
      for (let sent = 0; sent < 20; sent += 1) {
        await storage.consume(key, policy(20));
        now += 100;
      }
      // Now at most 3 requests are allowed, but 20 are in the window. Before another one is allowed, 18 of them must have left
      // the window. The 18th arrived 300 ms ago.
      expect(await storage.consume(key, policy(3))).toMatchObject({ allowed: false, retryAfterMs: 59_700 });
      expect((await storage.consume(key, policy(21))).burst.remaining).toBe(0);
    });
  });

  it('accepts exactly 1,000 requests a minute and 100 a second from a client that never pauses', async () => {
    const policy: RatePolicy = { burstLimit: 1000, burstWindowMs: 60_000, perSecond: 100 };
    const key = newKey();
    const acceptedInSecond: number[] = [];
    for (let second = 0; second < 62; second += 1) {
      let accepted = 0;
      while ((await storage.consume(key, policy)).allowed) accepted += 1;
      acceptedInSecond.push(accepted);
      now += 1000;
    }
    expect(acceptedInSecond.slice(0, 12)).toEqual([...Array<number>(10).fill(100), 0, 0]);
    expect(acceptedInSecond.slice(58)).toEqual([0, 0, 100, 100]);
  });

  it('accepts exactly 50 of 200 requests that arrive at the same time, if the limit is 50', async () => {
    const key = newKey();
    const policy: RatePolicy = { burstLimit: 50, burstWindowMs: 60_000, perSecond: 1000 };
    const decisions = await Promise.all(Array.from({ length: 200 }, () => storage.consume(key, policy)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(50);
  });
}

/**
 * The largest number of request times in any window of this width. It is enough to try the windows that begin at one of these
 * times.
 */
function mostWithin(times: number[], windowMs: number): number {
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + windowMs).length));
}
