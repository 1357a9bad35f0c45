import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** Lets a request through if its header `X-Operator-Key` has the operator key. */
@Injectable()
export class OperatorKeyGuard implements CanActivate {
  constructor(@Inject(configToken) private readonly config: Config) {}

  /** @throws DomainError `INVALID_OPERATOR_KEY` */
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const sent = headers['x-operator-key'];
    const { operatorKey } = this.config;
    if (operatorKey !== null && typeof sent === 'string' && isSame(sent, operatorKey)) return true;
    throw new DomainError('INVALID_OPERATOR_KEY');
  }
}

/** Compares two texts in a time that depends on neither of them. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
