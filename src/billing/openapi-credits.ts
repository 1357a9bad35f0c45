import { commonHeaders } from '../platform/http/openapi-failures.js';
import type { CreditFeature } from './charges.js';
import { chargedHeader, remainingHeader } from './credit-headers.js';

/** The headers of an answer that costs credits of these features, for the OpenAPI document. */
export function billedHeaders(...features: CreditFeature[]): typeof commonHeaders {
  const entries = features.flatMap((feature): [string, object][] => [
    [
      chargedHeader(feature),
      {
        description: `Credits of ${feature} that the answer has cost; 0 when a stored answer is sent again`,
        schema: { type: 'integer', minimum: 0 },
        example: 1,
      },
    ],
    [
      remainingHeader(feature),
      {
        description:
          `Credits of ${feature} that are left, or \`unlimited\`. Below a tenth of what was granted the answer also ` +
          'has the header `X-Credits-Low`, which names the features.',
        schema: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string', enum: ['unlimited'] }] },
        example: 9999,
      },
    ],
  ]);
  return { ...commonHeaders, ...Object.fromEntries(entries) };
}
