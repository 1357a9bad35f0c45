import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enrich } from '../support/records/company-api.js';
import { ada, bob, creditsIn, eve, startCreditWorld, type CreditWorld } from '../support/credits/credit-world.js';
import { usedCredits } from '../support/credits/credits.js';
import { enrichPersons, type PersonResult } from '../support/records/person-api.js';
import type { PersonService } from '../support/records/person-service.js';
import { storeSignals } from '../support/records/signals.js';

let world: CreditWorld;
let service: PersonService;

beforeAll(async () => {
  world = await startCreditWorld();
  service = world.service;
});

afterAll(async () => {
  await world.close();
});

async function createField(
  tenantId: string,
  name: string,
  scope: 'company' | 'person' | 'both',
  metadata = false,
): Promise<void> {
  const definition = { titles: ['engineer'] };
  await service.database.prisma.queryField.create({
    data: { tenantId, name, scope, definition, metadata, countedAt: new Date() },
  });
}

const spellings = ['acme.com', 'https://www.acme.com/about', 'ACME.COM', 'acme.de'].map((website) => ({ website }));

describe('Company enrichment', () => {
  it.each([
    ['a company', [{ website: 'acme.com' }], 1],
    ['several spellings and an alias of the website of one company', spellings, 1],
    ['the website and the profile page of one company', [...spellings, { network_url: 'network.com/company/acme' }], 1],
    [
      'two companies, one of them twice',
      [{ website: 'acme.com' }, { website: 'beta.com' }, { website: 'beta.com' }],
      2,
    ],
    ['a company and an unknown website', [{ website: 'acme.com' }, { website: 'unknown.example' }], 1],
    ['an unknown website', [{ website: 'unknown.example' }], 0],
  ])('charges each matched company once for %s', async (_, companies, expected) => {
    const client = await world.tenantWith(10);
    const answer = await enrich(client, { companies, fields: ['name'] });
    expect(answer.status).toBe(200);
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': String(expected),
      'x-credits-data-access-remaining': String(10 - expected),
    });
    expect(await usedCredits(service.database, client.tenant)).toEqual({
      data_access: { charged: expected, reserved: 0 },
    });
  });

  it('charges nothing for signals alone, even if no credits are left', async () => {
    const client = await world.tenantWith(0);
    const answer = await enrich(client, { companies: [{ website: 'acme.com' }], allow_signals: {} });
    expect(answer.status).toBe(200);
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '0',
      'x-credits-data-access-remaining': '0',
    });
  });

  it.each([
    ['unknown field names', { fields: ['nonsense', 'e-mail'] }],
    ['query fields of persons', { fields: ['of_persons'] }],
    ['metadata of a tenant that has no metadata fields', { include_metadata: true }],
    [
      'an unknown field name, and metadata of a tenant that has no metadata fields',
      { fields: ['nonsense'], include_metadata: true },
    ],
    ['signals that are also requested as a field', { fields: ['signals'], allow_signals: {} }],
  ])('charges nothing for %s, even if no credits are left', async (_, asked) => {
    const client = await world.tenantWith(0);
    await createField(client.tenant, 'of_persons', 'person');
    const answer = await enrich(client, { companies: [{ website: 'acme.com' }], ...asked });
    expect([answer.status, answer.body]).toMatchObject([200, { results: [{ matched: true }] }]);
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '0',
      'x-credits-data-access-remaining': '0',
    });
  });

  it.each([
    ['a known field name beside an unknown one', { fields: ['nonsense', 'name'] }],
    ['a query field', { fields: ['nonsense', 'counted'] }],
    ['metadata', { include_metadata: true }],
  ])('charges one matched company for %s', async (_, asked) => {
    const client = await world.tenantWith(1);
    await createField(client.tenant, 'counted', 'company', true);
    const answer = await enrich(client, { companies: [{ website: 'acme.com' }], ...asked });
    expect(creditsIn(answer)).toMatchObject({ 'x-credits-data-access-charged': '1' });
  });

  it('succeeds with one credit left if all identifiers of the request are spellings of one website', async () => {
    const client = await world.tenantWith(1);
    const body = { companies: spellings.slice(0, 3), fields: ['name'] };
    expect((await enrich(client, body)).status).toBe(200);
    expect((await enrich(client, body)).status).toBe(402);
  });

  it('charges nothing for a request that is rejected because its body is invalid', async () => {
    const client = await world.tenantWith(5);
    const refused = [
      { companies: [], fields: ['name'] },
      { companies: [{ website: 'acme.com' }] },
      { companies: [{}], fields: ['name'] },
    ];
    for (const body of refused) {
      const answer = await enrich(client, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(creditsIn(answer)).toEqual({});
    }
    expect(await usedCredits(service.database, client.tenant)).toEqual({ data_access: { charged: 0, reserved: 0 } });
  });
});

