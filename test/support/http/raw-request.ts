import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect, type Socket } from 'node:net';
import { text as wholeOf } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The raw body. */
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  /** A list is sent as several headers with one name. */
  readonly headers?: Record<string, string | string[]>;
  /** The body. It is sent with a Content-Length, or in chunks if `headers` has Transfer-Encoding. */
  readonly body?: string | Uint8Array;
}

/** Sends a request as it is written. `fetch` would join repeated headers and add missing ones. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? requestTls : request;
    const sending = open(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8'), bytes });
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Sends a text over a new connection at once. @returns all text that is received until the connection closes */
export async function sendText(url: string, text: string): Promise<string> {
  return wholeOf(await sendPart(url, text));
}

/** Sends a text over a new connection. @returns the connection, which stays open */
export async function sendPart(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  connection.write(text);
  return connection;
}

/** The status and the `detail` of each answer in a text of one or more HTTP answers. */
export function answersIn(text: string): [status: number, detail: unknown][] {
  return text.split(/(?=HTTP\/1\.1 \d)/).map((answer) => {
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    return [Number(answer.slice(9, 12)), (JSON.parse(body) as { detail?: unknown }).detail];
  });
}
