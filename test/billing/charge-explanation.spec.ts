import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({
    companies: [{ website: 'acme.test', name: 'Acme', domains: ['acme.example'], network_id: '7' }],
    persons: [
      {
        ...{ network_url: 'network.com/in/jane', full_name: 'Jane Doe', company_website: 'acme.test' },
        emails: [{ address: 'jane@acme.test' }],
      },
      { network_url: 'network.com/in/bill', full_name: 'Bill Gibson', company_website: 'acme.test' },
    ],
  });
});

afterAll(() => service.close());

interface Entry {
  readonly kind: string;
  readonly feature: string;
  readonly charged: number;
  readonly identifiers?: readonly { readonly index: number; readonly charged: boolean; readonly reason?: string }[];
}

function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body, headers });
}

/**
 * The ledger entries that ended a request, by feature. They explain the charges, and the entries for reservations do not. The
 * function also checks that the OpenAPI document describes the answer that contains the entries.
 */
async function explained({ status, headers }: Answer): Promise<Record<string, Entry>> {
  expect(status).toBe(200);
  const id = headers.get('X-Request-Id') ?? '';
  const answer = await call(`${service.baseUrl}/v1/usage/requests/${id}`, { apiKey: service.ours.apiKey });
  const document = await OpenApiDocument.of(service.baseUrl);
  expect(document.faultsOfAnswer('GET', '/v1/usage/requests/{request_id}', answer)).toEqual([]);
  const { entries } = answer.body as { entries: Entry[] };
  expect(entries.filter(({ kind }) => kind === 'reserve').every((entry) => !('identifiers' in entry))).toBe(true);
  return Object.fromEntries(entries.filter(({ kind }) => kind !== 'reserve').map((entry) => [entry.feature, entry]));
}

const company = '/v1/company/enrich';
const is = (index: number) => ({ index, charged: true });
const not = (index: number, reason: string) => ({ index, charged: false, reason });

describe('GET /v1/usage/requests/{request_id} of an enrichment', () => {
  const companies = [
    ...[{ website: 'acme.test' }, { website: 'none.test' }, { website: 'acme.example' }, { website: 'http://' }],
    { website: 'other.test', network_id: '7' },
  ];

  it.each([
    ['a charge in one step', {}, 0],
    ['a request with an idempotency key', { 'Idempotency-Key': 'explained' }, 0],
    ['a charge after a reservation', {}, 20],
  ])('explains, for %s, which companies were charged and why the others were not', async (_, headers, more) => {
    const others = Array.from({ length: more }, (__, index) => ({ website: `none-${index}.test` }));
    const answer = await ask(company, { companies: [...companies, ...others], fields: ['name'] }, headers);
    const { data_access: entry } = await explained(answer);
    expect(entry).toMatchObject({ kind: 'post', charged: 1 });
    expect(entry?.identifiers).toEqual([
      ...[is(0), not(1, 'no_candidate'), not(2, 'same_company'), not(3, 'unusable_identifier'), not(4, 'same_company')],
      ...others.map((__, index) => not(5 + index, 'no_candidate')),
    ]);
  });

  it('explains for each feature which persons were charged, and why the others were not', async () => {
    const persons = [
      ...[{ network_url: 'network.com/in/jane' }, { network_url: 'network.com/in/bill' }],
      { full_name: 'No Body', company_domain: 'acme.test' },
    ];
    const answer = await ask('/v1/person/enrich', { persons, fields: ['full_name'], include_contact_data: true });
    const { data_access: data, contact_data: contact } = await explained(answer);
    expect(data?.identifiers).toEqual([is(0), is(1), not(2, 'no_candidate')]);
    expect(contact?.identifiers).toEqual([is(0), not(1, 'no_value'), not(2, 'no_candidate')]);
  });

  it('explains that nothing was charged because a record lacks a required field', async () => {
    const weak = { companies: [{ website: 'acme.test' }], fields: ['name', 'ticker'], required: ['ticker'] };
    const { data_access: entry } = await explained(await ask(company, weak));
    expect(entry).toMatchObject({ kind: 'void', charged: 0, identifiers: [not(0, 'required_field_missing')] });
  });

  it('uses stored explanations that contain only the outcome of each identifier, and not the identifier itself', async () => {
    const { rows } = await service.database.pool.query<{ text: string }>(
      `select distinct explanation as text from credit_entry where explanation is not null`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).toMatch(/^[a-z_]+( \d+)?(,[a-z_]+( \d+)?)*$/);
  });
});
