import type { Client } from './company-api.js';
import type { Answer } from './http.js';
import { patientCall } from './patient-call.js';

export interface PersonResult {
  readonly identifier: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly matched: boolean;
}

/** `POST /v1/person/enrich` with a value, or with text as it is. */
export async function enrichPersons({ baseUrl, apiKey }: Client, body: unknown): Promise<Answer> {
  const content = typeof body === 'string' ? { raw: body } : { body };
  return patientCall(`${baseUrl}/v1/person/enrich`, { apiKey, ...content });
}

/** The results of a request that must succeed. */
export async function personResultsOf(client: Client, body: unknown): Promise<PersonResult[]> {
  const answer = await enrichPersons(client, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { results: PersonResult[] }).results;
}

/** The last parts of the profile pages that identifiers lead to, asked in one request; null for each that leads nowhere. */
export async function whoAre(client: Client, identifiers: readonly object[]): Promise<(string | null)[]> {
  const results = await personResultsOf(client, { persons: identifiers, fields: ['contact_network_url'] });
  return results.map(({ data }) => (data.contact_network_url as string | null)?.split('/').at(-1) ?? null);
}

/** {@link whoAre} for one identifier. */
export async function whoIs(client: Client, identifier: object): Promise<string | null> {
  const [slug = null] = await whoAre(client, [identifier]);
  return slug;
}
