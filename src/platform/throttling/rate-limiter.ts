import type { OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Caller, RatePolicy } from '../auth/caller.js';
import type { ApiKeyCache } from '../auth/api-key-cache.js';
import type { Config } from '../config/config.js';
import { DomainError } from '../errors/domain-error.js';
import type { Log } from '../log/log.js';
import { clientIp } from './client-ip.js';
import { FallbackRateLimitStorage } from './fallback-rate-limit.storage.js';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import type { RateLimitStorage } from './rate-limit.js';

/** How often an address that has used up its limits may still have a key looked up. */
const lookupsBeyondLimits: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 2 };

/** As the router reads it: in any case, and with or without a slash at the end. */
const exempt = /^\/(health|ready)\/?$/i;

/**
 * Counts every request except `/health` and `/ready` against its client's limits, before anything costly happens. Clients are told
 * apart by address; a tenant with limits of its own has its own count for each address.
 *
 * Which limits hold depends on the key, so the key is resolved here and left on the request for the guard. A key that this
 * process does not know yet is looked up once the request has passed the limits that hold without one; where those are
 * used up it is looked up now and then, so that a tenant with limits of its own is not shut out by its neighbours.
 */
export class RateLimiter implements OnApplicationShutdown {
  private readonly ownPolicy: RatePolicy;
  private readonly lookups = new MemoryRateLimitStorage();

  constructor(
    private readonly storage: RateLimitStorage,
    private readonly keys: ApiKeyCache,
    private readonly config: Config,
  ) {
    this.ownPolicy = {
      burstLimit: config.rateBurstLimit,
      burstWindowMs: config.rateBurstWindowSeconds * 1_000,
      perSecond: config.ratePerSecond,
    };
  }

  /** The Redis client is loaded where limits are shared. */
  static async of(config: Config, keys: ApiKeyCache, log: Log): Promise<RateLimiter> {
    const local = new MemoryRateLimitStorage();
    if (config.redisUrl === null) return new RateLimiter(local, keys, config);
    const { connectRateLimitRedis, RedisRateLimitStorage } = await import('./redis-rate-limit.storage.js');
    const shared = new RedisRateLimitStorage(connectRateLimitRedis(config.redisUrl));
    const storage = new FallbackRateLimitStorage(shared, local, { log: (message) => log.warn(message) });
    return new RateLimiter(storage, keys, config);
  }

  onApplicationShutdown(): Promise<void> {
    return this.storage.close();
  }

  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    if (exempt.test(request.path)) {
      next();
      return;
    }
    this.admit(request, response).then(() => {
      next();
    }, next);
  };

  private async admit(request: Request, response: Response): Promise<void> {
    const address = clientIp(request.socket.remoteAddress, request.headers['x-forwarded-for'], this.config.trustProxy);
    const sent = request.headers['x-api-key'];
    const key = typeof sent === 'string' ? sent : '';
    const recalled = this.keys.recall(key);
    const caller = recalled === undefined ? await this.lookUp(key, address, response) : recalled;
    if (recalled !== undefined && !recalled?.ratePolicy) await this.count(address, this.ownPolicy, response);
    if (caller === null) return;
    if (caller.ratePolicy !== null) await this.count(`${caller.tenantId} ${address}`, caller.ratePolicy, response);
    request.caller = caller;
  }

  /** Counts the request against the limits without a key, and asks the database for the key. */
  private async lookUp(key: string, address: string, response: Response): Promise<Caller | null> {
    try {
      await this.count(address, this.ownPolicy, response);
    } catch (refusal) {
      const { allowed } = await this.lookups.consume(address, lookupsBeyondLimits);
      const caller = allowed ? await this.keys.resolve(key) : null;
      if (!caller?.ratePolicy) throw refusal;
      return caller;
    }
    return this.keys.resolve(key);
  }

  private async count(client: string, policy: RatePolicy, response: Response): Promise<void> {
    const decision = await this.storage.consume(client, policy);
    for (const [name, value] of Object.entries(rateLimitHeaders(policy, decision))) response.setHeader(name, value);
    if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED');
  }
}