describe('Person enrichment', () => {
  const persons = [{ network_url: ada }, { network_url: bob }, { network_url: `${ada}-unknown` }];

  it('charges each matched person', async () => {
    const answer = await enrichPersons(await world.tenantWith(10), { persons, fields: ['full_name'] });
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '2',
      'x-credits-data-access-remaining': '8',
    });
  });

  it('charges contact data separately, and only for persons who have contact data', async () => {
    const client = await world.tenantWith(10, 10);
    const answer = await enrichPersons(client, { persons, fields: ['full_name'], include_contact_data: true });
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '2',
      'x-credits-data-access-remaining': '8',
      'x-credits-contact-data-charged': '1',
      'x-credits-contact-data-remaining': '9',
    });
  });

  it('charges a data credit and a contact credit for each person with contact data if only contact data is requested', async () => {
    const client = await world.tenantWith(10, 10);
    await enrichPersons(client, { persons, include_contact_data: true });
    expect(await usedCredits(service.database, client.tenant)).toEqual({
      data_access: { charged: 1, reserved: 0 },
      contact_data: { charged: 1, reserved: 0 },
    });
  });

  it('reserves credits of both features or of none', async () => {
    const client = await world.tenantWith(10, 2);
    const answer = await enrichPersons(client, { persons, fields: ['full_name'], include_contact_data: true });
    expect(answer.status).toBe(402);
    expect(await usedCredits(service.database, client.tenant)).toEqual({
      data_access: { charged: 0, reserved: 0 },
      contact_data: { charged: 0, reserved: 0 },
    });
  });

  it('charges nothing for personas and signals', async () => {
    const client = await world.tenantWith(0);
    await storeSignals(service.database, client.tenant, [{ intent_holder_network_url: ada, message_text: 'hired' }]);
    const answer = await enrichPersons(client, { persons, include_personas: true, allow_signals: {} });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('hired');
    expect(creditsIn(answer)['x-credits-data-access-charged']).toBe('0');
  });

  it.each([
    ['unknown field names', { fields: ['nonsense', 'email'] }],
    ['query fields of companies', { fields: ['of_companies'] }],
    ['unknown names of employer fields', { enrich_company: ['nonsense'] }],
    ['unknown names of person fields and of employer fields', { fields: ['nonsense'], enrich_company: ['nonsense'] }],
    ['personas that are also requested as a field', { fields: ['personas'], include_personas: true }],
  ])('charges no person for %s, even if no credits are left', async (_, asked) => {
    const client = await world.tenantWith(0);
    await createField(client.tenant, 'of_companies', 'company');
    const answer = await enrichPersons(client, { persons, ...asked });
    expect([answer.status, answer.body]).toMatchObject([200, { results: [{ matched: true }, {}, {}] }]);
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '0',
      'x-credits-data-access-remaining': '0',
    });
  });

  it.each([
    ['a known field name beside an unknown one', { fields: ['nonsense', 'full_name'] }],
    ['a query field', { fields: ['nonsense', 'members'] }],
    ['a query field of the employer', { enrich_company: ['nonsense', 'members'] }],
  ])('charges two matched persons for %s', async (_, asked) => {
    const client = await world.tenantWith(3);
    await createField(client.tenant, 'members', 'both');
    const answer = await enrichPersons(client, { persons, ...asked });
    expect(creditsIn(answer)).toMatchObject({ 'x-credits-data-access-charged': '2' });
  });

  it('charges only the persons who have contact data if a request asks for contact data and unknown field names', async () => {
    const client = await world.tenantWith(3, 3);
    const answer = await enrichPersons(client, { persons, fields: ['nonsense'], include_contact_data: true });
    expect(creditsIn(answer)).toMatchObject({
      'x-credits-data-access-charged': '1',
      'x-credits-contact-data-charged': '1',
    });
  });

  it.each([true, ['name']])(
    'charges each person who has employer data, if enrich_company is %j',
    async (enrich_company) => {
      const request = { persons: [...persons, { network_url: eve }], enrich_company };
      const answer = await enrichPersons(await world.tenantWith(10), request);
      const { results } = answer.body as { results: PersonResult[] };
      expect(results.map(({ matched, data }) => [matched, data.company !== null])).toEqual([
        [true, true],
        [true, true],
        [false, false],
        [true, false],
      ]);
      expect(creditsIn(answer)).toEqual({
        'x-credits-data-access-charged': '2',
        'x-credits-data-access-remaining': '8',
      });
    },
  );

  it('reserves a credit for each person if only employer data is requested', async () => {
    const request = { persons, enrich_company: ['name'] };
    expect((await enrichPersons(await world.tenantWith(2), request)).status).toBe(402);
    expect((await enrichPersons(await world.tenantWith(3), request)).status).toBe(200);
  });
});

describe('A request of a tenant without enough credits', () => {
  it('is answered 402 with the missing credits, and neither a hold nor a ledger entry is stored', async () => {
    const client = await world.tenantWith(1);
    const companies = [{ website: 'acme.com' }, { website: 'beta.com' }];
    const answer = await enrich(client, { companies, fields: ['name'] });
    expect(answer.status).toBe(402);
    expect(answer.body).toEqual({
      detail: {
        status: 'INSUFFICIENT_CREDITS',
        message: 'The request needs more credits than the tenant has left: 2 data_access (1 left).',
      },
    });
    expect(creditsIn(answer)).toMatchObject({
      'x-credits-data-access-charged': '0',
      'x-credits-data-access-remaining': '1',
    });
    // The OpenAPI document has the same sentence, without the numbers.
    expect(await readFile('docs/openapi.json', 'utf8')).toContain(
      '"message": "The request needs more credits than the tenant has left."',
    );
    const holds = await service.database.prisma.creditHold.count({ where: { tenantId: client.tenant } });
    const entries = await service.database.prisma.creditEntry.count({ where: { tenantId: client.tenant } });
    expect([holds, entries]).toEqual([0, 1]);
  });

  it('is answered 402 even if the tenant was never granted credits', async () => {
    const answer = await enrich(await world.tenantWith(0), { companies: [{ website: 'acme.com' }], fields: ['name'] });
    expect(answer.status).toBe(402);
  });

  it('is refused only after concurrent requests have used every credit', async () => {
    const client = await world.tenantWith(7);
    const body = { companies: [{ website: 'acme.com' }], fields: ['name'] };
    const answers = await Promise.all(Array.from({ length: 30 }, () => enrich(client, body)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 402)).toHaveLength(23);
  });
});
