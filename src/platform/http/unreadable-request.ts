import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What Node refuses before there is a request, by the code of its error; whatever else it is that cannot be read is 400. */
const refusals: ReadonlyMap<string | undefined, readonly [status: number, detail: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request headers are too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Chunk extensions are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive']],
]);

/**
 * Answers what is not readable as HTTP, as Node would, but with the body that every error has.
 * @param answer what is being sent on the connection, after whose head nothing can be said any more
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  answer: ServerResponse | undefined,
): void {
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, detail] = refusals.get(error.code) ?? [400, 'The request is not valid HTTP'];
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers a request that expects of a server what none does here. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ detail: 'The expectation cannot be met' });
  response.writeHead(417, { Connection: 'close', 'Content-Type': 'application/json; charset=utf-8' }).end(body);
}
