import { describe, expect, it } from '@jest/globals';
import { SlidingWindow } from './sliding-window.js';

describe('A sliding window', () => {
  it('takes only 64 bytes for a client with few requests, even if its limits are high', () => {
    const window = new SlidingWindow();
    for (let second = 0; second < 1000; second += 10) {
      window.consume({ burstLimit: 10_000, burstWindowMs: 60_000, perSecond: 5000 }, second * 1000);
    }
    expect(window.bytes).toBe(64);
  });

  it.each([
    { burstLimit: 100, perSecond: 70 },
    { burstLimit: 70, perSecond: 100 },
  ])('grows up to the larger of the limits %j, and no further', (limits) => {
    const window = new SlidingWindow();
    for (let now = 0; now < 10_000; now += 1) window.consume({ ...limits, burstWindowMs: 900 }, now);
    expect(window.bytes).toBeLessThanOrEqual(100 * 8);
    expect(window.bytes).toBeGreaterThanOrEqual(70 * 8);
    for (let now = 10_000; now < 20_000; now += 1) {
      window.consume({ burstLimit: 250, burstWindowMs: 900, perSecond: 250 }, now);
    }
    expect(window.bytes).toBe(250 * 8);
  });

  it('returns the time from which the window of a client is no longer needed', () => {
    const window = new SlidingWindow();
    expect(window.idleAt).toBeLessThan(0);
    window.consume({ burstLimit: 1, burstWindowMs: 60_000, perSecond: 1 }, 5);
    expect(window.idleAt).toBe(60_005);
    window.consume({ burstLimit: 1, burstWindowMs: 60_000, perSecond: 1 }, 70);
    expect(window.idleAt).toBe(60_005);
    window.consume({ burstLimit: 9, burstWindowMs: 10, perSecond: 9 }, 80);
    expect(window.idleAt).toBe(1080);
    window.consume({ burstLimit: 1, burstWindowMs: 10, perSecond: 1 }, 30);
    expect(window.idleAt).toBe(1030);
  });
});
