import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../errors/domain-error.js';
import type { RateLimitGuard } from './rate-limit.guard.js';
import { documentation } from './openapi/openapi.js';

type Refusal = readonly [status: number, detail: string | { readonly status: string; readonly message: string }];

/** What to answer to a request that Node cannot read, for some codes of Node's error. For all other codes the answer is 400. */
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request headers are too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Chunk extensions are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive']],
]);

/** Returns the answer to a request that Node cannot read. Its body has the same form as the body of every other error. */
export function refusalOf({ code }: NodeJS.ErrnoException): string {
  return onTheWire(refusals.get(code) ?? [400, { status: 'INVALID_HTTP', message: 'The request is not valid HTTP' }]);
}

/**
 * The answer to a CONNECT request, as text for the socket. It is written like this because Node provides no response object for
 * such a request.
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

/** Refuses a request whose `Expect` header asks for something that the service does not support. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ detail: 'The expectation cannot be met' });
  response.writeHead(417, { Connection: 'close', 'Content-Type': 'application/json; charset=utf-8' }).end(body);
}

/**
 * Counts, against the rate limit, the requests that no Nest route handles. The guard cannot do that, because guards run only on
 * Nest routes. These are the requests for the documentation, which Express serves, and the requests that are refused here because
 * they cannot be routed.
 */
export function limitUnrouted(limits: RateLimitGuard): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const fault = faultOf(request);
    if (fault === undefined && !documentation.test(request.path)) next();
    else limits.admitBeforeRouting(request, response).then(() => next(fault), next);
  };
}

function faultOf(request: Request): DomainError | undefined {
  // Node itself would also refuse a request without a Host header, but its answer would have no body.
  if (request.httpVersion !== '1.0' && hostHeaders(request) !== 1) return new DomainError('HOST_MISSING');
  return isDecodable(request.path) ? undefined : new DomainError('ROUTE_NOT_FOUND');
}

/**
 * The number of Host headers in a request. The raw headers are counted, because `headers` contains only the first one.
 * `headersDistinct` contains all, but it is slow.
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
