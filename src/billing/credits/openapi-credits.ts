import { DomainError } from '../../platform/errors/domain-error.js';
import { commonHeaders, describeFailures, replayHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { chargedHeader, type CreditFeature, remainingHeader } from './credit-amounts.js';

const low = {
  description: 'The features of which less than a tenth of what was granted is left; absent otherwise',
  required: false,
  schema: { type: 'string' },
  example: 'data_access, contact_data',
};

/**
 * The headers of an answer that costs credits, for the OpenAPI document.
 * @param always features whose headers every answer has
 * @param sometimes features whose headers only answers have that were asked for them
 */
export function billedHeaders(
  always: readonly CreditFeature[],
  sometimes: readonly CreditFeature[] = [],
): typeof commonHeaders {
  return { ...commonHeaders, ...replayHeaders, ...balanceHeaders(always, sometimes) };
}

/** Documents the refusal of who has not enough credits; the parameters are those of {@link billedHeaders}. */
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
    description: `Credits of ${feature} that the answer has cost; 0 when a stored answer is sent again`,
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  };
  const remaining = {
    ...presence,
    description: `Credits of ${feature} that are left, or \`unlimited\``,
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
