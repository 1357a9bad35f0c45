import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RatePolicy } from '../throttling/rate-limit.js';

/** The sender of a request, identified by the API key. */
export interface Caller {
  readonly tenantId: string;
  readonly keyId: string;
  /** The tenant's own rate limits; null if the limits of the service's configuration apply. */
  readonly ratePolicy: RatePolicy | null;
  /** Whether the tenant may send previews, which ask what a request would match and cost. */
  readonly mayPreview: boolean;
  /** Whether the tenant follows each record whose data it receives. */
  readonly followsEnriched: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The id of the request, which the response carries as `X-Request-Id`. The first middleware sets it. */
    requestId: string;
    /** The sender; absent as long as no valid key has been found in the request. */
    caller?: Caller;
  }
}

/** Injects the {@link Caller} into a controller method. Requests without a caller do not get so far: the guard refuses them. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<Request>();
  if (caller === undefined)
    throw new Error('A public route has no caller: require an API key for the route, or do not inject the caller');
  return caller;
});
