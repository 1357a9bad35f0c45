import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { describeRateLimitStorage } from './rate-limit.suite.js';
import { connectRateLimitRedis, RedisRateLimitStorage } from './redis-rate-limit.storage.js';
import { RedisServer } from './redis-server.fixture.js';
import type { RatePolicy } from './rate-limit.js';

const externalUrl = process.env.TEST_REDIS_URL;
const available = externalUrl !== undefined || RedisServer.isInstalled();
const title = available
  ? 'RedisRateLimitStorage'
  : 'RedisRateLimitStorage (skipped: there is no redis-server on the PATH and TEST_REDIS_URL is not set)';

(available ? describe : describe.skip)(title, () => {
  const prefix = `test-${randomUUID()}:`;
  const policy: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 15 };
  const connections: Redis[] = [];
  let server: RedisServer | undefined;
  let url = externalUrl ?? '';

  const connect = () => {
    const redis = connectRateLimitRedis(url);
    connections.push(redis);
    return redis;
  };
  const connected = async () => {
    const redis = connect();
    await new Promise((resolve) => redis.once('ready', resolve));
    return redis;
  };

  beforeAll(async () => {
    if (externalUrl !== undefined) return;
    server = await RedisServer.start();
    url = server.url;
  });
  afterAll(async () => {
    for (const redis of connections) redis.disconnect();
    await server?.kill();
  });

  describe('RedisRateLimitStorage as a rate-limit storage', () => {
    let redis: Redis;
    beforeAll(async () => {
      redis = await connected();
    });
    describeRateLimitStorage((now) => new RedisRateLimitStorage(redis, { prefix, now }));
  });

  it('the storage uses the clock of the Redis server', async () => {
    const redis = await connected();
    const storage = new RedisRateLimitStorage(redis, { prefix });
    const before = await serverTime(redis);
    await storage.consume('clock', policy);
    const after = await serverTime(redis);
    const stored = Number(await redis.lindex(`${prefix}{clock}`, 0));
    expect(stored).toBeGreaterThanOrEqual(before);
    expect(stored).toBeLessThanOrEqual(after);
  });

  it('the storage counts the requests of all processes together', async () => {
    const storages = [await connected(), await connected(), await connected()].map(
      (redis) => new RedisRateLimitStorage(redis, { prefix }),
    );
    const minute: RatePolicy = { burstLimit: 50, burstWindowMs: 60_000, perSecond: 50 };
    const decisions = await Promise.all(
      storages.flatMap((storage) => Array.from({ length: 40 }, () => storage.consume('shared', minute))),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(50);
  });

  it('the storage lets the key of an idle client expire', async () => {
    const redis = await connected();
    await new RedisRateLimitStorage(redis, { prefix }).consume('idle', policy);
    const timeToLive = await redis.pttl(`${prefix}{idle}`);
    expect(timeToLive).toBeGreaterThan(60_000);
    expect(timeToLive).toBeLessThanOrEqual(70_000);
  });

  it('the storage extends the life of the key of a client when the clock was set back', async () => {
    const redis = await connected();
    let now = 1_000_000;
    const storage = new RedisRateLimitStorage(redis, { prefix, now: () => now });
    const exhausted = { ...policy, burstLimit: 1 };
    await storage.consume('set-back', exhausted);
    now -= 5000;
    expect((await storage.consume('set-back', exhausted)).allowed).toBe(false);
    expect(await redis.pttl(`${prefix}{set-back}`)).toBeGreaterThan(60_000);
  });

  it('the storage stores no more requests of a client than the larger of its two limits', async () => {
    const redis = await connected();
    let now = 1_000_000;
    const storage = new RedisRateLimitStorage(redis, { prefix, now: () => now });
    for (let sent = 0; sent < 200; sent += 1) {
      await storage.consume('steady', { ...policy, burstWindowMs: 2000 });
      now += 50;
      expect(await redis.llen(`${prefix}{steady}`)).toBeLessThanOrEqual(20);
    }
  });

  it('the storage still counts after the Redis server has lost its scripts', async () => {
    const redis = await connected();
    const storage = new RedisRateLimitStorage(redis, { prefix });
    await storage.consume('scripts', policy);
    await redis.script('FLUSH');
    expect((await storage.consume('scripts', policy)).burst.remaining).toBe(18);
  });

  it('the storage rejects with the error of the Redis server when the key has a value of another type', async () => {
    const redis = await connected();
    await redis.set(`${prefix}{taken}`, 'text', 'PX', 60_000);
    await expect(new RedisRateLimitStorage(redis, { prefix }).consume('taken', policy)).rejects.toThrow('WRONGTYPE');
  });
});

describe('RedisRateLimitStorage without a server', () => {
  it('rejects at once with the reason why there is no connection', async () => {
    const redis = connectRateLimitRedis('redis://127.0.0.1:1');
    const storage = new RedisRateLimitStorage(redis);
    await new Promise((resolve) => redis.once('close', resolve));
    const policy: RatePolicy = { burstLimit: 1, burstWindowMs: 1000, perSecond: 1 };
    await expect(storage.consume('client', policy)).rejects.toThrow('ECONNREFUSED');
    await storage.close();
  });
});

async function serverTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
