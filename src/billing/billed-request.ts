import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../platform/auth/caller.js';
import type { AnswerClaim } from './answer-claim.js';

/** A request as far as billing is concerned. */
export interface BilledRequest {
  /** Its X-Request-Id, which its entries in the ledger carry. */
  readonly id: string;
  readonly caller: Caller;
  /** Method and route pattern, such as `POST /v1/company/enrich`. */
  readonly endpoint: string;
  /** Null without an idempotency key. */
  readonly claim: AnswerClaim | null;
}

/** Injects the {@link BilledRequest} into a controller method; the guard has made sure that there is a caller. */
export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): BilledRequest => {
  const request = context.switchToHttp().getRequest<Request>();
  const { requestId, caller, method, answerClaim } = request;
  if (caller === undefined) throw new Error('A public route has no caller');
  const { path } = request.route as { readonly path: string };
  return { id: requestId, caller, endpoint: `${method} ${path}`, claim: answerClaim ?? null };
});
