import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { FallbackRateLimitStorage } from './fallback-rate-limit.storage.js';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { connectRateLimitRedis, RedisRateLimitStorage } from './redis-rate-limit.storage.js';
import { RedisServer } from './redis-server.fixture.js';
import type { RatePolicy } from './rate-limit.js';

const policy: RatePolicy = { burstLimit: 5, burstWindowMs: 600_000, perSecond: 5 };
const lost = /^Rate limits: Redis does not answer \(.+\); each process counts for itself until it does$/;
const back = 'Rate limits: Redis answers again; limits are shared once it has counted for a whole window';

/** Resolves when the event occurs. Unlike `once` of `node:events`, it does not reject if an error occurs before. */
function eventOf(redis: Redis, event: 'ready' | 'connect' | 'close'): Promise<void> {
  return new Promise((resolve) => redis.once(event, resolve));
}

/**
 * Opens a storage like that of the service, and collects the lines that the storage logs. Resolves after the given event of the
 * connection to Redis, such as `ready`.
 */
async function fallbackOn(url: string, event: 'ready' | 'connect' | 'close' = 'ready') {
  const log: string[] = [];
  const redis = connectRateLimitRedis(url);
  const storage = new FallbackRateLimitStorage(new RedisRateLimitStorage(redis), new MemoryRateLimitStorage(), {
    log: (message) => log.push(message),
    timeoutMs: 500,
    coolDownMs: 20,
  });
  await eventOf(redis, event);
  /** How many of the given number of requests of one client are allowed. */
  const allowedOf = async (count: number, key: string) => {
    const decisions = await Promise.all(Array.from({ length: count }, () => storage.consume(key, policy)));
    return decisions.filter(({ allowed }) => allowed).length;
  };
  const untilLogged = async (lines: number) => {
    while (log.length < lines) {
      await storage.consume('probe', policy);
      await sleep(5);
    }
  };
  return { redis, storage, log, allowedOf, untilLogged };
}

describe('The storage of rate limits with a fallback', () => {
  it('counts requests in this process when the connection to Redis is refused, and logs that once', async () => {
    const { storage, log, allowedOf } = await fallbackOn('redis://127.0.0.1:1', 'close');
    expect(await allowedOf(20, 'client')).toBe(5);
    expect(await allowedOf(20, 'client')).toBe(0);
    expect(log).toEqual([expect.stringMatching(lost)]);
    expect(log[0]).toContain('ECONNREFUSED');
    await storage.close();
  });

  it('counts requests in this process when the server of Redis accepts connections but never answers', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    mute.on('connection', (socket) => socket.on('error', () => undefined));
    const { port } = mute.address() as AddressInfo;
    const { storage, log, allowedOf } = await fallbackOn(`redis://127.0.0.1:${port}`, 'connect');
    expect(await allowedOf(20, 'client')).toBe(5);
    expect(log).toEqual([expect.stringMatching(lost)]);
    await storage.close();
    mute.close();
  });
});

const title = RedisServer.isInstalled()
  ? 'FallbackRateLimitStorage on a Redis that fails'
  : 'FallbackRateLimitStorage on a Redis that fails (skipped: there is no redis-server on the PATH)';

