import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { OperatorKey } from '../platform/auth/operator-key.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { clientKey } from '../platform/http/exchange.js';

/** Lets a request through if it has the operator key in the header `X-Operator-Key`. */
@Injectable()
export class OperatorKeyGuard implements CanActivate {
  constructor(private readonly key: OperatorKey) {}

  /**
   * Checks the operator key of a request.
   * @throws DomainError `INVALID_OPERATOR_KEY` for a wrong key, or `RATE_LIMIT_EXCEEDED` after several wrong keys from the same
   * address
   */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const outcome = this.key.check(clientKey(request), request.get('X-Operator-Key'));
    if (outcome === 'right') return true;
    if (outcome === 'wrong') throw new DomainError('INVALID_OPERATOR_KEY');
    throw new DomainError('RATE_LIMIT_EXCEEDED', undefined, { 'Retry-After': String(outcome.paused) });
  }
}
