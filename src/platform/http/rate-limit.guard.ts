import { isIP } from 'node:net';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, normalizeIp, ThrottlerGuard } from '@nestjs/throttler';
import { THROTTLER_SKIP } from '@nestjs/throttler/dist/throttler.constants.js';
import type { NextFunction, Request, Response } from 'express';
import { CallerResolver } from '../auth/api-key.guard.js';
import type { Caller } from '../auth/caller.js';
import { maxProxies } from '../config/trust-proxy.js';
import { DomainError } from '../errors/domain-error.js';
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
 * The headers of the limits: `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers-11, the `X-RateLimit-…` that most clients read, and `Retry-After` when the request is
 * refused. Times are whole seconds, rounded up, so a client that waits for them is never too early.
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
 * The `X-RateLimit-…` headers have one rule only: the one with the least left and, of two that are used up, the one that stays so
 * for longer. Of a refused request `X-RateLimit-Reset` is thus `Retry-After`.
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

/** A rule in the header `RateLimit`: `r` requests remain, and after `t` seconds one more. Without any use there is no `t`. */
function serviceLimit(rule: RuleState): string {
  const remaining = `;r=${rule.remaining}`;
  return rule.freesInMs > 0 ? `${remaining};t=${wholeSeconds(rule.freesInMs)}` : remaining;
}

function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/** Key of a request whose socket has no address any more. Such requests share one quota. */
const unknownClient = 'unknown';

/** The rate-limit key of a request: its IPv4 address, or the /64 network of its IPv6 address, all of which one subscriber has. */
export function clientKey({ ip }: Request): string {
  return normalizeIp(ip ?? unknownClient);
}

/**
 * Reduces `X-Forwarded-For` to what Express can read with `trust proxy`. By itself Express takes any text for the client's address,
 * also one with a port, which differs with each connection, and parses a header of any length.
 */
export function keepAddresses({ headers }: Request, _response: Response, next: NextFunction): void {
  const { 'x-forwarded-for': header } = headers;
  if (header !== undefined) headers['x-forwarded-for'] = addressesIn(String(header));
  next();
}

/** The addresses at the right end, where the nearest proxies append theirs, up to an entry that is no address. */
function addressesIn(header: string): string {
  const addresses = header.split(',').slice(-maxProxies).map(bareAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(',');
}

/** An address without port, brackets and zone, which proxies may write; null for anything else. */
function bareAddress(entry: string): string | null {
  const text = entry.trim();
  const match = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  const address = match?.[1] ?? text;
  return isIP(address) === 0 ? null : address.replace(/%.*/, '');
}

/** The rate of key reads for an address that has used up its limits. */
const lookupsBeyondLimits: RatePolicy = { burstLimit: 20, burstWindowMs: 60_000, perSecond: 2 };

/** The metadata of `@SkipThrottle()`. */
const skipped = `${THROTTLER_SKIP}default`;

/**
 * Counts every request against its client's limits, before any costly work. A client is an address; for a tenant
 * with its own limits, it is the pair of tenant and address.
 *
 * A tenant may have its own limits, so this guard also resolves the key of the request. It reads an unknown key from the database
 * only after counting the request, so that guessed keys cost little. The `ApiKeyGuard` behind it finds the caller on the request.
 *
 * The package calls its storage once for each rule, and cannot take back a request that the second rule refuses, so
 * `canActivate` is replaced: one call decides both rules.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownPolicy: RatePolicy;
  private readonly lookups = new MemoryRateLimitStorage();
  /** Requests that were counted before the guard. */
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
   * Counts a request that may be answered without a Nest route, and so without guards. If it reaches a route after all, the guard does
   * not count it again.
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
   * The limits depend on the key. A key that is not in the cache is read once the request has passed the limits for requests
   * without a key.
   */
  private async admit(request: Request, response: Response): Promise<void> {
    const address = clientKey(request);
    const recalled = this.callers.recall(request);
    const caller = recalled === undefined ? await this.lookUp(request, address, response) : recalled;
    if (caller?.ratePolicy) await this.count(`${caller.tenantId} ${address}`, caller.ratePolicy, response);
    else if (recalled !== undefined) await this.count(address, this.ownPolicy, response);
  }

  /**
   * Counts the request against the limits without a key, and reads the key. Where those limits are used up, keys are still
   * read at a low rate, so that other clients of the address do not lock out a tenant with its own limits.
   */
  private async lookUp(request: Request, address: string, response: Response): Promise<Caller | null> {
    try {
      await this.count(address, this.ownPolicy, response);
    } catch (refusal) {
      const { allowed } = await this.lookups.consume(address, lookupsBeyondLimits);
      const caller = allowed ? await this.callers.resolve(request) : null;
      if (!caller?.ratePolicy) throw refusal;
      // The tenant's own limits are counted next. They overwrite all headers of this refusal except this one.
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
