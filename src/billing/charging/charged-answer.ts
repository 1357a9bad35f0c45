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
import type { AnswerClaim } from '../idempotency/answer-claim.js';

/** What billing needs of an answer that it charges. */
export interface ChargeableAnswer extends IdentifierCounts {
  /** The value of its header `X-Unmatched-Reasons`; null without one. */
  readonly unmatchedReasons: string | null;
  /** Its JSON text, which is stored for retries. */
  text(): Promise<string>;
}

/** The answer to a request and its price. */
export interface PricedAnswer<T extends ChargeableAnswer> {
  readonly answer: T;
  /** Credits per feature; at most the reserved ones. */
  readonly charges: Charges;
}

const noCharges: Charges = new Map();

/** An answer whose credits are charged, so that it may be sent. */
export class ChargedAnswer<T> {
  constructor(
    readonly answer: T,
    readonly charges: Charges,
    /** After the charges. */
    readonly balances: Balances,
    /** Credits that are only reserved, and charged when what the answer announces succeeds. */
    readonly reserved: Charges = noCharges,
  ) {}
}

/** The parts of a request that billing needs. */
export interface BillingContext extends Exchange {
  /** Its X-Request-Id, which is stored with its ledger entries. */
  readonly id: string;
  /** Method and route pattern, such as `POST /v1/company/enrich`. */
  readonly endpoint: string;
  /** Null without an idempotency key. */
  readonly claim: AnswerClaim | null;
  /**
   * Whether the client has left, so that no answer can reach it. Never with an idempotency key: then the answer is stored, and the
   * client may come back for it.
   */
  readonly isAbandoned: () => boolean;
  /** A request that may cost more credits, of all features together, is refused; undefined without such a limit. */
  readonly maximumCredits?: number | undefined;
}

/** Injects the {@link BillingContext} into a controller method. The key guard has set the caller. */
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

/** Sends the answer of a {@link ChargedAnswer} with the headers for its cost and those of its own. */
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
