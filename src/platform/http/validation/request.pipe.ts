import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ParsedBody } from './parsed-body.js';
import { isRequestSchema, type RequestLimits } from './request-schema.js';
import { ValidationFailure } from './validation-failure.js';
import { validationErrors } from './zod-issues.js';

/** Checks every body, and every query string, that has a request schema and hands the typed result on. */
export class RequestPipe implements PipeTransform {
  constructor(private readonly limits: RequestLimits) {}

  /** @throws ValidationFailure with everything that is wrong */
  transform(sent: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!isRequestSchema(schema)) return sent;
    const value = sent instanceof ParsedBody ? sent.take() : sent;
    const parsed = schema.under(this.limits).safeParse(value);
    if (parsed.success) return parsed.data;
    const part = type === 'query' ? 'query' : 'body';
    throw new ValidationFailure(validationErrors(parsed.error.issues, value, part));
  }
}
