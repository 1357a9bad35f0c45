import { isIP } from 'node:net';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import { THROTTLER_SKIP } from '@nestjs/throttler/dist/throttler.constants.js';
import type { NextFunction, Request, Response } from 'express';
import { CallerResolver } from '../auth/api-key.guard.js';
import type { Caller } from '../auth/caller.js';
import { maxProxies } from '../config/trust-proxy.js';
import { DomainError } from '../errors/domain-error.js';
import { clientKey, type Exchange } from './exchange.js';
import { MemoryRateLimitStorage } from '../throttling/memory-rate-limit.storage.js';
import {
  secondWindowMs,
  type RateDecision,
  RateLimitStorage,
  type RatePolicy,
  type RuleState,
} from '../throttling/rate-limit.js';
import type { RateLimitOptions } from '../throttling/throttler-options.js';

/**
 * The rate limit headers: `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-11, the
 * `X-RateLimit-…` headers that most clients read, and `Retry-After` for a refused request. Times are whole seconds and
 * rounded up, so that a client which waits for them is never too early.
 */
export function rateLimitHeaders(policy: RatePolicy, decision: RateDecision): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy':
      `"burst";q=${policy.burstLimit};w=${wholeSeconds(policy.burstWindowMs)}, ` +
      `"rate";q=${policy.perSecond};w=${wholeSeconds(secondWindowMs)}`,
    RateLimit: `"burst"${serviceLimit(decision.burst)}, "rate"${serviceLimit(decision.rate)}`,
    ...tighterRule(policy, decision),
  };
  if (!decision.allowed) headers['Retry-After'] = String(Math.max(1, wholeSeconds(decision.retryAfterMs)));
  return headers;
}

/**
 * The `X-RateLimit-…` headers can state only one rule: the one with fewer remaining requests. If both are used up, it
 * is the one that is used up for longer, so that `X-RateLimit-Reset` of a refused request equals `Retry-After`.
 */
function tighterRule(policy: RatePolicy, { burst, rate }: RateDecision): Record<string, string> {
  const order = rate.remaining - burst.remaining || burst.freesInMs - rate.freesInMs;
  const [limit, rule] = order < 0 ? [policy.perSecond, rate] : [policy.burstLimit, burst];
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(rule.remaining),
    'X-RateLimit-Reset': String(wholeSeconds(rule.freesInMs)),
  };
}

/**
 * A rule as the header `RateLimit` states it: `r` requests remain, and after `t` seconds it is one more. Without a
 * request in the window there is no `t`.
 */
function serviceLimit(rule: RuleState): string {
  const remaining = `;r=${rule.remaining}`;
  return rule.freesInMs > 0 ? `${remaining};t=${wholeSeconds(rule.freesInMs)}` : remaining;
}

function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/**
 * Removes from `X-Forwarded-For` what is no address, before Express reads it for `trust proxy`. Express itself takes
 * any text for the client's address, even one with a port, which differs for each connection. It also parses a header
 * of any length.
 */
export function keepAddresses({ headers }: Request, _response: Response, next: NextFunction): void {
  const { 'x-forwarded-for': header } = headers;
  if (header !== undefined) headers['x-forwarded-for'] = addressesIn(String(header));
  next();
}

/**
 * The addresses at the end of the header, where the nearest proxies have added theirs, back to the first entry that is
 * no address.
 */
function addressesIn(header: string): string {
  const addresses = header.split(',').slice(-maxProxies).map(bareAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(',');
}

/** An address without the port, the brackets and the zone that proxies may write; null for any other text. */
function bareAddress(entry: string): string | null {
  const text = entry.trim();
  const match = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  const address = match?.[1] ?? text;
  return isIP(address) === 0 ? null : address.replace(/%.*/, '');
}

/** The limits of a policy divided by ten, but at least one request in each of its windows. */
function tenthOf({ burstLimit, burstWindowMs, perSecond }: RatePolicy): RatePolicy {
  const tenth = (limit: number): number => Math.max(1, Math.floor(limit / 10));
  return { burstLimit: tenth(burstLimit), burstWindowMs, perSecond: tenth(perSecond) };
}

/** The rate at which keys are read for an address that has used up its limits. */
const lookupsBeyondLimits: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 2 };

