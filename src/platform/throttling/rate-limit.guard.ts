import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import { THROTTLER_SKIP } from '@nestjs/throttler/dist/throttler.constants.js';
import type { Request, Response } from 'express';
import type { Caller, RatePolicy } from '../auth/caller.js';
import { CallerResolver } from '../auth/caller-resolver.js';
import { DomainError } from '../errors/domain-error.js';
import { clientKey } from './client-address.js';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { RateLimitStorage } from './rate-limit.js';
import type { RateLimitOptions } from './throttler-options.js';

/** How often an address that has used up its limits may still have a key looked up. */
const lookupsBeyondLimits: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 2 };

/** What `@SkipThrottle()` leaves on a route. */
const skipped = `${THROTTLER_SKIP}default`;

/**
 * Counts every request against its client's limits, before anything costly happens. Clients are told apart by address; a tenant
 * with limits of its own has its own count for each address.
 *
 * The package would ask its storage once for each rule, and could not take back a request that the second refuses, so
 * `canActivate` is replaced: both rules are decided by one call.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownPolicy: RatePolicy;
  private readonly lookups = new MemoryRateLimitStorage();
  /** Requests that were counted before they came to the guard. */
  private readonly counted = new WeakSet<Request>();

  constructor(
    @InjectThrottlerOptions() options: RateLimitOptions,
    @InjectThrottlerStorage() private readonly storage: RateLimitStorage,
    reflector: Reflector,
    private readonly callers: CallerResolver,
  ) {
    super(options, storage, reflector);
    const [burst, rate] = options.throttlers;
    this.ownPolicy = { burstLimit: burst.limit, burstWindowMs: burst.ttl, perSecond: rate.limit };
  }

  /** @throws DomainError `RATE_LIMIT_EXCEEDED` */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!this.counted.has(request) && !this.isSkipped(context)) await this.admit(request, http.getResponse<Response>());
    return true;
  }

  /**
   * Counts a request that may get its answer without a Nest route, and so without guards. If it comes to a route after all, it is
   * not counted again.
   *
   * @throws DomainError `RATE_LIMIT_EXCEEDED`
   */
  admitBeforeRouting(request: Request, response: Response): Promise<void> {
    this.counted.add(request);
    return this.admit(request, response);
  }

  private isSkipped(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(skipped, targets) === true;
  }

  /**
   * Which limits hold depends on the key. One that this process does not know yet is looked up once the request has passed the
   * limits that hold without one.
   */
  private async admit(request: Request, response: Response): Promise<void> {
    const address = clientKey(request);
    const recalled = this.callers.recall(request);
    const caller = recalled === undefined ? await this.lookUp(request, address, response) : recalled;
    if (caller?.ratePolicy) await this.count(`${caller.tenantId} ${address}`, caller.ratePolicy, response);
    else if (recalled !== undefined) await this.count(address, this.ownPolicy, response);
  }

  /**
   * Counts the request against the limits without a key, and asks the database for the key. Where those limits are used up it is
   * asked now and then, so that a tenant with limits of its own is not shut out by its neighbours.
   */
  private async lookUp(request: Request, address: string, response: Response): Promise<Caller | null> {
    try {
      await this.count(address, this.ownPolicy, response);
    } catch (refusal) {
      const { allowed } = await this.lookups.consume(address, lookupsBeyondLimits);
      const caller = allowed ? await this.callers.resolve(request) : null;
      if (!caller?.ratePolicy) throw refusal;
      return caller;
    }
    return this.callers.resolve(request);
  }

  private async count(client: string, policy: RatePolicy, response: Response): Promise<void> {
    const decision = await this.storage.consume(client, policy);
    for (const [name, value] of Object.entries(rateLimitHeaders(policy, decision))) response.setHeader(name, value);
    if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED');
  }
}
