import type { Redis, Result } from 'ioredis';
import { openRedis } from '../redis/redis-client.js';
import { secondWindowMs, RateLimitStorage, type RateDecision, type RatePolicy } from './rate-limit.js';

/**
 * The sliding window of `sliding-window.ts`, decided inside Redis so that all processes share it.
 *
 * A client is one list of the times of its accepted requests, newest first: about 10 bytes a request. At a full quota of
 * 1,000 a decision takes 20 µs; a sorted set took 10, but ten times the memory, which is what an attacker can use up.
 *
 * Counting what is in use starts at the oldest request and doubles its stride, because in steady traffic only a few have
 * expired since the last call. LINDEX skips whole nodes of the list, so a probe stays cheap in long lists.
 *
 * KEYS[1] the client. ARGV: burst limit, burst window ms, requests a second, width of that second in ms, and the time in
 * ms, or '' for the clock of the server: several processes must never decide by several clocks.
 * Returns allowed (0 or 1), retry-after ms, and for each rule the requests that remain and the ms until one more is free.
 */
const consumeScript = `
local key = KEYS[1]
local burstLimit, burstWindow = tonumber(ARGV[1]), tonumber(ARGV[2])
local rateLimit, rateWindow = tonumber(ARGV[3]), tonumber(ARGV[4])
local now = tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local longestWindow = math.max(burstWindow, rateWindow)
local size = redis.call('LLEN', key)

local function text(time) return string.format('%.0f', time) end
local function at(rank) return tonumber(redis.call('LINDEX', key, rank - 1)) end

-- Outlives the last request a little, for rounding and for clocks that are not the server's.
local function expire() redis.call('PEXPIRE', key, longestWindow + 10000) end

local function absorbStepBack()
  local step = size > 0 and at(1) - now or 0
  if step <= 0 then return end
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, time in ipairs(times) do redis.call('RPUSH', key, text(time - step)) end
  expire()
end

-- In use, counted up to the limit: beyond it the exact number changes nothing.
local function used(limit, window)
  local live, stride = math.min(size, limit), 1
  local expired = live + 1
  while live > 0 and at(live) <= now - window do
    expired = live
    live = math.max(live - stride, 0)
    stride = stride * 2
  end
  while expired - live > 1 do
    local middle = math.floor((live + expired) / 2)
    if at(middle) > now - window then live = middle else expired = middle end
  end
  return live
end

local function freesIn(limit, window, inUse)
  if inUse == 0 then return 0 end
  return at(inUse) + window - now
end

absorbStepBack()
local burstUsed, rateUsed = used(burstLimit, burstWindow), used(rateLimit, rateWindow)
local allowed = burstUsed < burstLimit and rateUsed < rateLimit
if allowed then
  redis.call('LPUSH', key, text(now))
  local live = math.max(burstUsed, rateUsed)
  if live < size then redis.call('LTRIM', key, 0, live) end
  expire()
  burstUsed, rateUsed = burstUsed + 1, rateUsed + 1
end
local burstFrees = freesIn(burstLimit, burstWindow, burstUsed)
local rateFrees = freesIn(rateLimit, rateWindow, rateUsed)
local retryAfter = 0
if not allowed and burstUsed == burstLimit then retryAfter = burstFrees end
if not allowed and rateUsed == rateLimit then retryAfter = math.max(retryAfter, rateFrees) end
return { allowed and 1 or 0, retryAfter, burstLimit - burstUsed, burstFrees, rateLimit - rateUsed, rateFrees }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    consumeRateLimit(
      key: string,
      burstLimit: number,
      burstWindowMs: number,
      perSecond: number,
      rateWindowMs: number,
      now: number | '',
    ): Result<unknown, Context>;
  }
}

export interface RedisRateLimitOptions {
  /** Stands before every key. */
  readonly prefix?: string;
  /** Replaces the clock of the Redis server, in tests only: the clocks of several processes would differ. */
  readonly now?: () => number;
}

/**
 * Exact limits shared by all processes that use the same Redis, version 6 or newer. `consume` rejects when Redis does not
 * answer; it does not bound the wait (see `FallbackRateLimitStorage`).
 */
export class RedisRateLimitStorage extends RateLimitStorage {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly now: () => number | '';
  private connectionError: string | undefined;

  /** Owns the connection: `close` disconnects it. */
  constructor(redis: Redis, options: RedisRateLimitOptions = {}) {
    super();
    this.redis = redis;
    this.prefix = options.prefix ?? 'rate-limit:';
    this.now = options.now ?? (() => '');
    redis.defineCommand('consumeRateLimit', { lua: consumeScript, numberOfKeys: 1 });
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // A host name with several addresses fails with an AggregateError, which has a code and no message.
      this.connectionError = error.message || error.code;
    });
  }

  override async consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const { burstLimit, burstWindowMs, perSecond } = policy;
    try {
      // The braces are a hash tag: a Redis cluster chooses the slot by the key of the client, without the prefix.
      const clientKey = `${this.prefix}{${key}}`;
      const now = this.now();
      return decisionOf(
        await this.redis.consumeRateLimit(clientKey, burstLimit, burstWindowMs, perSecond, secondWindowMs, now),
      );
    } catch (error) {
      throw new Error(this.reasonOf(error), { cause: error });
    }
  }

  override close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }

  /** Without a connection the error of a command has no reason; the event before it had. */
  private reasonOf(error: unknown): string {
    const reported = error instanceof Error ? error.message : String(error);
    return this.redis.status === 'ready' ? reported : (this.connectionError ?? reported);
  }
}

/**
 * A connection that suits a limiter in the path of every request: a command fails at once instead of waiting for a
 * reconnection, and is never sent twice. A lost server is noticed within a second.
 *
 * @param url `redis://` or `rediss://`, with credentials and database number as usual
 */
export function connectRateLimitRedis(url: string): Redis {
  const redis = openRedis(url, {
    connectTimeout: 2000,
    disconnectTimeout: 100,
    socketTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    // A primary that became a replica refuses writes; the name may already lead to its successor.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  // Without a listener every failed attempt is printed. The commands fail anyway.
  redis.on('error', () => undefined);
  return redis;
}

function decisionOf(reply: unknown): RateDecision {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [allowed, retryAfterMs, burstRemaining, burstFreesInMs, rateRemaining, rateFreesInMs] = numbers;
  if (
    retryAfterMs === undefined ||
    burstRemaining === undefined ||
    burstFreesInMs === undefined ||
    rateRemaining === undefined ||
    rateFreesInMs === undefined
  ) {
    throw new Error('the rate-limit script answered in an unknown form');
  }
  return {
    allowed: allowed === 1,
    retryAfterMs,
    burst: { remaining: burstRemaining, freesInMs: burstFreesInMs },
    rate: { remaining: rateRemaining, freesInMs: rateFreesInMs },
  };
}
