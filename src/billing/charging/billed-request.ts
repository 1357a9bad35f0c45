import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/auth/caller.js';
import type { AnswerClaim } from '../idempotency/answer-claim.js';

/** A request as far as billing is concerned. */
export interface BilledRequest {
  /** Its X-Request-Id, which its entries in the ledger carry. */
  readonly id: string;
  readonly caller: Caller;
  /** Method and route pattern, such as `POST /v1/company/enrich`. */
  readonly endpoint: string;
  /** Null without an idempotency key. */
  readonly claim: AnswerClaim | null;
  /** Calls back once the answer was sent, or can no longer be. */
  readonly whenAnswered: (callback: () => void) => void;
}

/** Injects the {@link BilledRequest} into a controller method; the guard has made sure that there is a caller. */
export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): BilledRequest => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  const { requestId, caller, method, answerClaim } = request;
  if (caller === undefined) throw new Error('A public route has no caller');
  const { path } = request.route as { readonly path: string };
  const whenAnswered = (callback: () => void): void => {
    if (response.closed) callback();
    else response.once('close', callback);
  };
  return { id: requestId, caller, endpoint: `${method} ${path}`, claim: answerClaim ?? null, whenAnswered };
});
