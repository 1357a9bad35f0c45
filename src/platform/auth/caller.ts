import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RatePolicy } from '../throttling/rate-limit.js';

/** The sender of a request, identified by the API key. */
export interface Caller {
  readonly tenantId: string;
  readonly keyId: string;
  /** The tenant's own rate limits; null means the service's. */
  readonly ratePolicy: RatePolicy | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set first of all; echoed as `X-Request-Id`. */
    requestId: string;
    /** Set when the request carries a valid key. */
    caller?: Caller;
  }
}

/** Injects the {@link Caller} into a controller method; the guard refuses requests without one. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<Request>();
  if (caller === undefined) throw new Error('A public route has no caller');
  return caller;
});
