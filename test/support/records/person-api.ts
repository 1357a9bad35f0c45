import type { Client } from './company-api.js';
import type { Answer } from '../http/http.js';
import { callWithRetry } from '../http/call-with-retry.js';

export interface PersonResult {
  readonly identifier: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly matched: boolean;
}

/** Sends `POST /v1/person/enrich`. A text is sent as it is, any other body as JSON. */
export async function enrichPersons({ baseUrl, apiKey }: Client, body: unknown): Promise<Answer> {
  const content = typeof body === 'string' ? { raw: body } : { body };
  return callWithRetry(`${baseUrl}/v1/person/enrich`, { apiKey, ...content });
}

/** Sends an enrichment that must succeed. @returns its results */
export async function personResultsOf(client: Client, body: unknown): Promise<PersonResult[]> {
  const answer = await enrichPersons(client, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { results: PersonResult[] }).results;
}

/** Sends identifiers in one request. @returns for each the last part of the matched profile page, such as `jane-doe`, or null */
export async function matchedSlugs(client: Client, identifiers: readonly object[]): Promise<(string | null)[]> {
  const results = await personResultsOf(client, { persons: identifiers, fields: ['contact_network_url'] });
  return results.map(({ data }) => (data.contact_network_url as string | null)?.split('/').at(-1) ?? null);
}

/** Sends one identifier. @returns the last part of the matched profile page, such as `jane-doe`, or null without a match */
export async function matchedSlug(client: Client, identifier: object): Promise<string | null> {
  const [slug = null] = await matchedSlugs(client, [identifier]);
  return slug;
}
