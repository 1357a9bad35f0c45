import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Changes headers and JSON body of an answer in place.
 * @returns the status to send; `cut` closes the connection without an answer, `half` within the body
 */
export type Breach = (
  status: number,
  headers: Record<string, unknown>,
  body: Record<string, unknown>,
) => number | 'cut' | 'half';

/** Breaches with the requests that get them, matched as `GET /path`. */
export type Breaches = readonly (readonly [requests: RegExp, breach: Breach, ...rest: unknown[]])[];

/** Stands between a client and a service, and changes the answers to some requests. */
export async function openBreakingProxy(
  target: string,
  breaches: Breaches,
): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
  const server = createServer((request, response) => {
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