(RedisServer.isInstalled() ? describe : describe.skip)(title, () => {
  let server: RedisServer;
  let fallback: Awaited<ReturnType<typeof fallbackOn>>;

  beforeEach(async () => {
    server = await RedisServer.start();
    fallback = await fallbackOn(server.url);
  });
  afterEach(async () => {
    await fallback.storage.close();
    await server.kill();
  });

  it('counts the requests of all processes together while Redis answers', async () => {
    const other = await fallbackOn(server.url);
    expect((await fallback.allowedOf(4, 'client')) + (await other.allowedOf(4, 'client'))).toBe(5);
    expect([...fallback.log, ...other.log]).toEqual([]);
    await other.storage.close();
  });

  it('counts requests in this process when Redis is killed, and for one more window after Redis is back', async () => {
    expect(await fallback.allowedOf(3, 'client')).toBe(3);
    const underWay = fallback.allowedOf(20, 'caught');
    await server.kill();
    expect(await underWay).toBeLessThanOrEqual(5);
    // Three of the five allowed requests were accepted before, so two are left.
    expect(await fallback.allowedOf(20, 'client')).toBe(2);
    expect(await fallback.allowedOf(20, 'other client')).toBe(5);
    expect(await fallback.allowedOf(20, 'client')).toBe(0);

    await server.restart();
    await fallback.untilLogged(2);
    expect(fallback.log).toEqual([expect.stringMatching(lost), back]);
    // The new server is empty, but the local storage decides for one more window.
    expect(await fallback.allowedOf(20, 'client')).toBe(0);
  });

  it('accepts in each process no more than the limit in any window, even while Redis is killed and comes back empty', async () => {
    const other = await fallbackOn(server.url);
    const seconds: RatePolicy = { burstLimit: 20, burstWindowMs: 2_000, perSecond: 20 };
    const end = new AbortController();
    /** For each accepted request of one process, the times at which the request was sent and accepted. */
    const accepted = async ({ storage }: typeof fallback): Promise<[sentAt: number, acceptedAt: number][]> => {
      const times: [number, number][] = [];
      while (!end.signal.aborted) {
        const sentAt = performance.now();
        if ((await storage.consume('client', seconds)).allowed) times.push([sentAt, performance.now()]);
        await sleep(3);
      }
      return times;
    };
    const all = Promise.all([accepted(fallback), accepted(other)]);
    await sleep(2_500);
    await server.kill();
    await sleep(1_200);
    await server.restart();
    await sleep(6_000);
    const endedAt = performance.now();
    end.abort();
    const processes = await all;
    for (const times of processes) expect(mostWithin(times, seconds.burstWindowMs)).toBeLessThanOrEqual(20);
    expect(mostWithin(processes.flat(), seconds.burstWindowMs)).toBeGreaterThan(20);
    // Two windows after Redis has come back, it decides for both processes again.
    const recent = processes.flat().filter(([sentAt]) => sentAt > endedAt - 2_500);
    expect(mostWithin(recent, seconds.burstWindowMs)).toBe(20);
    expect([fallback.log[1], other.log[1]]).toEqual([back, back]);
    await other.storage.close();
  });

  it('waits for a hanging Redis only until a timeout, and notices when Redis answers again', async () => {
    expect(await fallback.allowedOf(5, 'client')).toBe(5);
    server.freeze();
    expect(await fallback.allowedOf(20, 'client')).toBe(0);
    expect(fallback.log).toEqual([expect.stringMatching(/no answer within 500 ms/)]);

    server.thaw();
    await fallback.untilLogged(2);
    expect(fallback.log[1]).toBe(back);
    expect(await fallback.allowedOf(20, 'client')).toBe(0);
  });

  it('does not count a timeout as a failure of Redis if this process was too busy to read the answer', async () => {
    const underWay = fallback.storage.consume('client', policy);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
    expect((await underWay).burst.remaining).toBe(4);
    expect(fallback.log).toEqual([]);
  });

  it('closes a connection on which Redis does not answer, and opens another one', async () => {
    server.freeze();
    const closed = eventOf(fallback.redis, 'close');
    await fallback.storage.consume('client', policy);
    await closed;
    server.thaw();
    await fallback.untilLogged(2);
    expect(fallback.log).toEqual([expect.stringMatching(lost), back]);
  });
});

/**
 * The tolerance of the comparison, in milliseconds. A storage counts whole milliseconds, so two times may be this much closer
 * to each other than the storage calculates.
 */
const roundingMs = 2;

/** The largest number of requests that were certainly sent and accepted within a window of this width. */
function mostWithin(times: readonly [sentAt: number, acceptedAt: number][], windowMs: number): number {
  const within = (from: number): number =>
    times.filter(([sentAt, acceptedAt]) => sentAt >= from && acceptedAt < from + windowMs - roundingMs).length;
  return Math.max(0, ...times.map(([sentAt]) => within(sentAt)));
}
