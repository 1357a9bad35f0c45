import { ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import type { DomainError } from '../../errors/domain-error.js';
import type { ValidationErrorItem } from '../validation/validation-exception.js';
import { type AnswerHeaders, commonHeaders } from './answer-headers.js';

const textDetail = z.object({ detail: z.string().describe('The message') });
const errorCode = z.string().describe('The error code');
const wordDetail = z.object({
  detail: z.object({ status: errorCode, message: z.string().describe('The message') }).describe('The error'),
});
/** The refusal of an operation as a program reads it. */
export const refusalSchema = z.object({
  code: z.string().describe('The code of the refusal, such as `UNUSABLE_SCHEMA`'),
  values: z.record(z.string(), z.any()).describe('What the text names, by the names that belong to the code'),
});

/** The schemas of failures in the document of the API for operators that differ from those of the other document. */
export const operatorFailures = {
  WordError: z.object({
    detail: wordDetail.shape.detail
      .extend({ refusal: refusalSchema.optional().describe('The refusal as a program reads it, if it has a code') })
      .describe('The error'),
  }),
};

const upstreamDetail = z.object({
  detail: z
    .object({
      status: errorCode,
      upstream_status: z.int().describe('The HTTP status of the database or queue whose failure caused this answer'),
    })
    .describe('The error'),
});

const validationErrorItem = z.object({
  type: z.string().meta({ description: 'The stable code of the fault' }),
  loc: z.array(z.union([z.string(), z.int()])).meta({ description: 'The path of the invalid value' }),
  msg: z.string().meta({ description: 'The message' }),
  input: z.any().meta({ description: 'The invalid value' }),
  ctx: z.record(z.string(), z.any()).optional().meta({ description: 'The parameters of the message' }),
});

/**
 * The schemas of the answers to failed requests. They become components of the document, so that each schema is written only
 * once.
 * @param own the schemas of a document that differ from those of the other documents
 */
export function failureSchemas(own: Readonly<Record<string, z.ZodType>> = {}): Record<string, object> {
  const schemas: Record<string, z.ZodType> = {
    TextError: textDetail,
    WordError: wordDetail,
    UpstreamError: upstreamDetail,
    HTTPValidationError: z.object({ detail: z.array(validationErrorItem).describe('All faults of the request') }),
    ...own,
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
      return [name, json];
    }),
  );
}

/**
 * Documents that a route answers 422 if a request does not fit its schema.
 * @param item the validation error that the example shows
 */
export function ApiFaults(description: string, item: ValidationErrorItem): MethodDecorator {
  const schema = { $ref: '#/components/schemas/HTTPValidationError' };
  const content = { 'application/json': { schema, example: { detail: [item] } } };
  return ApiResponse({ status: 422, description, headers: { ...commonHeaders }, content });
}

/**
 * Documents those failures of a route that have the same HTTP status.
 * @param headers the headers of the answer
 */
export function ApiFailures(status: number, errors: readonly DomainError[], headers: AnswerHeaders): MethodDecorator {
  const forms = new Set(errors.map(formOf));
  const references = [...forms].map((form) => ({ $ref: `#/components/schemas/${form}` }));
  const [only = {}, ...others] = references;
  const schema = others.length === 0 ? only : { oneOf: references };
  const examples = Object.fromEntries(errors.map((error) => [error.code, { value: { detail: error.detail } }]));
  return ApiResponse({
    status,
    description: errors.map((error) => error.message).join(' / '),
    headers: { ...headers },
    content: { 'application/json': { schema, examples } },
  });
}

function formOf({ detail }: DomainError): 'TextError' | 'WordError' | 'UpstreamError' {
  if (typeof detail === 'string') return 'TextError';
  return 'message' in detail ? 'WordError' : 'UpstreamError';
}
