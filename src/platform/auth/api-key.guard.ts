import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError } from '../errors/domain-error.js';
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
    const { caller } = context.switchToHttp().getRequest<Request>();
    if (caller === undefined) throw new DomainError('INVALID_API_KEY');
    this.uses.note(caller.keyId);
    return true;
  }
}
