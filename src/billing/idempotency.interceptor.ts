import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '../platform/auth/caller.js';
import { isPublicRoute } from '../platform/auth/public.decorator.js';
import { Failpoints } from '../platform/failpoints.js';
import { EnrichmentAnswer } from '../platform/http/enrichment-answer.js';
import { within } from '../platform/queue/patience.js';
import { AnswerClaim } from './answer-claim.js';
import { answerText } from './answer-text.js';
import { digestOf, idempotencyKeyOf, refusedKey } from './idempotency-key.js';
import { ReplayHeaders } from './replay-headers.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';
import { keyInUse, type Attempt, type StoredAnswer } from './stored-answer.js';

/** An answer has to fit into memory to be stored; a longer one is sent, and a retry is answered anew. */
const mostStoredBytes = 32 * 1024 * 1024;

/** How long a failure waits for its claim to be given up, in milliseconds: the database may be what has failed. */
const releasePatienceMs = 1_000;

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: CallHandler;
}

/**
 * Makes a POST with an `Idempotency-Key` safe to send again: the first one that succeeds is stored, and every other with
 * the key gets its answer. It stands behind the reading of the body, which it compares, and before its checking: what fails
 * stores nothing.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly answers: StoredAnswerRepository,
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
    }
  }

  private async answerFirst(attempt: Attempt, { request, response, next }: Exchange): Promise<unknown> {
    const claim = new AnswerClaim(attempt, this.answers);
    request.answerClaim = claim;
    this.failpoints.reach('answer-claimed');
    try {
      const result: unknown = await lastValueFrom(next.handle());
      return await this.store(claim, result, response);
    } catch (error) {
      // If this fails too, or takes long, the claim ends with its lease, and the first error is the one to report.
      await within(releasePatienceMs, 'the claim is not released', claim.release()).catch(() => undefined);
      throw error;
    }
  }

  /** What is sent is what is stored, so that a retry gets the same bytes; a large answer says the same twice. */
  private async store(claim: AnswerClaim, result: unknown, response: Response): Promise<unknown> {
    if (claim.answer !== null) return isLarge(result) ? result : send(claim.answer, response);
    const { statusCode: status } = response;
    const body = isSuccess(status) ? await answerText(result, mostStoredBytes) : null;
    if (body === null) {
      await claim.release();
      return result;
    }
    await claim.completeAlone({ status, body, features: claim.features });
    return isLarge(result) ? result : send({ status, body }, response);
  }

  private async answerAgain(
    answer: StoredAnswer,
    firstRequestId: string,
    tenantId: string,
    response: Response,
  ): Promise<string> {
    response.set(await this.headers.of(tenantId, answer.features));
    response.set({ 'Idempotent-Replayed': 'true', 'Original-Request-Id': firstRequestId });
    return send(answer, response);
  }
}

function isLarge(result: unknown): boolean {
  return result instanceof EnrichmentAnswer && result.isLarge;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns what Nest is to send. */
function send({ status, body }: Pick<StoredAnswer, 'status' | 'body'>, response: Response): string {
  response.status(status).type('application/json');
  return body;
}
