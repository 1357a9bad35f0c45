import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CorsOrigins } from '../config/config-values.js';

/** Request headers that the service reads. */
const allowedHeaders = [
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'Traceparent',
  'Tracestate',
  'X-Api-Key',
  'X-Request-Id',
];

/** Response headers that a page may read; browsers hide all others. */
export const exposedHeaders = [
  'Allow',
  'Idempotent-Replayed',
  'Original-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Credits-Contact-Data-Charged',
  'X-Credits-Contact-Data-Remaining',
  'X-Credits-Data-Access-Charged',
  'X-Credits-Data-Access-Remaining',
  'X-Credits-Low',
  'X-Credits-Prospecting-Charged',
  'X-Credits-Prospecting-Remaining',
  'X-Credits-Prospecting-Reserved',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Unknown-Fields',
  'X-Unmatched-Reasons',
];

/** How long a browser may cache the answer to a preflight, in seconds. Browsers accept no longer time. */
const preflightLifeSeconds = 7_200;

/**
 * Lets pages of other origins call the service. Their preflights are answered here, before the rate limit counts them: the
 * browser sends them by itself. There are no cookies, so no origin gets more than the key that its page sends.
 */
export function crossOrigin(origins: CorsOrigins): RequestHandler {
  const share = cors({
    origin: origins === '*' ? origins : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders,
    exposedHeaders,
    maxAge: preflightLifeSeconds,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    // The library would answer every OPTIONS; those that are no preflights of an allowed origin are answered with 405.
    if (request.method === 'OPTIONS' && !isPreflight(request, origins)) next();
    else share(request, response, next);
  };
}

function isPreflight({ headers }: Request, origins: CorsOrigins): boolean {
  const { origin, 'access-control-request-method': method } = headers;
  return origin !== undefined && method !== undefined && (origins === '*' || origins.includes(origin));
}
