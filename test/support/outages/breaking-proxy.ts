import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Changes the headers and the JSON body of an answer in place.
 * @returns the status to send; `cut` closes the connection without an answer, `half` after half of the body
 */
export type Breach = (
  status: number,
  headers: Record<string, unknown>,
  body: Record<string, unknown>,
) => number | 'cut' | 'half';

/** Breaches, each with a pattern for the requests whose answers it changes. The pattern is compared with `GET /path`. */
export type Breaches = readonly (readonly [requests: RegExp, breach: Breach, ...rest: unknown[]])[];

interface OpenProxy {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Opens a proxy in front of a service that refuses every other request with 429. The client may send it again at once. */
export async function openRefusingProxy(target: string): Promise<OpenProxy> {
  let count = 0;
  return openBreakingProxy(target, [], (request, response) => {
    count += 1;
    if (count % 2 === 0) return false;
    // The request is read to its end before the answer, because an earlier answer would reset the connection.
    request.resume().on('end', () => response.writeHead(429, { 'Retry-After': '0' }).end('Too Many Requests'));
    return true;
  });
}

/**
 * Opens a proxy in front of a service that changes the answers to some requests.
 * @param answers may answer a request itself and return true; if it returns false, the request goes to the service
 */
export async function openBreakingProxy(
  target: string,
  breaches: Breaches,
  answers: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<OpenProxy> {
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (answers(request, response)) return;
    const { method = '', url = '', headers } = request;
    const sending = forward(`${target}${url}`, { method, headers: { ...headers, 'accept-encoding': 'identity' } });
    sending.on('error', () => response.destroy());
    request.pipe(sending);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const body = await text(answer);
    const { 'content-length': _, 'transfer-encoding': __, ...sent } = answer.headers;
    const broken = breaches.filter(([requests]) => requests.test(`${method} ${url}`));
    const json = broken.length > 0 && body !== '' ? (JSON.parse(body) as Record<string, unknown>) : {};
    const status = answer.statusCode ?? 0;
    let outcome: ReturnType<Breach> = status;
    for (const [, breach] of broken) outcome = breach(typeof outcome === 'number' ? outcome : status, sent, json);
    const content = broken.length > 0 && body !== '' ? JSON.stringify(json) : body;
    if (outcome === 'cut') response.destroy();
    else if (outcome === 'half') {
      response.writeHead(status, sent).write(content.slice(0, content.length / 2), () => response.destroy());
    } else response.writeHead(outcome, sent).end(content);
  };
  // A client that reuses a connection just as the proxy closes it would fail, so the proxy keeps idle connections as the service does.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    relay(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
