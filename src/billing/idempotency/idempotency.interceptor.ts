import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { isPublicRoute } from '../../platform/auth/api-key.guard.js';
import type { Caller } from '../../platform/auth/caller.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { unmatchedReasonsHeader } from '../../platform/http/http-headers.js';
import { StreamedAnswer } from '../../platform/http/streamed-answer.js';
import { WrittenAnswer } from '../../platform/http/written-answer.js';
import { type Balance, charges, type CreditFeature, creditHeaders } from '../credits/credit-amounts.js';
import { CreditGrantsRepository } from '../credits/credit-grants.repository.js';
import type { AnswerClaim } from './answer-claim.js';
import { unpackForSending } from './answer-packing.js';
import { IdempotencyService } from './idempotency.service.js';
import { digestOf, idempotencyKeyOf, type ReplayableAnswer, type StoredAnswer } from './stored-answer.js';

const unlimited: Balance = { remaining: 'unlimited', granted: 0 };

/** Makes the credit headers of a stored answer that is sent again: they state 0 charged credits and the present balances. */
@Injectable()
export class ReplayHeaders {
  constructor(
    private readonly grants: CreditGrantsRepository,
    @Inject(configToken) private readonly config: Config,
  ) {}

  async of(tenantId: string, features: readonly CreditFeature[]): Promise<Readonly<Record<string, string>>> {
    if (features.length === 0) return {};
    const accounts = this.config.credits === 'off' ? [] : await this.grants.accounts(tenantId);
    const balances = features.map((feature) => {
      if (this.config.credits === 'off') return [feature, unlimited] as const;
      const account = accounts.find((each) => each.feature === feature);
      if (account === undefined) return [feature, { remaining: 0, granted: 0 }] as const;
      const { granted, posted, pending, isUnlimited } = account;
      return [feature, { remaining: isUnlimited ? 'unlimited' : granted - posted - pending, granted }] as const;
    });
    return creditHeaders(charges({}), new Map<CreditFeature, Balance>(balances));
  }
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: CallHandler;
}

/**
 * Makes a POST request with an `Idempotency-Key` safe to retry. It runs after the body is read, because it compares the digest of
 * the body with that of the first request with the key. It runs before the body is validated.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly idempotency: IdempotencyService,
    private readonly headers: ReplayHeaders,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const exchange = { request: http.getRequest<Request>(), response: http.getResponse<Response>(), next };
    const { method, caller } = exchange.request;
    if (method !== 'POST' || caller === undefined || isPublicRoute(this.reflector, context)) return next.handle();
    const key = idempotencyKeyOf(exchange.request);
    return key === null ? next.handle() : from(this.answer(exchange, key, caller));
  }

  /**
   * Runs the handler, or sends the stored answer. It returns a promise and not an observable: an observable would end when the
   * client disconnects, but the work must go on, so that a retry gets the answer.
   */
  private async answer(exchange: Exchange, key: string, { tenantId }: Caller): Promise<unknown> {
    const { request, response } = exchange;
    const keyed = { tenantId, key, digest: digestOf(request), requestId: request.requestId };
    const outcome = await this.idempotency.once(keyed, (claim) => runHandler(exchange, claim));
    if (outcome.state === 'answered') return outcome.result;
    return this.replay(outcome.answer, outcome.requestId, tenantId, response);
  }

  private async replay(
    { status, text, features, unmatchedReasons = null }: ReplayableAnswer,
    firstRequestId: string,
    tenantId: string,
    response: Response,
  ): Promise<string | StreamedAnswer> {
    response.set(await this.headers.of(tenantId, features)).set(unmatchedReasonsHeader(unmatchedReasons));
    response.set({ 'Idempotent-Replayed': 'true', 'Original-Request-Id': firstRequestId });
    const body = unpackForSending(text);
    if (typeof body === 'string') return send({ status, body }, response);
    response.status(status);
    return new StreamedAnswer(body);
  }
}

async function runHandler({ request, response, next }: Exchange, claim: AnswerClaim): Promise<unknown> {
  request.answerClaim = claim;
  return bodyOf(await lastValueFrom(next.handle()), claim, response);
}

/**
 * The body to send after the handler has run. If the answer was stored, its stored text is sent, so that a retry gets the same
 * bytes. A large answer is an exception: it is produced while it is sent, which gives the same text.
 */
function bodyOf(result: unknown, { answer }: AnswerClaim, response: Response): unknown {
  const isLarge = result instanceof WrittenAnswer && result.isLarge;
  return answer === null || isLarge ? result : send(answer, response);
}

/** Sets the status and the type of the response, and returns the body for Nest to send. */
function send({ status, body }: Pick<StoredAnswer, 'status' | 'body'>, response: Response): string {
  response.status(status).type('application/json');
  return body;
}
