import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invalidApiKey } from '../errors/domain-error.js';
import { ApiKeyCache } from './api-key-cache.js';
import type { Caller } from './caller.js';
import { KeyUses } from './key-uses.sql.js';

const publicRoute = Symbol('public route');

/** Opens a route, or all routes of a controller, to requests without an API key. All other routes require one. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(publicRoute, true);

const ownKey = Symbol('route with a key of its own');

/** Marks a controller whose routes need another key than an API key. A guard of the controller itself checks that key. */
export const OwnKey = (): ClassDecorator => SetMetadata(ownKey, true);

/** Whether the route of a request, or the controller of the route, is marked as {@link Public}. */
export function isPublicRoute(reflector: Reflector, context: ExecutionContext): boolean {
  const targets = [context.getHandler(), context.getClass()];
  return reflector.getAllAndOverride<boolean | undefined>(publicRoute, targets) === true;
}

/** Finds out whose API key a request carries, and stores that {@link Caller} in the request. */
@Injectable()
export class CallerResolver {
  constructor(private readonly keys: ApiKeyCache) {}

  /**
   * Resolves the key without the database. It returns the caller, null if the key is missing or invalid, or undefined if the key
   * must be read from the database.
   */
  recall(request: Request): Caller | null | undefined {
    const caller = this.keys.recall(keyOf(request));
    if (caller) request.caller = caller;
    return caller;
  }

  /**
   * Resolves the key from the cache or, if necessary, from the database. It returns the caller, or null if the key is missing or
   * invalid.
   */
  async resolve(request: Request): Promise<Caller | null> {
    const caller = await this.keys.resolve(keyOf(request));
    if (caller !== null) request.caller = caller;
    return caller;
  }
}

/**
 * Lets a request through if it carries a valid API key, or if its route needs none.
 *
 * The rate limiter runs before this guard. It has usually resolved the key already, because a tenant may have rate limits of its
 * own. Routes with `@SkipThrottle()` have no rate limit, so for them this guard resolves the key.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallerResolver,
    private readonly uses: KeyUses,
  ) {}

  /**
   * Lets a request through unless its route needs an API key and the request has no valid one.
   * @throws DomainError `INVALID_API_KEY`
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isPublicRoute(this.reflector, context)) return true;
    if (this.reflector.get<boolean | undefined>(ownKey, context.getClass()) === true) return true;
    const request = context.switchToHttp().getRequest<Request>();
    return request.caller === undefined ? this.resolve(request) : this.admit(request.caller);
  }

  /**
   * Resolves the key of a request for which the rate limiter has stored no caller. If the rate limiter has just found the key
   * invalid, the result comes from the cache, without a second read of the database.
   */
  private async resolve(request: Request): Promise<boolean> {
    const caller = await this.callers.resolve(request);
    if (caller !== null) return this.admit(caller);
    const { headers } = request;
    throw invalidApiKey(headers['x-api-key'] === undefined ? headers.authorization : undefined);
  }

  private admit({ keyId }: Caller): boolean {
    this.uses.note(keyId);
    return true;
  }
}

function keyOf({ headers }: Request): string {
  const { 'x-api-key': sent } = headers;
  return typeof sent === 'string' ? sent : '';
}
