import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invalidApiKey } from '../errors/domain-error.js';
import { ApiKeyCache } from './api-key-cache.js';
import type { Caller } from './caller.js';
import { KeyUses } from './key-uses.sql.js';

const publicRoute = Symbol('public route');

/** Opens a route to requests without an API key. Everything else is closed. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(publicRoute, true);

/** Whether the route that a request goes to, or its whole controller, is {@link Public}. */
export function isPublicRoute(reflector: Reflector, context: ExecutionContext): boolean {
  const targets = [context.getHandler(), context.getClass()];
  return reflector.getAllAndOverride<boolean | undefined>(publicRoute, targets) === true;
}

/** Resolves the key of a request, and sets the {@link Caller} on the request. */
@Injectable()
export class CallerResolver {
  constructor(private readonly keys: ApiKeyCache) {}

  /** From the cache: the caller, null without a valid key, undefined for a key that has to be read. */
  recall(request: Request): Caller | null | undefined {
    const caller = this.keys.recall(keyOf(request));
    if (caller) request.caller = caller;
    return caller;
  }

  /** The caller, null without a valid key. */
  async resolve(request: Request): Promise<Caller | null> {
    const caller = await this.keys.resolve(keyOf(request));
    if (caller !== null) request.caller = caller;
    return caller;
  }
}

/**
 * Lets a request through that carries a valid key, or that goes to a public route.
 *
 * The rate limiter in front has resolved the key already, because a tenant may have its own limits. A closed route with
 * `@SkipThrottle()` is not counted, so this guard resolves its key.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallerResolver,
    private readonly uses: KeyUses,
  ) {}

  /** @throws DomainError `INVALID_API_KEY` */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isPublicRoute(this.reflector, context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    return request.caller === undefined ? this.resolve(request) : this.admit(request.caller);
  }

  /** A key that the rate limiter has found invalid is in the cache, so it is not read again. */
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
