import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error.js';
import { type AnswerHeaders, commonHeaders, requestIdHeader } from '../../platform/http/openapi/answer-headers.js';
import {
  declareRoute,
  type EndpointFacts,
  type HandlerDecorator,
  type Route,
} from '../../platform/http/openapi/endpoint.js';
import { ApiFailures } from '../../platform/http/openapi/openapi-failures.js';
import {
  chargedHeader,
  type CreditFeature,
  lowCreditsHeader,
  remainingHeader,
  reservedHeader,
} from '../credits/credit-amounts.js';
import { type ChargedAnswer, CreditHeadersInterceptor } from './charged-answer.js';

interface ChargedEndpointFacts<Answer> extends EndpointFacts<Answer> {
  /** The features whose credit headers are in every answer. */
  readonly charged: readonly CreditFeature[];
  /** The features whose credit headers are only in the answers to requests that use them. */
  readonly sometimesCharged?: readonly CreditFeature[];
  /** The feature whose credit pays for a run. The credit is reserved when the run starts, and charged when the run succeeds. */
  readonly reserved?: CreditFeature;
  /** A text for the description of the route. It says what a request costs when it is retried, or when its client disconnects. */
  readonly costs: string;
}

/** An answer whose results are produced one at a time while it is sent, so that they are never all in memory. */
type LaidOutAnswer<Answer> = Answer extends { readonly results: readonly (infer Result)[] }
  ? { results(): Iterable<Result> }
  : never;

/**
 * Declares a route that costs credits. It does what `@Endpoint` does, and also documents the credit headers of the answer and the
 * status 402 for missing credits.
 */
export function ChargedEndpoint<Answer>(
  route: Route,
  { charged, sometimesCharged = [], reserved, answer, ...facts }: ChargedEndpointFacts<Answer>,
): HandlerDecorator<ChargedAnswer<Answer | LaidOutAnswer<Answer>>> {
  const credits = creditHeaders(charged, sometimesCharged);
  return applyDecorators(
    declareRoute(route, {
      ...facts,
      answer: { ...answer, headers: { ...replayHeaders, ...credits, ...reservationOf(reserved), ...answer.headers } },
    }),
    ApiFailures(402, [new DomainError('INSUFFICIENT_CREDITS'), new DomainError('MAXIMUM_CREDITS_EXCEEDED')], {
      ...commonHeaders,
      // A 402 does not always have these headers: if `max_credits` is too low, the request is refused before its balances are read.
      ...creditHeaders([], [...charged, ...sometimesCharged]),
    }),
    UseInterceptors(CreditHeadersInterceptor),
  );
}

/**
 * A text for the descriptions of the enrichment routes. It says what a request costs when it is retried, or when its client
 * disconnects.
 */
export const chargedOnce =
  'A retry with the same `Idempotency-Key` gets the same answer and is not charged. Without that header, a request whose client ' +
  'closes the connection before the charge costs nothing.';

/**
 * The headers that mark an answer as a repetition: a retry with the same idempotency key gets the stored answer of the first
 * request. Free answers are not stored.
 */
const replayHeaders = {
  'Idempotent-Replayed': {
    required: false,
    description:
      '`true` if the answer is the stored one of an earlier request with the idempotency key; otherwise absent',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Original-Request-Id': {
    required: false,
    description: 'Only with a stored answer: the `X-Request-Id` of the earlier request, which was executed and charged',
    schema: requestIdHeader['X-Request-Id'].schema,
    example: requestIdHeader['X-Request-Id'].example,
  },
};

const lowHeader = {
  description: 'The features with less than a tenth of their granted credits left; absent if there are none.',
  required: false,
  schema: { type: 'string' },
  example: 'data_access, contact_data',
};

function creditHeaders(charged: readonly CreditFeature[], sometimes: readonly CreditFeature[]): AnswerHeaders {
  const entries = [...charged, ...sometimes].flatMap((feature) =>
    headersOf(feature, { required: charged.includes(feature) }),
  );
  return Object.fromEntries([...entries, [lowCreditsHeader, lowHeader] as const]);
}

function headersOf(feature: CreditFeature, presence: { readonly required: boolean }): [string, object][] {
  const charged = {
    ...presence,
    description: `The \`${feature}\` credits charged for the answer; 0 for a replayed answer.`,
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  };
  const remaining = {
    ...presence,
    description: `The \`${feature}\` credits left, or \`unlimited\`.`,
    schema: {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', enum: ['unlimited'] },
      ],
    },
    example: 9999,
  };
  return [
    [chargedHeader(feature), charged],
    [remainingHeader(feature), remaining],
  ];
}

function reservationOf(feature: CreditFeature | undefined): AnswerHeaders {
  if (feature === undefined) return {};
  const reserved = {
    required: false,
    description: `Credits of ${feature} that are charged when the run succeeds; absent when a stored answer is sent again`,
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  };
  return { [reservedHeader(feature)]: reserved };
}
