import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CorsOrigins } from '../config/config-values.js';
import { keyChallengeHeader, OwnHeaders, unroutedHeaders } from './openapi/answer-headers.js';

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

/** The response headers of every route, including those of its failures. */
const usualHeaders = ['Allow', 'Retry-After', ...Object.keys({ ...unroutedHeaders, ...keyChallengeHeader })];

/** How long a browser may cache the answer to a preflight request, in seconds. Chromium caches no answer for longer. */
const preflightLifeSeconds = 7_200;

/**
 * Lets pages of other origins call the service. It answers preflight requests before the rate limit counts them,
 * because browsers send them without being asked. The service uses no cookies, so a page can do no more than its API
 * key allows.
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
    // The library would answer every OPTIONS request. If a request is not a preflight request of an allowed origin, it
    // is passed on and answered with 405.
    if (request.method === 'OPTIONS' && !isPreflight(request, origins)) next();
    else share(request, response, next);
  };
}

function isPreflight({ headers }: Request, origins: CorsOrigins): boolean {
  const { origin, 'access-control-request-method': method } = headers;
  return origin !== undefined && method !== undefined && (origins === '*' || origins.includes(origin));
}

/** The response headers that the routes of an application declare, and those that every route has. */
export function declaredHeaders(app: Pick<INestApplicationContext, 'get'>): string[] {
  const [discovery, scanner] = [app.get(DiscoveryService), new MetadataScanner()];
  const declared = discovery.getControllers().flatMap((controller) => {
    const handlers = scanner.getAllMethodNames(controller.instance as object);
    return handlers.flatMap((handler) => discovery.getMetadataByDecorator(OwnHeaders, controller, handler) ?? []);
  });
  return [...new Set([...usualHeaders, ...declared])].sort();
}
