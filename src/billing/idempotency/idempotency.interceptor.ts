import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { isPublicRoute } from '../../platform/auth/api-key.guard.js';
import type { Caller } from '../../platform/auth/caller.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { EnrichmentAnswer } from '../../platform/http/enrichment-answer.js';
import { type Balance, charges, type CreditFeature, creditHeaders } from '../credits/credit-amounts.js';
import { CreditGrantsRepository } from '../credits/credit-grants.repository.js';
import { AnswerClaim } from './answer-claim.js';
import { unpackAsTaken } from './answer-packing.js';
import {
  type Attempt,
  digestOf,
  idempotencyKeyOf,
  type KeptAnswer,
  keyInUse,
  refusedKey,
  type StoredAnswer,
  unstorable,
} from './stored-answer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

const unlimited: Balance = { remaining: 'unlimited', granted: 0 };

/** What a stored answer says of credits when it is sent again: that this cost nothing, and what is left by now. */
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

/** How long an answer waits for its claim to be given up, in milliseconds: the database may be what has failed. */
const releaseTimeoutMs = 1_000;

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: CallHandler;
}

/**
 * Makes a POST with an `Idempotency-Key` safe to send again: the first one that is charged or starts something is stored by
 * its handler, and every other with the key gets its answer. What fails or was free stores nothing and may be done again. It
 * stands behind the reading of the body, which it compares, and before its checking.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly answers: StoredAnswerSql,
    private readonly headers: ReplayHeaders,
    private readonly failpoints: Failpoints,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const exchange = { request: http.getRequest<Request>(), response: http.getResponse<Response>(), next };
    const { method, caller } = exchange.request;
    if (method !== 'POST' || caller === undefined || isPublicRoute(this.reflector, context)) return next.handle();
    const key = idempotencyKeyOf(exchange.request);
    return key === null ? next.handle() : from(this.answer(exchange, key, caller));
  }

  /** A promise, which goes on when the client does not wait: it is then that the answer is needed once more. */
  private async answer(exchange: Exchange, key: string, { tenantId }: Caller): Promise<unknown> {
    const { request, response } = exchange;
    const digest = digestOf(request);
    const outcome = await this.answers.claim({ tenantId, key, digest, requestId: request.requestId });
    switch (outcome.state) {
      case 'claimed':
        return this.answerFirst(outcome.attempt, exchange);
      case 'stored':
        return this.answerAgain(outcome.answer, outcome.requestId, tenantId, response);
      case 'in-flight':
        throw keyInUse();
      case 'other-request':
        throw refusedKey(key, 'the idempotency key was used for another request');
      case 'full':
        throw unstorable(key, 'full');
    }
  }

  private async answerFirst(attempt: Attempt, { request, response, next }: Exchange): Promise<unknown> {
    const claim = new AnswerClaim(attempt, this.answers);
    request.answerClaim = claim;
    this.failpoints.reach('answer-claimed');
    try {
      const result: unknown = await lastValueFrom(next.handle());
      if (claim.answer === null) await giveUp(claim);
      return toSend(result, claim, response);
    } catch (error) {
      await giveUp(claim);
      throw error;
    }
  }

  private async answerAgain(
    { status, text, features }: KeptAnswer,
    firstRequestId: string,
    tenantId: string,
    response: Response,
  ): Promise<string | StreamableFile> {
    response.set(await this.headers.of(tenantId, features));
    response.set({ 'Idempotent-Replayed': 'true', 'Original-Request-Id': firstRequestId });
    const body = unpackAsTaken(text);
    if (typeof body === 'string') return send({ status, body }, response);
    response.status(status);
    return new StreamableFile(body, { type: 'application/json; charset=utf-8' });
  }
}

/** If this fails, or takes long, the claim ends with its lease, and what came of the request is what is to be told. */
async function giveUp(claim: AnswerClaim): Promise<void> {
  await withTimeout(releaseTimeoutMs, 'the claim is not released', claim.release()).catch(() => undefined);
}

/** What is sent is what was stored, so that a retry gets the same bytes; a large answer says the same twice. */
function toSend(result: unknown, { answer }: AnswerClaim, response: Response): unknown {
  const isLarge = result instanceof EnrichmentAnswer && result.isLarge;
  return answer === null || isLarge ? result : send(answer, response);
}

/** Returns what Nest is to send. */
function send({ status, body }: Pick<StoredAnswer, 'status' | 'body'>, response: Response): string {
  response.status(status).type('application/json');
  return body;
}
