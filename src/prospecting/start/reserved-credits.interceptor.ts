import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { chargedAnswerHeaders } from '../../billing/credits/openapi-credits.js';
import type { commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { StartedRun } from './started-run.js';

/** Adds the header with the cost of a run if it succeeds. */
@Injectable()
export class ReservedCreditsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (result instanceof StartedRun) response.setHeader('X-Credits-Prospecting-Reserved', String(result.reserved));
        return result;
      }),
    );
  }
}

/** The headers of the answer to a start, for the OpenAPI document. */
export function startHeaders(): typeof commonHeaders {
  const reserved = {
    required: false,
    description:
      'Credits of prospecting that are charged when the run succeeds; absent when a stored answer is sent again',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  };
  return { ...chargedAnswerHeaders(['prospecting']), ...{ 'X-Credits-Prospecting-Reserved': reserved } };
}

/** Injects the idempotency key of the request, which has been checked by then, or null. */
export const SentIdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const { headersDistinct } = context.switchToHttp().getRequest<Request>();
  return headersDistinct['idempotency-key']?.[0] ?? null;
});
