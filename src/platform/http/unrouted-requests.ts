import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../errors/domain-error.js';
import type { RateLimitGuard } from '../throttling/rate-limit.guard.js';
import { documentation } from './openapi/openapi.js';

/**
 * Guards see only what comes to a Nest route. This counts the rest: the documentation, which Express serves, and requests that are
 * refused here because they cannot be routed.
 */
export function limitUnrouted(limits: RateLimitGuard): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const fault = faultOf(request);
    if (fault === undefined && !documentation.test(request.path)) next();
    else limits.admitBeforeRouting(request, response).then(() => next(fault), next);
  };
}

function faultOf(request: Request): DomainError | undefined {
  // Node itself would refuse it without a body.
  if (request.httpVersion !== '1.0' && hostHeaders(request) !== 1) return new DomainError('HOST_MISSING');
  return isDecodable(request.path) ? undefined : new DomainError('ROUTE_NOT_FOUND');
}

/** Counted in what was sent: `headers` keeps the first one only, and `headersDistinct` is made anew for each request. */
function hostHeaders({ rawHeaders }: Request): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
