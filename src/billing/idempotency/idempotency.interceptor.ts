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
import { unpackForSending } from './answer-packing.js';
import {
  type Attempt,
  digestOf,
  idempotencyKeyOf,
  type ReplayableAnswer,
  keyInUse,
  invalidKey,
  type StoredAnswer,
  answerNotStorable,
} from './stored-answer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

const unlimited: Balance = { remaining: 'unlimited', granted: 0 };

/** The credit headers of a replayed answer: 0 charged, and the current balances. */
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

/** How long an answer waits for the release of its claim, in milliseconds: the database may be unreachable. */
const releaseTimeoutMs = 1_000;

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: CallHandler;
}

/**
 * Makes a POST with an `Idempotency-Key` safe to retry. The handler of the first request that is charged or starts a job stores its
 * answer, and every later request with the key gets it. Failed and free requests store nothing, and a retry repeats them. Runs
 * after the body is read, because it compares digests, and before the body is validated.
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

  /** A promise rather than an observable: the work goes on after the client disconnects, and its retry gets the answer. */
  private async answer(exchange: Exchange, key: string, { tenantId }: Caller): Promise<unknown> {
    const { request, response } = exchange;
    const digest = digestOf(request);
    const outcome = await this.answers.claim({ tenantId, key, digest, requestId: request.requestId });
    switch (outcome.state) {
      case 'claimed':
        return this.runHandler(outcome.attempt, exchange);
      case 'stored':
        return this.replay(outcome.answer, outcome.requestId, tenantId, response);
      case 'in-flight':
        throw keyInUse();
      case 'other-request':
        throw invalidKey(key, 'the idempotency key was used for another request');
      case 'full':
        throw answerNotStorable(key, 'full');
    }
  }

  private async runHandler(attempt: Attempt, { request, response, next }: Exchange): Promise<unknown> {
    const claim = new AnswerClaim(attempt, this.answers);
    request.answerClaim = claim;
    this.failpoints.reach('answer-claimed');
    try {
      const result: unknown = await lastValueFrom(next.handle());
      if (claim.answer === null) await releaseClaim(claim);
      return bodyOf(result, claim, response);
    } catch (error) {
      await releaseClaim(claim);
      throw error;
    }
  }

  private async replay(
    { status, text, features }: ReplayableAnswer,
    firstRequestId: string,
    tenantId: string,
    response: Response,
  ): Promise<string | StreamableFile> {
    response.set(await this.headers.of(tenantId, features));
    response.set({ 'Idempotent-Replayed': 'true', 'Original-Request-Id': firstRequestId });
    const body = unpackForSending(text);
    if (typeof body === 'string') return send({ status, body }, response);
    response.status(status);
    return new StreamableFile(body, { type: 'application/json; charset=utf-8' });
  }
}

/** If the release fails or times out, the claim ends with its lease; the result of the request is sent anyway. */
async function releaseClaim(claim: AnswerClaim): Promise<void> {
  await withTimeout(releaseTimeoutMs, 'the claim is not released', claim.release()).catch(() => undefined);
}

/** Sends the stored text, so that a retry gets the same bytes; a large answer serialises to the same text again. */
function bodyOf(result: unknown, { answer }: AnswerClaim, response: Response): unknown {
  const isLarge = result instanceof EnrichmentAnswer && result.isLarge;
  return answer === null || isLarge ? result : send(answer, response);
}

/** @returns the body for Nest to send. */
function send({ status, body }: Pick<StoredAnswer, 'status' | 'body'>, response: Response): string {
  response.status(status).type('application/json');
  return body;
}
