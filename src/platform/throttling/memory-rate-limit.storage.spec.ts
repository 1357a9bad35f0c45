import { describe, expect, it } from '@jest/globals';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { describeRateLimitStorage } from './rate-limit.suite.js';
import type { RatePolicy } from './rate-limit.js';

const policy: RatePolicy = { burstLimit: 1000, burstWindowMs: 60_000, perSecond: 1000 };

describe('The storage of rate limits in memory', () => {
  describeRateLimitStorage((now) => new MemoryRateLimitStorage({ now }));

  it('stays within its memory limit when many clients arrive, and removes the client that was idle for longest', async () => {
    const storage = new MemoryRateLimitStorage({ maxBytes: 100_000 });
    await storage.consume('first', policy);
    await storage.consume('regular', policy);
    for (let client = 0; client < 5000; client += 1) {
      await storage.consume(`2001:db8:0:${client.toString(16)}::/64`, policy);
      await storage.consume('regular', { ...policy, burstLimit: 10_000, perSecond: 10_000 });
    }
    expect(storage.usedBytes).toBeLessThanOrEqual(100_000);
    expect(storage.clientCount).toBeGreaterThan(20);
    expect((await storage.consume('first', policy)).burst.remaining).toBe(999);
    expect((await storage.consume('regular', policy)).burst.remaining).toBe(0);
  });

  it("counts the bytes that the times of a client's requests take", async () => {
    const storage = new MemoryRateLimitStorage();
    await storage.consume('busy', policy);
    const atFirst = storage.usedBytes;
    for (let sent = 1; sent < 1000; sent += 1) await storage.consume('busy', policy);
    expect(storage.usedBytes - atFirst).toBe((1000 - 8) * Float64Array.BYTES_PER_ELEMENT);
    expect(storage.clientCount).toBe(1);
  });

  it('limits the requests of a client even if their times alone need more than the memory limit', async () => {
    const storage = new MemoryRateLimitStorage({ maxBytes: 1000 });
    const decisions = await Promise.all(Array.from({ length: 1500 }, () => storage.consume('busy', policy)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(1000);
  });

  it('removes clients that have been idle for a whole window when new ones arrive', async () => {
    let now = 0;
    const storage = new MemoryRateLimitStorage({ now: () => now });
    for (let client = 0; client < 1000; client += 1) await storage.consume(`early-${client}`, policy);
    now = 60_000;
    for (let client = 0; client < 500; client += 1) await storage.consume(`late-${client}`, policy);
    expect(storage.clientCount).toBe(500);
  });
});
