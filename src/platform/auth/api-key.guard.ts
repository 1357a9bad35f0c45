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

/** Lets a request through that carries a valid key, or that goes to a public route. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly uses: KeyUses,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (isPublicRoute(this.reflector, context)) return true;
    const { caller, headers } = context.switchToHttp().getRequest<Request>();
    if (caller === undefined)
      throw invalidApiKey(headers['x-api-key'] === undefined ? headers.authorization : undefined);
    this.uses.note(caller.keyId);
    return true;
  }
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

function keyOf({ headers }: Request): string {
  const { 'x-api-key': sent } = headers;
  return typeof sent === 'string' ? sent : '';
}
