import { DiscoveryService } from '@nestjs/core';
import { keyChallenge } from '../../errors/domain-error.js';
import { acceptableRequestId } from '../http-headers.js';

/** The headers of an answer, for the OpenAPI document: for each name the header object that Swagger expects. */
export type AnswerHeaders = Readonly<Record<string, object>>;

/** Declares which headers a route sends in addition to the headers that all routes send. */
export const OwnHeaders = DiscoveryService.createDecorator<string[]>();

/** The header that every answer has. */
export const requestIdHeader = {
  'X-Request-Id': {
    description: 'The id of the request: the one in the request, or a new one',
    schema: { type: 'string', pattern: acceptableRequestId.source },
    example: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90',
  },
};

const storingHeader = {
  'Cache-Control': {
    description: 'Forbids proxies and browsers to store the answer',
    schema: { type: 'string', enum: ['no-store'] },
    example: 'no-store',
  },
};

const rateLimitHeaders = {
  'RateLimit-Policy': {
    description: 'The rate limits of the client: the number of requests (q) in a window of seconds (w)',
    schema: { type: 'string' },
    example: '"burst";q=1000;w=60, "rate";q=100;w=1',
  },
  RateLimit: {
    description: 'For each limit, the remaining requests (r) and the seconds until there are more (t)',
    schema: { type: 'string' },
    example: '"burst";r=999;t=60, "rate";r=99;t=1',
  },
  'X-RateLimit-Limit': {
    description: 'The maximum number of requests of the rate limit that has the fewest requests remaining',
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'The number of requests that remain within that rate limit',
    schema: { type: 'integer', minimum: 0 },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'The seconds from the answer until that limit allows more requests; with 429 the same as `Retry-After`',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
};

/** The headers of every answer of a route that requires no key. */
export const openHeaders = { ...requestIdHeader, ...storingHeader };

/** The headers of every answer of a route that requires a key. Each such route is rate-limited. */
export const commonHeaders = { ...requestIdHeader, ...storingHeader, ...rateLimitHeaders };

/**
 * The headers of the answer to a request that matches no route. Such requests count against the rate limit. Their answers may be
 * cached, so they have no `Cache-Control`.
 */
export const unroutedHeaders = { ...requestIdHeader, ...rateLimitHeaders };

/** The header of every 401 that a missing or invalid API key causes. */
export const keyChallengeHeader = {
  'WWW-Authenticate': {
    description:
      'Names the header in which to send the key. A client that sends `Authorization` instead is told to use it',
    schema: { type: 'string' },
    example: keyChallenge,
  },
};

/** What the header `Retry-After` means, for each status with which it is sent. */
const retryAfter: Readonly<Record<number, string>> = {
  409: 'The number of seconds to wait; a request that is sent after this time is usually answered',
  429: 'The number of seconds to wait; a request that is sent after this time is accepted',
  503: 'The number of seconds to wait before another attempt',
};

/** The header `Retry-After` of an answer with this status. The result is empty if answers with the status do not have it. */
export function retryAfterHeader(status: number, presence: { readonly required?: false } = {}): AnswerHeaders {
  const description = retryAfter[status];
  if (description === undefined) return {};
  return { 'Retry-After': { ...presence, description, schema: { type: 'integer', minimum: 1 }, example: 1 } };
}
