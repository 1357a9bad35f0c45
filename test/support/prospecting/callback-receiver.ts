import { subtle } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received callback. */
export interface ReceivedCallback {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer of a receiver: a status, or `silence` for no answer. */
type ReceiverAnswer = number | 'silence';

/** A tenant's HTTP server for callbacks. */
export interface CallbackReceiver {
  readonly url: string;
  readonly received: readonly ReceivedCallback[];
  /** The number of connections, with or without a request. */
  readonly connections: number;
  /** Sets the answer to later requests. */
  answerWith(reception: ReceiverAnswer): void;
  /** Clears the received callbacks. */
  clear(): void;
  /** Closes the server and its open connections. */
  close(): Promise<void>;
}

/** Opens a receiver on a free local port, which answers 200 by default. */
export async function openReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  let reception: ReceiverAnswer = 200;
  const answer = (response: ServerResponse): void => {
    if (reception !== 'silence') response.writeHead(reception, { Location: '/elsewhere' }).end('ok');
  };
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    void text(request).then((body) => {
      received.push({ method, path, headers, body });
      answer(response);
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hidden-token`,
    received,
    get connections() {
      return connections;
    },
    clear: () => void received.splice(0),
    answerWith: (next) => {
      reception = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a callback is signed with the secret. This is a second implementation of the signature, independent of the service's. */
export async function isSigned({ headers, body }: ReceivedCallback, secret: string): Promise<boolean> {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  const [version, encoded = ''] = String(signature).split(',');
  if (version !== 'v1') return false;
  const raw = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${String(id)}.${String(time)}.${body}`);
  return subtle.verify('HMAC', key, Buffer.from(encoded, 'base64'), signed);
}
