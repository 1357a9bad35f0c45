import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Injects the idempotency key of the request, which has been checked by then, or null. */
export const SentIdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const { headersDistinct } = context.switchToHttp().getRequest<Request>();
  return headersDistinct['idempotency-key']?.[0] ?? null;
});
