import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type Exchange, exchangeOf, isAbandoned } from '../../platform/http/exchange.js';
import { WrittenAnswer } from '../../platform/http/written-answer.js';
import { type Balances, type Charges, creditHeaders, type IdentifierCounts } from '../credits/credit-amounts.js';
import type { SqlRunner } from '../credits/ledger.sql.js';
import type { AnswerClaim } from '../idempotency/answer-claim.js';

/** The parts of an answer that billing needs in order to charge it. */
export interface ChargeableAnswer extends IdentifierCounts {
  /** The value of the header `X-Unmatched-Reasons` of the answer; null if the answer has no such header. */
  readonly unmatchedReasons: string | null;
  /** The JSON text of the answer, which is stored for retries. */
  text(): Promise<string>;
}

export interface PricedAnswer<T extends ChargeableAnswer> {
  readonly answer: T;
  /** The credits to charge for each feature, at most as many as were reserved. */
  readonly charges: Charges;
  readonly whenCharged?: WhenCharged | undefined;
}

/**
 * Stores something in the transaction that charges an answer, whose credits must be held. If it returns `outdated`, nothing is stored or
 * charged, because the cost of the answer is no longer right; the answer is then made again.
 */
export type WhenCharged = (transaction: SqlRunner) => Promise<'stored' | 'outdated'>;

const noCharges: Charges = new Map();

/** An answer after its credits were charged. Only such an answer may be sent. */
export class ChargedAnswer<T> {
  constructor(
    readonly answer: T,
    readonly charges: Charges,
    /** The balances after the charges. */
    readonly balances: Balances,
    /** Credits that are reserved for a run that the request has started. They are charged when the run succeeds. */
    readonly reserved: Charges = noCharges,
  ) {}
}

/** The parts of a request that billing needs. */
export interface BillingContext extends Exchange {
  /** The X-Request-Id of the request, which is stored with its ledger entries. */
  readonly id: string;
  /** Method and route pattern, such as `POST /v1/company/enrich`. */
  readonly endpoint: string;
  /** The right of this request to store the answer for its idempotency key; null without a key. */
  readonly claim: AnswerClaim | null;
  /**
   * Whether the client has closed the connection, so that the answer would be lost. Always false for a request with an
   * idempotency key, because its answer is stored and the client can get it with a retry.
   */
  readonly isAbandoned: () => boolean;
  /**
   * The limit that the client has set for the cost of its request: the sum of the credits of all features. A request that may cost
   * more is refused. Undefined for no limit.
   */
  readonly maximumCredits?: number | undefined;
}

/**
 * Passes the {@link BillingContext} of the request to a parameter of a controller method. The guard that checks the API key must
 * have run before, because it finds the tenant.
 */
export const CurrentBilling = createParamDecorator((_: unknown, context: ExecutionContext): BillingContext => {
  const request = context.switchToHttp().getRequest<Request>();
  const { requestId, method, answerClaim: claim = null } = request;
  const { path } = request.route as { readonly path: string };
  return {
    ...exchangeOf(context),
    id: requestId,
    endpoint: `${method} ${path}`,
    claim,
    isAbandoned: () => claim === null && isAbandoned(request),
  };
});

/**
 * Unwraps a {@link ChargedAnswer}, so that the answer in it is sent. The response gets the credit headers and, if the answer is a
 * {@link WrittenAnswer}, the headers in this answer.
 */
@Injectable()
export class CreditHeadersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (!isCharged(result)) return result;
        const { answer, charges, balances, reserved } = result;
        response.set(creditHeaders(charges, balances, reserved));
        if (answer instanceof WrittenAnswer) response.set(answer.headers);
        return answer;
      }),
    );
  }
}

function isCharged(result: unknown): result is ChargedAnswer<unknown> {
  return result instanceof ChargedAnswer;
}
