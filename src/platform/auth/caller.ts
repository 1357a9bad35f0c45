import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/**
 * Two rules that a client has to satisfy together: at most `burstLimit` accepted requests in any half-open window of
 * `burstWindowMs` milliseconds, and at most `perSecond` in any second. All three are whole numbers of at least 1.
 */
export interface RatePolicy {
  readonly burstLimit: number;
  readonly burstWindowMs: number;
  readonly perSecond: number;
}

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
