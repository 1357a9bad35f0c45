import { Redis, type RedisOptions } from 'ioredis';
import { type SentinelOptions, sentinelOptions } from '../config/redis-sentinel.js';

/** The settings of a connection to Redis, in the form that BullMQ takes: the URL of one server, or a list of sentinels. */
export type RedisSettings =
  | { readonly url: string }
  | (Omit<SentinelOptions, 'sentinels'> & { sentinels: { host: string; port: number }[] });

/**
 * Reads from `REDIS_URL` how to connect to Redis. If the URL names sentinels, the client asks them before each connection which
 * server is the master at present. When a sentinel has replaced the master, the sentinel closes the connections of all clients to
 * the old master, so that the clients connect to the new one.
 */
export function redisSettings(url: string): RedisSettings {
  const sentinel = sentinelOptions(url);
  return sentinel === null ? { url } : { ...sentinel, sentinels: [...sentinel.sentinels] };
}

export function openRedis(url: string, options: RedisOptions): Redis {
  const settings = redisSettings(url);
  return 'url' in settings ? new Redis(settings.url, options) : new Redis({ ...settings, ...options });
}
