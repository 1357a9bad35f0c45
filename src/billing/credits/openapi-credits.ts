import { DomainError } from '../../platform/errors/domain-error.js';
import { commonHeaders, describeFailures, replayHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { chargedHeader, type CreditFeature, remainingHeader } from './credit-amounts.js';

const low = {
  description: 'The features with less than a tenth of their granted credits left; absent if there are none.',
  required: false,
  schema: { type: 'string' },
  example: 'data_access, contact_data',
};

/**
 * The headers of an answer that costs credits, for the OpenAPI document.
 * @param always features whose headers are in every answer
 * @param sometimes features whose headers are only in answers to requests for them
 */
export function billedHeaders(
  always: readonly CreditFeature[],
  sometimes: readonly CreditFeature[] = [],
): typeof commonHeaders {
  return { ...commonHeaders, ...replayHeaders, ...balanceHeaders(always, sometimes) };
}

/** Documents the 402 answer; the parameters are those of {@link billedHeaders}. */
export function ApiInsufficientCredits(
  always: readonly CreditFeature[],
  sometimes: readonly CreditFeature[] = [],
): MethodDecorator {
  return describeFailures(402, [new DomainError('INSUFFICIENT_CREDITS')], balanceHeaders(always, sometimes));
}

function balanceHeaders(always: readonly CreditFeature[], sometimes: readonly CreditFeature[]): object {
  const entries = [...always, ...sometimes].flatMap((feature) =>
    headersOf(feature, { required: always.includes(feature) }),
  );
  return Object.fromEntries([...entries, ['X-Credits-Low', low] as const]);
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
