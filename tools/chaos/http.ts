import { type Agent, type IncomingHttpHeaders, request, type RequestOptions } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** No answer came in time, so the client has closed the connection. */
export class RequestTimeoutError extends Error {}

/**
 * Sends a JSON text with POST.
 * @param timeoutMs the time after which the client closes the connection, in milliseconds; null for no limit
 * @returns the answer, which has arrived completely
 * @throws RequestTimeoutError, or the error of the connection
 */
export function postJson(
  url: string,
  agent: Agent,
  body: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number | null,
): Promise<Answer> {
  const own = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return exchange(url, { method: 'POST', agent, headers: { ...own, ...headers } }, body, timeoutMs);
}

/** Sends a GET. @throws RequestTimeoutError, or the error of the connection */
export function get(
  url: string,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Answer> {
  return exchange(url, { method: 'GET', agent, headers }, '', timeoutMs);
}

function exchange(url: string, options: RequestOptions, body: string, timeoutMs: number | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    const timer =
      timeoutMs === null ? undefined : setTimeout(() => sent.destroy(new RequestTimeoutError('timed out')), timeoutMs);
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.end(body);
  });
}
