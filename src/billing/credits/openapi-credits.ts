import { DomainError } from '../../platform/errors/domain-error.js';
import { commonHeaders, describeFailures, replayHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { chargedHeader, type CreditFeature, lowCreditsHeader, remainingHeader } from './credit-amounts.js';

const lowHeader = {
  description: 'The features with less than a tenth of their granted credits left; absent if there are none.',
  required: false,
  schema: { type: 'string' },
  example: 'data_access, contact_data',
};

/**
 * The headers of an answer that costs credits, for the OpenAPI document.
 * @param required features whose headers are in every answer
 * @param sometimes features whose headers are only in answers to requests for them
 */
export function chargedAnswerHeaders(
  required: readonly CreditFeature[],
  sometimes: readonly CreditFeature[] = [],
): typeof commonHeaders {
  return { ...commonHeaders, ...replayHeaders, ...balanceHeaders(required, sometimes) };
}

/** Documents the 402 answer; the parameters are those of {@link chargedAnswerHeaders}. */
export function ApiInsufficientCredits(
  required: readonly CreditFeature[],
  sometimes: readonly CreditFeature[] = [],
): MethodDecorator {
  return describeFailures(402, [new DomainError('INSUFFICIENT_CREDITS')], balanceHeaders(required, sometimes));
}

function balanceHeaders(required: readonly CreditFeature[], sometimes: readonly CreditFeature[]): object {
  const entries = [...required, ...sometimes].flatMap((feature) =>
    headersOf(feature, { required: required.includes(feature) }),
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
