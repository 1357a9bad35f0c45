import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { DomainError, type FailureCode } from './domain-error.js';

/** Headers that every answer has. */
export const commonHeaders = {
  'X-Request-Id': { description: "The request's id: the one sent, or a new one", schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limits that hold for this client', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of each limit, and for how many seconds', schema: { type: 'string' } },
};

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } };

const textDetail = z.object({ detail: z.string() });
const wordDetail = z.object({ detail: z.object({ status: z.string(), message: z.string() }) });

const validationErrorItem = z.object({
  type: z.string().meta({ description: 'Stable name of the error' }),
  loc: z.array(z.union([z.string(), z.int()])).meta({ description: 'Path to the offending value' }),
  msg: z.string().meta({ description: 'A sentence for people' }),
  input: z.any().meta({ description: 'The offending value' }),
  ctx: z.record(z.string(), z.any()).optional().meta({ description: 'Parameters of the sentence' }),
});

/** The components that error answers refer to. */
export function failureSchemas(): Record<string, object> {
  const schemas = {
    TextError: textDetail,
    WordError: wordDetail,
    HTTPValidationError: z.object({ detail: z.array(validationErrorItem) }),
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
      return [name, json];
    }),
  );
}

/** Documents the failures of a route: those named, and those that every closed route has. */
export function ApiFailures(...codes: FailureCode[]): MethodDecorator {
  const all: FailureCode[] = [...codes, 'INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED'];
  const statuses = [...new Set(all.map((code) => new DomainError(code).httpStatus))].sort();
  return applyDecorators(
    ...statuses.map((status) =>
      describeFailures(
        status,
        all.map((code) => new DomainError(code)).filter((error) => error.httpStatus === status),
      ),
    ),
  );
}

/** Documents the failures that reading and checking a body adds. */
export function ApiBodyFailures(): MethodDecorator {
  const example = { detail: [{ type: 'missing', loc: ['body', 'companies'], msg: 'Field required', input: {} }] };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' }, example } };
  return applyDecorators(
    ApiResponse({ status: 422, description: 'The body does not fit its schema', headers: commonHeaders, content }),
    describeFailures(413, [new DomainError('BODY_TOO_LARGE')]),
    describeFailures(415, [new DomainError('UNSUPPORTED_MEDIA_TYPE'), new DomainError('UNSUPPORTED_ENCODING')]),
  );
}

function describeFailures(status: number, errors: readonly DomainError[]): MethodDecorator {
  const isText = errors.every((error) => typeof error.detail === 'string');
  const schema = { $ref: `#/components/schemas/${isText ? 'TextError' : 'WordError'}` };
  const examples = Object.fromEntries(errors.map((error) => [error.code, { value: { detail: error.detail } }]));
  return ApiResponse({
    status,
    description: errors.map((error) => error.message).join(' / '),
    headers: status === 429 ? { ...commonHeaders, ...retryAfter } : commonHeaders,
    content: { 'application/json': { schema, examples } },
  });
}
