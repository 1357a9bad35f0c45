import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError } from '../errors/domain-error.js';
import { KeyUses } from './key-uses.sql.js';
import { isPublicRoute } from './public.decorator.js';

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
