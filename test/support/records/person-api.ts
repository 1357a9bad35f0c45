import type { Client } from './company-api.js';
import type { Answer } from '../http/http.js';
import { callWithRetry } from '../http/call-with-retry.js';

export interface PersonResult {
  readonly identifier: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly matched: boolean;
}

/** `POST /v1/person/enrich` with a JSON value or raw text. */
export async function enrichPersons({ baseUrl, apiKey }: Client, body: unknown): Promise<Answer> {
  const content = typeof body === 'string' ? { raw: body } : { body };
  return callWithRetry(`${baseUrl}/v1/person/enrich`, { apiKey, ...content });
}

/** The results of a successful request. */
export async function personResultsOf(client: Client, body: unknown): Promise<PersonResult[]> {
  const answer = await enrichPersons(client, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { results: PersonResult[] }).results;
}

/** The slugs of the matched profile pages of identifiers, in one request; null without a match. */
export async function matchedSlugs(client: Client, identifiers: readonly object[]): Promise<(string | null)[]> {
  const results = await personResultsOf(client, { persons: identifiers, fields: ['contact_network_url'] });
  return results.map(({ data }) => (data.contact_network_url as string | null)?.split('/').at(-1) ?? null);
}

/** {@link matchedSlugs} for one identifier. */
export async function matchedSlug(client: Client, identifier: object): Promise<string | null> {
  const [slug = null] = await matchedSlugs(client, [identifier]);
  return slug;
}
