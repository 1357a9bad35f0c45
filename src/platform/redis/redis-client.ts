import { Redis, type RedisOptions } from 'ioredis';
import { type SentinelOptions, sentinelOptions } from '../config/redis-sentinel.js';

/** The settings of a connection to Redis, as BullMQ takes them: the URL of one server, or the sentinels. */
export type RedisSettings =
  | { readonly url: string }
  | (Omit<SentinelOptions, 'sentinels'> & { sentinels: { host: string; port: number }[]; failoverDetector: true });

/**
 * How to reach the Redis of `REDIS_URL`, as BullMQ takes it. Through sentinels the client always connects to the present master: it
 * asks them before each connection, and a message of theirs about another master makes it connect anew.
 */
export function redisSettings(url: string): RedisSettings {
  const sentinel = sentinelOptions(url);
  return sentinel === null ? { url } : { ...sentinel, sentinels: [...sentinel.sentinels], failoverDetector: true };
}

/** Connects to the Redis of `REDIS_URL`. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const settings = redisSettings(url);
  return 'url' in settings ? new Redis(settings.url, options) : new Redis({ ...settings, ...options });
}
