import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { DomainError, type FailureCode, keyChallenge } from '../../errors/domain-error.js';
import { acceptableRequestId } from '../http-headers.js';
import type { ValidationErrorItem } from '../validation/validation-exception.js';

/** The header that every answer has. */
export const requestIdHeader = {
  'X-Request-Id': {
    description: 'The id of the request: the one in the request, or a new one',
    schema: { type: 'string', pattern: acceptableRequestId.source },
    example: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90',
  },
};

/** The headers of every answer on a limited route. */
export const commonHeaders = {
  ...requestIdHeader,
  'Cache-Control': {
    description: 'Forbids proxies and browsers to store the answer',
    schema: { type: 'string', enum: ['no-store'] },
    example: 'no-store',
  },
  'RateLimit-Policy': {
    description: 'The rate limits of the client: the number of requests (q) in a window of seconds (w)',
    schema: { type: 'string' },
    example: '"burst";q=1000;w=60, "rate";q=100;w=1',
  },
  RateLimit: {
    description: 'For each limit, the remaining requests (r) and the seconds until there are more (t)',
    schema: { type: 'string' },
    example: '"burst";r=999;t=60, "rate";r=99;t=1',
  },
  'X-RateLimit-Limit': {
    description: 'The limit with the fewest remaining requests, in requests',
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'The remaining requests of that limit',
    schema: { type: 'integer', minimum: 0 },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'The seconds from the answer until that limit allows more requests; with 429 the same as `Retry-After`',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
};

/** The header of every 401. */
const keyChallengeHeader = {
  'WWW-Authenticate': {
    description: 'Names the header that takes the key; for a request with `Authorization` instead, also what to change',
    schema: { type: 'string' },
    example: keyChallenge,
  },
};

/** Statuses with `Retry-After`, and the meaning of it. */
const retryAfter: Readonly<Record<number, string>> = {
  409: 'Seconds to wait; a request sent then is usually answered',
  429: 'Seconds to wait; a request sent then is accepted',
  503: 'Seconds to wait before another attempt',
};

const textDetail = z.object({ detail: z.string().describe('The message') });
const errorCode = z.string().describe('The error code');
const wordDetail = z.object({
  detail: z.object({ status: errorCode, message: z.string().describe('The message') }).describe('The error'),
});
const upstreamDetail = z.object({
  detail: z
    .object({ status: errorCode, upstream_status: z.int().describe('The HTTP status of the failed service') })
    .describe('The error'),
});

const validationErrorItem = z.object({
  type: z.string().meta({ description: 'The stable code of the fault' }),
  loc: z.array(z.union([z.string(), z.int()])).meta({ description: 'The path of the invalid value' }),
  msg: z.string().meta({ description: 'The message' }),
  input: z.any().meta({ description: 'The invalid value' }),
  ctx: z.record(z.string(), z.any()).optional().meta({ description: 'The parameters of the message' }),
});

/** The components that error answers refer to. */
export function failureSchemas(): Record<string, object> {
  const schemas = {
    TextError: textDetail,
    WordError: wordDetail,
    UpstreamError: upstreamDetail,
    HTTPValidationError: z.object({ detail: z.array(validationErrorItem).describe('All faults of the request') }),
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
      return [name, json];
    }),
  );
}

/**
 * Documents the failures of a route: those named, and those that every closed route has. A code stands for its own
 * text; give the error itself where the route words it differently.
 */
export function ApiFailures(...failures: (FailureCode | DomainError)[]): MethodDecorator {
  const errors = [...failures, 'INVALID_API_KEY' as const, 'RATE_LIMIT_EXCEEDED' as const].map((failure) =>
    failure instanceof DomainError ? failure : new DomainError(failure),
  );
  const statuses = [...new Set(errors.map((error) => error.httpStatus))].sort();
  return applyDecorators(
    ...statuses.map((status) =>
      describeFailures(
        status,
        errors.filter((error) => error.httpStatus === status),
      ),
    ),
  );
}

/** The limits of every POST, as a sentence for the description of an operation. */
export const postLimits =
  'A body has at most 5 MiB after decompression, 64 levels of objects and lists, and by default 24,000 values; more values are a 422 ' +
  'of the type `json_too_complex`. The header `RateLimit-Policy` names the rate limits, by default 1,000 requests in 60 seconds and ' +
  '100 in one second. The bodies of a key have by default at most 15 MiB in one second, with bursts of 30 MiB.';

/** What a retry and an abandoned request cost, as sentences for the description of an enrichment. */
export const chargedOnce =
  'A retry with the same `Idempotency-Key` gets the same answer and is not charged. Without that header, a request whose client ' +
  'closes the connection before the charge costs nothing.';

