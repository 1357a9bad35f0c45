import type { Answer } from '../http/http.js';
import { callWithRetry } from '../http/call-with-retry.js';

export interface CompanyResult {
  readonly identifier: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly matched: boolean;
}

/** The base URL and API key of a tenant. */
export interface Client {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Sends `POST /v1/company/enrich`. A text or bytes are sent as they are, any other body as JSON. */
export async function enrich({ baseUrl, apiKey }: Client, body: unknown): Promise<Answer> {
  const content = typeof body === 'string' || body instanceof Uint8Array ? { raw: body } : { body };
  return callWithRetry(`${baseUrl}/v1/company/enrich`, { apiKey, ...content });
}

/** Sends an enrichment that must succeed. @returns its results */
export async function resultsOf(client: Client, body: unknown): Promise<CompanyResult[]> {
  const answer = await enrich(client, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { results: CompanyResult[] }).results;
}
