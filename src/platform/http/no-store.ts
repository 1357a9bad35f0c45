import type { NextFunction, Request, Response } from 'express';

/** As the router reads it: in any case. */
const data = /^\/v1(\/|$)/i;

/**
 * Forbids proxies and browsers to keep what is answered under `/v1`, whatever its status: answers hold names and contact data,
 * and the state of a run is polled. The documentation may be kept.
 */
export function forbidStoring(request: Request, response: Response, next: NextFunction): void {
  if (data.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
}
