import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CorsOrigins } from '../config/config-values.js';
import { keyChallengeHeader, OwnHeaders, unroutedHeaders } from './openapi/answer-headers.js';

const allowedHeaders = [
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'Traceparent',
  'Tracestate',
  'X-Api-Key',
  'X-Request-Id',
];

/** The response headers that any route may send, also when a request fails. */
const usualHeaders = ['Allow', 'Retry-After', ...Object.keys({ ...unroutedHeaders, ...keyChallengeHeader })];

/** How long a browser may cache the answer to a preflight request, in seconds. Chromium caches no answer for longer. */
const preflightLifeSeconds = 7_200;

/**
 * Lets web pages of the allowed origins call the service. Preflight requests are answered before the rate limit counts them,
 * because it is the browser that sends them, and not the page. The service uses no cookies. So a page can do only what the API key
 * that it sends allows.
 * @param exposedHeaders the response headers that a page may read; browsers hide all others
 */
export function crossOrigin(origins: CorsOrigins, exposedHeaders: string[]): RequestHandler {
  const share = cors({
    origin: origins === '*' ? origins : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders,
    exposedHeaders,
    maxAge: preflightLifeSeconds,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    // The library would answer every OPTIONS request. So an OPTIONS request that is not a preflight request of an allowed origin
    // is kept from the library, and gets a 405 later.
    if (request.method === 'OPTIONS' && !isPreflight(request, origins)) next();
    else share(request, response, next);
  };
}

function isPreflight({ headers }: Request, origins: CorsOrigins): boolean {
  const { origin, 'access-control-request-method': method } = headers;
  return origin !== undefined && method !== undefined && (origins === '*' || origins.includes(origin));
}

/** The names of all response headers: those that single routes of the application declare, and those that any route may send. */
export function declaredHeaders(app: Pick<INestApplicationContext, 'get'>): string[] {
  const [discovery, scanner] = [app.get(DiscoveryService), new MetadataScanner()];
  const declared = discovery.getControllers().flatMap((controller) => {
    const handlers = scanner.getAllMethodNames(controller.instance as object);
    return handlers.flatMap((handler) => discovery.getMetadataByDecorator(OwnHeaders, controller, handler) ?? []);
  });
  return [...new Set([...usualHeaders, ...declared])].sort();
}
