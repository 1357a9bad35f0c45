import type { Redis, Result } from 'ioredis';
import { openRedis } from '../redis/redis-client.js';
import { secondWindowMs, RateLimitStorage, type RateDecision, type RatePolicy } from './rate-limit.js';

/**
 * Does what `sliding-window.ts` does, but as a script in Redis, so that all processes share the windows.
 *
 * For each client the script stores a list with the times of the accepted requests, the newest first. Each request takes about 10
 * bytes. With 1,000 requests a decision takes 20 µs. With a sorted set it would take only 10 µs, but a sorted set needs ten times
 * the memory, and an attacker could fill the memory.
 *
 * To count the requests in a window, the script looks for the oldest of them. It starts from the oldest request in the list and
 * doubles its steps, because usually only a few requests have left the window since the last call. LINDEX skips whole nodes of
 * the list, so a step is fast in long lists, too.
 *
 * KEYS[1] is the client. ARGV contains the burst limit, the burst window in ms, the limit per second, the length of that second
 * in ms, and the present time in ms. If the time is an empty text, the script uses the clock of the Redis server, because the
 * clocks of several processes may differ. The script returns whether the request is accepted (0 or 1), the ms to wait, and for
 * each rule the remaining requests and the ms until there is one more.
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

-- The list lives a little longer than its last request is needed, because of rounding, and because the clock may not be that of
-- the server.
local function expire() redis.call('PEXPIRE', key, longestWindow + 10000) end

local function absorbStepBack()
  local step = size > 0 and at(1) - now or 0
  if step <= 0 then return end
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, time in ipairs(times) do redis.call('RPUSH', key, text(time - step)) end
  expire()
end

-- The number of requests in the window. It is counted only up to the limit, because a larger number would make no difference.
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
  /** A text that is put in front of every key in Redis. */
  readonly prefix?: string;
  /** Returns the present time in milliseconds. It replaces the clock of the Redis server, and only tests use it. */
  readonly now?: () => number;
}

/**
 * Counts requests exactly, for all processes that use the same Redis, version 6 or newer. If Redis fails, `consume` rejects. It
 * has no timeout, but `FallbackRateLimitStorage` has one.
 */
export class RedisRateLimitStorage extends RateLimitStorage {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly now: () => number | '';
  private connectionError: string | undefined;

  /** Takes over the connection: `close` disconnects it. */
  constructor(redis: Redis, options: RedisRateLimitOptions = {}) {
    super();
    this.redis = redis;
    this.prefix = options.prefix ?? 'rate-limit:';
    this.now = options.now ?? (() => '');
    redis.defineCommand('consumeRateLimit', { lua: consumeScript, numberOfKeys: 1 });
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // If a host name has several addresses and none can be reached, the error is an AggregateError, which has a code but no
      // message.
      this.connectionError = error.message || error.code;
    });
  }

  override async consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const { burstLimit, burstWindowMs, perSecond } = policy;
    try {
      // The braces mark a hash tag: a Redis Cluster chooses the slot of a key only by the part inside the braces, here the key of
      // the client.
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

  /**
   * Returns the reason of a failure. Without a connection, the error of a command does not say why, but the last error of the
   * connection does.
   */
  private reasonOf(error: unknown): string {
    const reported = error instanceof Error ? error.message : String(error);
    return this.redis.status === 'ready' ? reported : (this.connectionError ?? reported);
  }
}

/**
 * Opens a connection to Redis for rate limits. Every request of a client waits until Redis has counted it. So without a connection
 * a command fails at once instead of waiting for a new connection, and no command is sent twice. If the server does not answer,
 * that is noticed within a second.
 *
 * @param url the value of `REDIS_URL`: the URL of a Redis server, or of the sentinels that watch a Redis server
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
    // A server that has become a replica refuses to write. The client then connects again, because the host name may already lead
    // to the new master.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  // Without this listener, the client would print every failed attempt to connect. The commands report the failure anyway.
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
