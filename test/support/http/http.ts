import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** An answer with its parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A raw body in place of `body`. */
  readonly raw?: string | Uint8Array;
}

/** Sends an HTTP request. */
export async function call(url: string, { method, apiKey, headers, body, raw }: Call = {}): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: {
      ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(apiKey === undefined ? {} : { 'X-Api-Key': apiKey }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A port on which no program listens, for a program that must be told its port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
