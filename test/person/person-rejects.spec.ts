import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call } from '../support/http.js';
import { enrichPersons } from '../support/person-api.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

const person = { network_url: 'network.com/in/nobody-here' };

async function itemsFor(body: unknown): Promise<object[]> {
  const answer = await enrichPersons(service, body);
  expect(answer.status).toBe(422);
  return (answer.body as { detail: object[] }).detail;
}

async function status400(body: unknown): Promise<{ status: string; message: string }> {
  const answer = await enrichPersons(service, body);
  expect(answer.status).toBe(400);
  return (answer.body as { detail: { status: string; message: string } }).detail;
}

const nothing = { fields: [], include_personas: false, include_contact_data: false, enrich_company: false };

describe('POST /v1/person/enrich rejects with 400', () => {
  it('an empty list of persons', async () => {
    const detail = await status400({ persons: [], fields: ['full_name'] });
    expect(detail).toEqual({ status: 'NO_PERSONS_PROVIDED', message: expect.stringContaining('persons') });
  });

  it.each([
    ['nothing but persons', {}],
    ['empty fields', { fields: [] }],
    ['fields of null', { fields: null }],
    ['signals of null', { allow_signals: null }],
    ['everything set to nothing', { ...nothing, allow_signals: null }],
    ['an option of companies', { include_metadata: true }],
  ])('%s, and names the five alternatives', async (_what, request) => {
    const { status, message } = await status400({ persons: [person], ...request });
    expect(status).toBe('NO_FIELDS_PROVIDED');
    const alternatives = ['fields', 'include_personas', 'include_contact_data', 'enrich_company', 'allow_signals'];
    for (const alternative of alternatives) expect(message).toContain(`\`${alternative}\``);
  });

  it('an empty list before missing fields', async () => {
    expect((await status400({ persons: [] })).status).toBe('NO_PERSONS_PROVIDED');
  });
});

describe('POST /v1/person/enrich rejects with 422', () => {
  it('an empty list of company fields, before an empty list of persons', async () => {
    expect(await itemsFor({ persons: [], enrich_company: [] })).toMatchObject([
      { type: 'value_error', loc: ['body', 'enrich_company'] },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['a label', { external_id: 'x' }],
    ['a name without employer', { full_name: 'Jane Doe' }],
    ['an employer without name', { company_domain: 'acme.com', company_name: 'Acme' }],
    ['a first name alone', { first_name: 'Jane', company_domain: 'acme.com' }],
    ['a last name alone', { last_name: 'Doe', company_name: 'Acme' }],
    ['null for its half', { full_name: 'Jane Doe', company_domain: null }],
    ['empty text for its half', { first_name: 'Jane', last_name: '', company_domain: 'acme.com' }],
    ['an empty URL and an empty e-mail', { network_url: '', work_email: '' }],
    ['the members of a company', { website: 'acme.com', network_id: '1' }],
  ])('a person with %s for an identifier', async (_what, identifier) => {
    const items = await itemsFor({ persons: [person, identifier], fields: ['full_name'] });
    expect(items).toMatchObject([{ type: 'value_error', loc: ['body', 'persons', 1] }]);
  });

  it.each(['all', 1, {}, null])(
    '%j for enrich_company, with one item for each allowed type',
    async (enrich_company) => {
      const items = await itemsFor({ persons: [person], enrich_company });
      expect(items).toMatchObject([
        { type: 'bool_type', loc: ['body', 'enrich_company', 'bool'] },
        { type: 'list_type', loc: ['body', 'enrich_company', 'list[str]'] },
      ]);
    },
  );

  it('more persons than the maximum batch', async () => {
    const items = await itemsFor({ persons: Array.from({ length: 1_001 }, () => person), fields: ['full_name'] });
    expect(items).toMatchObject([{ type: 'too_long', loc: ['body', 'persons'] }]);
  });

  it('all faults at once, in the order of declaration', async () => {
    const items = await itemsFor({
      allow_signals: { type: 'promotion' },
      enrich_company: [1],
      include_contact_data: 'true',
      include_personas: null,
      fields: 'full_name',
      persons: [{ work_email: 1 }, 'jane', {}],
    });
    expect(items.map((item) => (item as { loc: unknown[] }).loc.slice(1).join('.'))).toEqual([
      'persons.0.work_email',
      'persons.1',
      'persons.2',
      'fields',
      'include_personas',
      'include_contact_data',
      'enrich_company.bool',
      'enrich_company.list[str].0',
      'allow_signals.type',
    ]);
  });
});

describe('POST /v1/person/enrich protects itself', () => {
  it.each([
    ['without a key', undefined],
    ['with a wrong key', 'garbage'],
  ])('from requests %s, before validation', async (_what, apiKey) => {
    const answer = await call(`${service.baseUrl}/v1/person/enrich`, { apiKey, body: { persons: 1 } });
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid API key' }]);
  });
});