/** The metadata of `@SkipThrottle()`. */
const skipped = `${THROTTLER_SKIP}default`;

/**
 * Counts every request against the limits of its client, before any costly work. The client is an address or, for a
 * tenant with limits of its own, the pair of tenant and address.
 *
 * A tenant may have limits of its own, so this guard also resolves the key of the request. It counts the request before
 * it reads an unknown key from the database, so that guessed keys cost little. The `ApiKeyGuard`, which runs later,
 * finds the caller on the request.
 *
 * `canActivate` replaces the method of the package, which calls its storage once for each rule and cannot take back a
 * request that the second rule refuses. Here one call decides about both rules.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownPolicy: RatePolicy;
  private readonly lookups = new MemoryRateLimitStorage();
  /** The requests that have already been counted before this guard runs. */
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

  /**
   * Counts a request, and refuses it if its client has used up a rate limit.
   * @throws DomainError `RATE_LIMIT_EXCEEDED`
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!this.counted.has(request) && !this.isSkipped(context)) await this.admit(request, http.getResponse<Response>());
    return true;
  }

  /**
   * Counts a request that may be answered without a Nest route, and so without guards. If the request does reach a
   * route, the guard does not count it again.
   * @throws DomainError `RATE_LIMIT_EXCEEDED`
   */
  admitBeforeRouting(request: Request, response: Response): Promise<void> {
    this.counted.add(request);
    return this.admit(request, response);
  }

  /**
   * Counts a preview of an enrichment. Previews have a tenth of the limits, because they show for free what is on record. They count
   * as requests, too.
   * @throws DomainError PREVIEWS_OFF when the tenant may not ask for previews, and `RATE_LIMIT_EXCEEDED`
   */
  async admitPreview({ caller, client }: Exchange): Promise<void> {
    if (!caller.mayPreview) throw new DomainError('PREVIEWS_OFF');
    const policy = tenthOf(caller.ratePolicy ?? this.ownPolicy);
    const decision = await this.storage.consume(`preview ${caller.tenantId} ${client}`, policy);
    if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', undefined, rateLimitHeaders(policy, decision));
  }

  private isSkipped(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(skipped, targets) === true;
  }

  /**
   * Counts the request and resolves its key. The limits depend on the key. If the key is not in the cache, the request
   * is first counted against the limits for requests without a key, and then the key is read.
   */
  private async admit(request: Request, response: Response): Promise<void> {
    const address = clientKey(request);
    const recalled = this.callers.recall(request);
    const caller = recalled === undefined ? await this.lookUp(request, address, response) : recalled;
    if (caller?.ratePolicy) await this.count(`${caller.tenantId} ${address}`, caller.ratePolicy, response);
    else if (recalled !== undefined) await this.count(address, this.ownPolicy, response);
  }

  /**
   * Counts the request against the limits for requests without a key, and then reads the key. If these limits are used
   * up, keys are still read at a low rate. Otherwise other clients of the address could lock out a tenant that has
   * limits of its own.
   */
  private async lookUp(request: Request, address: string, response: Response): Promise<Caller | null> {
    try {
      await this.count(address, this.ownPolicy, response);
    } catch (refusal) {
      const { allowed } = await this.lookups.consume(address, lookupsBeyondLimits);
      const caller = allowed ? await this.callers.resolve(request) : null;
      if (!caller?.ratePolicy) throw refusal;
      // The request is counted against the tenant's own limits next. That overwrites all headers of this refusal except
      // this one.
      response.removeHeader('Retry-After');
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
