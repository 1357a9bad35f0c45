import { subtle } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An announcement as it has arrived. */
export interface Announcement {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver answers: with a status, or not at all. */
export type Reception = number | 'silence';

/** A tenant's program that wants to hear of the ends of runs. */
export interface CallbackReceiver {
  readonly url: string;
  readonly received: readonly Announcement[];
  /** Connections that were made, whether or not anything came of them. */
  readonly connections: number;
  /** From now on answers like this. */
  answerWith(reception: Reception): void;
  /** Forgets what was received so far. */
  forget(): void;
  /** Lets go of whoever waits for an answer, too. */
  close(): Promise<void>;
}

/** A receiver on a free local port, which answers 200 unless told otherwise. */
export async function openReceiver(): Promise<CallbackReceiver> {
  const received: Announcement[] = [];
  let reception: Reception = 200;
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
    forget: () => void received.splice(0),
    answerWith: (next) => {
      reception = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether an announcement was signed with the secret, asked of another implementation than the one that signs. */
export async function isSigned({ headers, body }: Announcement, secret: string): Promise<boolean> {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  const [version, encoded = ''] = String(signature).split(',');
  if (version !== 'v1') return false;
  const raw = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${String(id)}.${String(time)}.${body}`);
  return subtle.verify('HMAC', key, Buffer.from(encoded, 'base64'), signed);
}
