import { billedHeaders } from '../../billing/credits/openapi-credits.js';
import type { commonHeaders } from '../../platform/http/openapi/openapi-failures.js';

/** The headers of the answer to a start, for the OpenAPI document. */
export function startHeaders(): typeof commonHeaders {
  const reserved = {
    description: 'Credits of prospecting that are charged when the run succeeds',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  };
  return { ...billedHeaders(['prospecting']), ...{ 'X-Credits-Prospecting-Reserved': reserved } };
}
