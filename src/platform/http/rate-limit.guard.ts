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
 * Makes the rate limit headers of an answer. `RateLimit-Policy` and `RateLimit` are those of
 * draft-ietf-httpapi-ratelimit-headers-11. The `X-RateLimit-…` headers are the ones that most clients read. A refused request
 * also gets `Retry-After`. Times are rounded up to whole seconds, so that a client which waits for them does not come too early.
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
 * There are two rules, but the `X-RateLimit-…` headers can state only one. They state the rule with fewer remaining requests. If
 * no request remains under either rule, they state the one that takes longer to allow a request again. So `X-RateLimit-Reset` of
 * a refused request equals `Retry-After`.
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
 * Writes a rule for the header `RateLimit`. For example, `;r=5;t=2` means that five requests remain, and that in two seconds
 * there is one more. Without a request in the window, `t` is left out.
 */
function serviceLimit(rule: RuleState): string {
  const remaining = `;r=${rule.remaining}`;
  return rule.freesInMs > 0 ? `${remaining};t=${wholeSeconds(rule.freesInMs)}` : remaining;
}

function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/**
 * Removes everything that is not an address from the header `X-Forwarded-For`, before Express reads it for `trust proxy`. Express
 * would take any text as the address of the client. It would even take an address with a port, which is different on each
 * connection. It would also parse a header of any length.
 */
export function keepAddresses({ headers }: Request, _response: Response, next: NextFunction): void {
  const { 'x-forwarded-for': header } = headers;
  if (header !== undefined) headers['x-forwarded-for'] = addressesIn(String(header));
  next();
}

/**
 * Returns the addresses at the end of the header, where the nearest proxies have added theirs. It goes from the end back to the
 * first entry that is not an address. For `x, 10.0.0.1, 10.0.0.2` it returns the last two.
 */
function addressesIn(header: string): string {
  const addresses = header.split(',').slice(-maxProxies).map(bareAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(',');
}

/**
 * Returns an address without the port, the brackets and the zone that a proxy may have written. It returns null for any text that
 * is not an address.
 */
function bareAddress(entry: string): string | null {
  const text = entry.trim();
  const match = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  const address = match?.[1] ?? text;
  return isIP(address) === 0 ? null : address.replace(/%.*/, '');
}

/** A tenth of the rate limits of a policy. In each window at least one request stays allowed. */
function tenthOf({ burstLimit, burstWindowMs, perSecond }: RatePolicy): RatePolicy {
  const tenth = (limit: number): number => Math.max(1, Math.floor(limit / 10));
  return { burstLimit: tenth(burstLimit), burstWindowMs, perSecond: tenth(perSecond) };
}

/** If an address has used up its limits, keys from this address are still looked up in the database, but only at this rate. */
const lookupsBeyondLimits: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 2 };

/** The metadata of `@SkipThrottle()`. */
const skipped = `${THROTTLER_SKIP}default`;

/**
 * Counts every request against the rate limits of its client, before any costly work for the request. Usually the client is the
 * address from which the request comes. If the tenant of the request has limits of its own, the client is the tenant together
 * with the address.
 *
 * To know the limits of the tenant, this guard also has to find out who sent the request. A key that is not in the cache is read
 * from the database only after the request was counted, so that guessed keys cause little work. The caller is then stored in the
 * request, where the `ApiKeyGuard`, which runs later, finds it.
 *
 * `canActivate` replaces the method of the package. That method calls the storage once for each rule, and if the second rule
 * refuses a request, the first rule has already counted it. Here a single call decides about both rules.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownPolicy: RatePolicy;
  private readonly lookups = new MemoryRateLimitStorage();
  /** The requests that were counted before they reached this guard. */
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
   * Counts a request before it is known whether it reaches a Nest route. Guards run only on such routes. If the request does
   * reach one, the guard does not count it again.
   * @throws DomainError `RATE_LIMIT_EXCEEDED`
   */
  admitBeforeRouting(request: Request, response: Response): Promise<void> {
    this.counted.add(request);
    return this.admit(request, response);
  }

  /**
   * Counts a preview of an enrichment as a free lookup.
   * @throws DomainError `PREVIEWS_OFF` if the tenant may not ask for previews; `RATE_LIMIT_EXCEEDED` if it has used up the limits
   */
  async admitPreview(exchange: Exchange): Promise<void> {
    if (!exchange.caller.mayPreview) throw new DomainError('PREVIEWS_OFF');
    await this.admitFreeLookup(exchange);
  }

  /**
   * Counts an enrichment that costs nothing against the limits for free lookups, in addition to the limits for requests. The limits
   * for free lookups are a tenth of those for requests, because such an enrichment shows for nothing which records are stored.
   * @throws DomainError `RATE_LIMIT_EXCEEDED` if the tenant has used up the limits
   */
  async admitFreeLookup({ caller, client }: Exchange): Promise<void> {
    const policy = tenthOf(caller.ratePolicy ?? this.ownPolicy);
    const decision = await this.storage.consume(`free ${caller.tenantId} ${client}`, policy);
    if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', undefined, rateLimitHeaders(policy, decision));
  }

  private isSkipped(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(skipped, targets) === true;
  }

  /**
   * Finds out whose key a request carries, and counts the request against the limits of that client. If the key is not in the
   * cache, the request is first counted against the limits for requests without a key, and then the key is read.
   */
  private async admit(request: Request, response: Response): Promise<void> {
    const address = clientKey(request);
    const recalled = this.callers.recall(request);
    const caller = recalled === undefined ? await this.lookUp(request, address, response) : recalled;
    if (caller?.ratePolicy) await this.count(`${caller.tenantId} ${address}`, caller.ratePolicy, response);
    else if (recalled !== undefined) await this.count(address, this.ownPolicy, response);
  }

  /**
   * Counts the request against the limits for requests without a key, and then reads the key. If these limits are used up, keys
   * are still read, but at a low rate. Otherwise a tenant with limits of its own could be locked out by other clients who use the
   * same address.
   */
  private async lookUp(request: Request, address: string, response: Response): Promise<Caller | null> {
    try {
      await this.count(address, this.ownPolicy, response);
    } catch (refusal) {
      const { allowed } = await this.lookups.consume(address, lookupsBeyondLimits);
      const caller = allowed ? await this.callers.resolve(request) : null;
      if (!caller?.ratePolicy) throw refusal;
      // Next, the request is counted against the tenant's own limits. That overwrites the other headers of the refusal, but not
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
