import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyNameKey } from '../../src/matching/companies/company-name.js';
import type { Client } from '../support/records/company-api.js';
import { usedCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface StoredCompany {
  readonly networkUrl?: string;
  readonly formerName?: string;
  readonly alias?: string;
  readonly domains?: readonly string[];
}

let service: TestService;
let client: Client;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  client = await service.clientOf('ours');
  document = await OpenApiDocument.of(service.baseUrl);
  const page = 'https://www.network.com/company/acme';
  await store('Acme GmbH', {
    networkUrl: page,
    domains: ['acme.example.com', 'acme-old.com'],
    formerName: 'Roadrunner',
  });
  await store('Acme', {});
  await store('Acme Metals Ltd', { domains: ['acme-metals.com'], alias: 'AMX' });
  await store('Müller & Söhne', {});
  await store('Zacme', {});
});

afterAll(() => service.close());

async function store(name: string, { networkUrl, formerName, alias, domains = [] }: StoredCompany): Promise<void> {
  const listed = (other?: string) => ({
    create: other === undefined ? [] : [{ name: other, nameKey: companyNameKey(other) }],
  });
  await service.database.prisma.company.create({
    data: {
      ...{ name, nameKey: companyNameKey(name), networkUrl: networkUrl ?? null, website: domains[0] ?? null },
      ...{ industry: 'Metal', locationCountry: 'Germany', tagline: 'not shown' },
      domains: { create: domains.map((domain, index) => ({ domain, isPrimary: index === 0 })) },
      formerNames: listed(formerName),
      aliases: listed(alias),
    },
  });
}

/** Sends a request and checks the answer against the OpenAPI document. */
async function search(query: string): Promise<Answer> {
  const answer = await call(`${client.baseUrl}/v1/companies${query}`, { apiKey: client.apiKey });
  expect(document.faultsOfAnswer('GET', '/v1/companies', answer)).toEqual([]);
  return answer;
}

async function find(text: string): Promise<{ readonly name: string }[]> {
  const { status, body } = await search(`?q=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return (body as { companies: { name: string }[] }).companies;
}

const namesFor = async (text: string): Promise<string[]> => (await find(text)).map(({ name }) => name);

describe('GET /v1/companies succeeds', () => {
  it('returns the five members by which users distinguish companies, and no others', async () => {
    expect((await find('acme.example.com'))[0]).toEqual({
      name: 'Acme GmbH',
      website: 'acme.example.com',
      network_url: 'https://www.network.com/company/acme',
      location_country: 'Germany',
      industry: 'Metal',
    });
  });

  it.each<[what: string, text: string, names: readonly string[]]>([
    ['the companies of a name, before those of longer names', 'ACME', ['Acme GmbH', 'Acme', 'Acme Metals Ltd']],
    ['the companies of a name with another legal form', 'acme, inc.', ['Acme GmbH', 'Acme', 'Acme Metals Ltd']],
    ['a company by the beginning of its name', ' acme met', ['Acme Metals Ltd']],
    ['a company by its name without accents', 'Muller and Sohne', ['Müller & Söhne']],
    ['a company by a former name', 'roadrunner', ['Acme GmbH']],
    ['a company by the beginning of an alias', 'am', ['Acme Metals Ltd']],
    ['a company by its website', 'https://www.acme-metals.com/about?x=1', ['Acme Metals Ltd']],
    ['a company by an alias domain', 'acme-old.com', ['Acme GmbH']],
    ['a company by its profile page', 'network.com/company/acme/', ['Acme GmbH']],
    ['no company by a later part of its name', 'metals', []],
    ['no company for a text without letters', '%_ \\ \' "', []],
    ['no company for a text with a control character', 'acme\u0000', []],
    ['no company for the page of a person', 'https://www.network.com/in/acme', []],
    ['no company for a name that is too long', 'acme'.repeat(500), []],
  ])('returns %s', async (_, text, names) => {
    expect(await namesFor(text)).toEqual(names);
  });

  it('returns at most ten companies, first those with exactly the searched name', async () => {
    await service.database.pool.query(
      `insert into company (name, name_key)
       select 'Omni ' || n, 'omni' || n from generate_series(1000, 3000) n union all
       select 'Omni', 'omni' from generate_series(1, 4)`,
    );
    const names = await namesFor('omni');
    expect(names.slice(0, 5)).toEqual(['Omni', 'Omni', 'Omni', 'Omni', 'Omni 1000']);
    expect(names).toHaveLength(10);
    expect(await namesFor('omn')).toHaveLength(10);
  });

  it('charges nothing, and answers tenants without credits', async () => {
    const poor = await service.issueKeyWithoutCredits('poor');
    const answer = await call(`${client.baseUrl}/v1/companies?q=acme`, { apiKey: poor.apiKey });
    expect(answer).toMatchObject({ status: 200, body: { companies: expect.arrayContaining([expect.anything()]) } });
    expect(await usedCredits(service.database, 'poor')).toEqual({});
  });
});

describe('GET /v1/companies rejects', () => {
  it.each([
    ['no text', '', { type: 'missing', loc: ['query', 'q'] }],
    ['an empty text', '?q=', { type: 'value_error', loc: ['query', 'q'], input: '' }],
    ['a blank text', '?q=%20%09', { type: 'value_error', loc: ['query', 'q'] }],
    ['two texts', '?q=a&q=b', { type: 'string_type', loc: ['query', 'q'] }],
    ['a longer text than any identifier', `?q=${'a'.repeat(2_049)}`, { type: 'string_too_long', loc: ['query', 'q'] }],
  ])('refuses a request with %s', async (_, query, fault) => {
    expect(await search(query)).toMatchObject({ status: 422, body: { detail: [fault] } });
  });
});
