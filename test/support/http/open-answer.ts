import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Client } from '../records/company-api.js';

/** Sends a request on a new connection. @returns the answer, whose body was not read yet */
export async function openAnswer(
  { baseUrl, apiKey }: Client,
  path: string,
  body: unknown,
  further: Record<string, string> = {},
): Promise<IncomingMessage> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, ...further };
  const asking = request(`${baseUrl}${path}`, { method: 'POST', headers, agent: false });
  asking.end(JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
}

/** Reads the rest of an answer and discards it. @throws Error if the connection is cut before the end */
export async function drain(
  answer: IncomingMessage,
  onBytes: (total: number) => void = () => undefined,
): Promise<void> {
  let total = 0;
  for await (const chunk of answer) onBytes((total += (chunk as Buffer).length));
}
