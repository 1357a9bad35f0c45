import { Redis, type RedisOptions } from 'ioredis';
import { type SentinelOptions, sentinelOptions } from '../config/redis-sentinel.js';

/** The settings of a connection to Redis, as BullMQ takes them: the URL of one server, or the sentinels. */
export type RedisSettings =
  | { readonly url: string }
  | (Omit<SentinelOptions, 'sentinels'> & { sentinels: { host: string; port: number }[] });

/**
 * How to reach the Redis of `REDIS_URL`, as BullMQ takes it. Through sentinels, the client asks them for the present master before each
 * connection. A sentinel closes the connections to a master that it has replaced, so clients then connect to the new one.
 */
export function redisSettings(url: string): RedisSettings {
  const sentinel = sentinelOptions(url);
  return sentinel === null ? { url } : { ...sentinel, sentinels: [...sentinel.sentinels] };
}

/** Connects to the Redis of `REDIS_URL`. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const settings = redisSettings(url);
  return 'url' in settings ? new Redis(settings.url, options) : new Redis({ ...settings, ...options });
}
