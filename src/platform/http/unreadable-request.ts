import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../errors/domain-error.js';
import type { RateLimitGuard } from './rate-limit.guard.js';
import { documentation } from './openapi/openapi.js';

type Refusal = readonly [status: number, detail: string | { readonly status: string; readonly message: string }];

/**
 * The answers to requests that Node cannot read, by the code of Node's error. For all other codes the answer is 400.
 */
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request headers are too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Chunk extensions are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive']],
]);

/** The answer to a request that Node cannot read. Its body has the form that every error has. */
export function refusalOf({ code }: NodeJS.ErrnoException): string {
  return onTheWire(refusals.get(code) ?? [400, { status: 'INVALID_HTTP', message: 'The request is not valid HTTP' }]);
}

/**
 * The answer to a CONNECT request, as it is written to the socket. Node gives such a request a socket but no response.
 */
export const tunnelRefusal = onTheWire([405, 'Method Not Allowed'], 'Allow: GET, HEAD, POST');

function onTheWire([status, detail]: Refusal, ...further: string[]): string {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...further,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers a request with an `Expect` header that is not supported. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ detail: 'The expectation cannot be met' });
  response.writeHead(417, { Connection: 'close', 'Content-Type': 'application/json; charset=utf-8' }).end(body);
}

/**
 * Counts requests that reach no Nest route, because guards run only on Nest routes. These are requests for the
 * documentation, which Express serves, and requests that are refused here because they cannot be routed.
 */
export function limitUnrouted(limits: RateLimitGuard): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const fault = faultOf(request);
    if (fault === undefined && !documentation.test(request.path)) next();
    else limits.admitBeforeRouting(request, response).then(() => next(fault), next);
  };
}

function faultOf(request: Request): DomainError | undefined {
  // Node would refuse a request without a Host header itself, but without a body.
  if (request.httpVersion !== '1.0' && hostHeaders(request) !== 1) return new DomainError('HOST_MISSING');
  return isDecodable(request.path) ? undefined : new DomainError('ROUTE_NOT_FOUND');
}

/**
 * The number of Host headers. It counts the raw headers, because `headers` has only the first one, and
 * `headersDistinct` would take time.
 */
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
