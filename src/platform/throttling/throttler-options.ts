import cluster from 'node:cluster';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { FallbackRateLimitStorage } from './fallback-rate-limit.storage.js';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { PrimaryRateLimitStorage } from './primary-rate-limit.storage.js';
import { secondWindowMs, type RateLimitStorage } from './rate-limit.js';

/** A rule of a rate limit: at most `limit` requests in any window of `ttl` milliseconds. */
interface Rule {
  readonly limit: number;
  readonly ttl: number;
}

/** The options of Nest's `ThrottlerModule`. The limits are those of the service; a tenant may have limits of its own. */
export interface RateLimitOptions {
  /**
   * The burst rule has no name, so the package gives it the name `default`. `@SkipThrottle()` marks a route under this name only.
   * `RateLimitGuard` then applies neither the burst rule nor the rule `rate` to the route.
   */
  readonly throttlers: [burst: Rule, rate: Rule & { readonly name: 'rate' }];
  readonly storage: RateLimitStorage;
}

export async function throttlerOptions(config: Config, log: Log): Promise<RateLimitOptions> {
  return {
    throttlers: [
      { limit: config.rateBurstLimit, ttl: config.rateBurstWindowSeconds * 1_000 },
      { name: 'rate', limit: config.ratePerSecond, ttl: secondWindowMs },
    ],
    storage: await openStorage(config, log),
  };
}

/** Opens the storage of the rate limits. The Redis client is loaded only if the configuration needs it. */
async function openStorage(config: Config, log: Log): Promise<RateLimitStorage> {
  if (config.redisUrl === null) return cluster.isWorker ? new PrimaryRateLimitStorage() : new MemoryRateLimitStorage();
  const { connectRateLimitRedis, RedisRateLimitStorage } = await import('./redis-rate-limit.storage.js');
  const shared = new RedisRateLimitStorage(connectRateLimitRedis(config.redisUrl));
  return new FallbackRateLimitStorage(shared, new MemoryRateLimitStorage(), { log: (message) => log.warn(message) });
}
