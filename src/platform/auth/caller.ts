import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RatePolicy } from '../throttling/rate-limit.js';

/** The sender of a request, as identified by its API key. */
export interface Caller {
  readonly tenantId: string;
  readonly keyId: string;
  /** The tenant's own rate limits; null if it has none, so that the limits of the service's configuration apply. */
  readonly ratePolicy: RatePolicy | null;
  /** Whether the tenant may send previews, which ask what a request would match and cost. */
  readonly mayPreview: boolean;
  /** Whether the tenant may search companies and persons by conditions. */
  readonly maySearch: boolean;
  /**
   * Whether the tenant follows each record whose data it receives. Later changes of a followed record become signals of the
   * tenant.
   */
  readonly followsEnriched: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The id of the request, which the response carries as `X-Request-Id`. The first middleware sets it. */
    requestId: string;
    /** The sender; undefined until a valid key has been found in the request. */
    caller?: Caller;
  }
}

/**
 * Injects the {@link Caller} of a request into a controller method. There is always one, because the guard has refused all
 * requests without a valid key.
 */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<Request>();
  if (caller === undefined)
    throw new Error('A public route has no caller: require an API key for the route, or do not inject the caller');
  return caller;
});
