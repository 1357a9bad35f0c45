import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from '../config/redis-sentinel.js';

/**
 * How to reach the Redis of `REDIS_URL`, as BullMQ takes it. Through sentinels the client always connects to the present master: it
 * asks them before each connection, and a message of theirs about another master makes it connect anew.
 */
export function redisSettings(url: string): RedisOptions & { readonly url?: string } {
  const sentinel = sentinelOptions(url);
  return sentinel === null ? { url } : { ...sentinel, sentinels: [...sentinel.sentinels], failoverDetector: true };
}

/** Connects to the Redis of `REDIS_URL`. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const { url: single, ...sentinel } = redisSettings(url);
  return single === undefined ? new Redis({ ...sentinel, ...options }) : new Redis(single, options);
}