/** Documents the failures that reading and checking a body adds. */
export function ApiBodyFailures(): MethodDecorator {
  const item = { type: 'missing', loc: ['body', 'companies'], msg: 'Field required', input: {} };
  return applyDecorators(
    describeFaults('The body does not fit its schema, or the idempotency key cannot be used', item),
    describeFailures(413, [new DomainError('BODY_TOO_LARGE')]),
    describeFailures(415, [new DomainError('UNSUPPORTED_MEDIA_TYPE'), new DomainError('UNSUPPORTED_ENCODING')]),
    describeFailures(503, [new DomainError('SERVICE_BUSY')]),
  );
}

/** Documents the failure that checking the parameters of the URL adds. */
export function ApiQueryFailures(item: ValidationErrorItem): MethodDecorator {
  return describeFaults('The parameters do not fit their schema', item);
}

function describeFaults(description: string, item: ValidationErrorItem): MethodDecorator {
  const schema = { $ref: '#/components/schemas/HTTPValidationError' };
  const content = { 'application/json': { schema, example: { detail: [item] } } };
  return ApiResponse({ status: 422, description, headers: commonHeaders, content });
}

/**
 * Documents the failures that have one status.
 * @param headers that they have beside the common ones
 */
export function describeFailures(
  status: number,
  errors: readonly DomainError[],
  headers: object = {},
): MethodDecorator {
  const own = status === 401 ? keyChallengeHeader : retryAfterHeader(status);
  return describeErrors(status, errors, { ...commonHeaders, ...own, ...headers });
}

/** Documents the one failure of routes outside of `/v1`, which every other route has, too. */
export function ApiUnroutable(): MethodDecorator {
  const { 'Cache-Control': _, ...headers } = commonHeaders;
  return describeErrors(400, [new DomainError('HOST_MISSING')], headers);
}

function describeErrors(
  status: number,
  errors: readonly DomainError[],
  headers: Partial<typeof commonHeaders>,
): MethodDecorator {
  const forms = new Set(errors.map(formOf));
  const references = [...forms].map((form) => ({ $ref: `#/components/schemas/${form}` }));
  const [only = {}, ...others] = references;
  const schema = others.length === 0 ? only : { oneOf: references };
  const examples = Object.fromEntries(errors.map((error) => [error.code, { value: { detail: error.detail } }]));
  return ApiResponse({
    status,
    description: errors.map((error) => error.message).join(' / '),
    headers,
    content: { 'application/json': { schema, examples } },
  });
}

function formOf({ detail }: DomainError): 'TextError' | 'WordError' | 'UpstreamError' {
  if (typeof detail === 'string') return 'TextError';
  return 'message' in detail ? 'WordError' : 'UpstreamError';
}

function retryAfterHeader(status: number, presence: { readonly required?: false } = {}): object {
  const description = retryAfter[status];
  if (description === undefined) return {};
  return { 'Retry-After': { ...presence, description, schema: { type: 'integer', minimum: 1 }, example: 1 } };
}

const description = `
Makes a retry safe. Of all requests of a tenant with the same key within 24 hours only one is executed. When it succeeds, a
retry gets the same answer and is not charged; its headers are \`Idempotent-Replayed: true\` and, as \`Original-Request-Id\`, the
\`X-Request-Id\` of the executed request. A retry during the execution gets 409, and a request with another method, path or body
(compared by bytes) gets 422. After a failure, or an answer that was free and started no run, the key can be used again. An
answer that is too long to be stored, or for which the tenant's storage has no space, is replaced by 422 and is not charged.
`
  .trim()
  .replaceAll('\n', ' ');

/** The headers of an answer that was stored for an idempotency key and is sent again. */
export const replayHeaders = {
  'Idempotent-Replayed': {
    required: false,
    description:
      '`true` if the answer is the stored one of an earlier request with the idempotency key; otherwise absent',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Original-Request-Id': {
    required: false,
    description: 'The `X-Request-Id` of that earlier request, to which the credits were charged',
    schema: requestIdHeader['X-Request-Id'].schema,
    example: requestIdHeader['X-Request-Id'].example,
  },
};

/**
 * Documents that a POST takes an idempotency key, as every POST of the service does.
 * @param conflicts other failures of the route with status 409, which are final
 */
export function ApiIdempotent(...conflicts: FailureCode[]): MethodDecorator {
  const codes = ['IDEMPOTENCY_KEY_IN_USE' as const, ...conflicts];
  const headers = conflicts.length === 0 ? {} : retryAfterHeader(409, { required: false });
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description,
      schema: { type: 'string', pattern: '^[\\x20-\\x7E]{1,255}$' },
    }),
    describeFailures(
      409,
      codes.map((code) => new DomainError(code)),
      headers,
    ),
  );
}
