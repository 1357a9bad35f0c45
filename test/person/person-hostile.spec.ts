import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { Database } from '../../src/platform/database/database.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { enrichPersons, personResultsOf } from '../support/person-api.js';
import { startPersonService, type PersonService } from '../support/person-service.js';

const jane = { network_url: 'network.com/in/jane' };

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({
    companies: [{ website: 'acme.test', name: 'Acme' }],
    persons: [
      { ...jane, full_name: 'Jane Doe', company_website: 'acme.test', emails: [{ address: 'jane.doe@acme.test' }] },
    ],
  });
});

afterAll(() => service.close());

const strangeNames: readonly (readonly [what: string, name: string])[] = [
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['toJSON', 'toJSON'],
  ['then', 'then'],
  ['a number', '0'],
  ['nothing', ''],
  ['NUL', '\u0000'],
  ['a name of the catalogue and NUL', 'full_name\u0000'],
  ['half a surrogate pair', '\ud800'],
  ['SQL', 'p.id" from person p; drop table person; --'],
  ['a column that is no field', 'company_id'],
  ['an option’s key', 'email'],
  ['10,000 characters', 'x'.repeat(10_000)],
];

const long = 'x'.repeat(100_000);
const atAcme = { company_domain: 'acme.test' };
const named = { full_name: 'Jane Doe' };

const strangeIdentifiers: readonly (readonly [what: string, identifier: Record<string, string>])[] = [
  ['NUL in a profile page', { network_url: 'network.com/in/jane\u0000' }],
  ['an encoded NUL in a profile page', { network_url: 'network.com/in/jane%00' }],
  ['half a surrogate pair in a profile page', { network_url: 'network.com/in/\udc00' }],
  ['a company’s page', { network_url: 'network.com/company/jane' }],
  ['100 kB of slug', { network_url: `network.com/in/${long}` }],
  ['100 kB of percent signs', { network_url: `network.com/in/${'%'.repeat(100_000)}` }],
  ['2^63 for a profile page', { network_url: 'network.com/in/9223372036854775808' }],
  ['2^63', { network_url: '9223372036854775808' }],
  ['NUL in an address', { work_email: 'jane.doe\u0000@acme.test' }],
  ['half a surrogate pair in an address', { work_email: 'jane.doe\ud800@acme.test' }],
  ['100 kB of address', { work_email: `${long}@acme.test` }],
  ['100 kB of host', { work_email: `jane.doe@${'a.'.repeat(50_000)}acme.test` }],
  ['100 kB of @', { work_email: '@'.repeat(100_000) }],
  ['64 dots in an address', { work_email: `${'a.'.repeat(31)}a@acme.test` }],
  ['SQL in an address', { work_email: "'or'1'='1@acme.test" }],
  ['NUL in a name', { full_name: 'Jane\u0000 Doe', ...atAcme }],
  ['half a surrogate pair in a name', { full_name: '\ud83d Doe', ...atAcme }],
  ['100 kB of name', { full_name: `Jane ${long}`, ...atAcme }],
  ['100 kB of spaces', { full_name: ' '.repeat(100_000), ...atAcme }],
  ['100 kB of first name', { first_name: long, last_name: 'Doe', ...atAcme }],
  ['100 words', { full_name: 'a '.repeat(100), ...atAcme }],
  ['stacked accents', { full_name: `J${'\u0301'.repeat(150)} D`, ...atAcme }],
  ['a name of a prototype', { full_name: '__proto__ constructor', ...atAcme }],
  ['NUL in a domain', { ...named, company_domain: 'acme\u0000.test' }],
  ['half a surrogate pair in a domain', { ...named, company_domain: '\udfff.test' }],
  ['100 kB of domain', { ...named, company_domain: `${long}.test` }],
  ['100 kB of sub-domains', { ...named, company_domain: `${'a.'.repeat(50_000)}acme.test` }],
  ['NUL in a company name', { ...named, company_name: 'Acme\u0000' }],
  ['half a surrogate pair in a company name', { ...named, company_name: '\ud800Acme' }],
  ['100 kB of company name', { ...named, company_name: long }],
  ['100 kB of brackets', { ...named, company_name: '('.repeat(100_000) }],
  ['a prototype for a company', { ...named, company_name: '__proto__' }],
];

describe('POST /v1/person/enrich protects itself from hostile values', () => {
  it.each(strangeNames)('by returning 0 for a field named %s', async (_what, name) => {
    const request = { persons: [jane, { network_url: 'network.com/in/nobody' }], fields: [name, 'last_name'] };
    const results = await personResultsOf(service.ours, request);
    expect(results.map(({ data }) => Object.entries(data).sort())).toEqual([
      [[name, 0] as const, ['last_name', 'Doe'] as const].sort(),
      [[name, null] as const, ['last_name', null] as const].sort(),
    ]);
  });

  it.each(strangeNames)('by returning null for a company field named %s', async (_what, name) => {
    const request = { persons: [jane], enrich_company: [name, 'name'] };
    const [result] = await personResultsOf(service.ours, request);
    const company = result?.data.company as object;
    expect(new Map(Object.entries(company))).toEqual(new Map<string, unknown>([['name', 'Acme']]).set(name, null));
  });

  it.each(strangeIdentifiers)('by matching no person for %s', async (_what, identifier) => {
    const persons = [identifier, jane];
    const [strange, known] = await personResultsOf(service.ours, { persons, fields: ['last_name'] });
    expect(strange).toEqual({ identifier, data: { last_name: null }, matched: false });
    expect(known?.matched).toBe(true);
  });

  it.each(strangeIdentifiers)('by matching a stored address with %s', async (_what, identifier) => {
    const persons = [{ network_url: 'network.com/in/other', ...identifier, work_email: 'jane.doe@acme.test' }];
    expect((await enrichPersons(service.ours, { persons, fields: ['last_name'] })).status).toBe(200);
  });

  it('by echoing a label of any content and length', async () => {
    const external_id = `\u0000\ud800${long}__proto__`;
    const [result] = await personResultsOf(service.ours, {
      persons: [{ ...jane, external_id }],
      fields: ['last_name'],
    });
    expect(result?.identifier.external_id).toBe(external_id);
  });

  it('by not changing prototypes', async () => {
    const polluted = '{"persons":[{"__proto__":{"network_url":"network.com/in/jane"}}],"fields":["last_name"]}';
    expect((await enrichPersons(service.ours, polluted)).status).toBe(422);
    const body = '{"__proto__":{"include_personas":true},"persons":[{"network_url":"network.com/in/jane"}]}';
    expect((await enrichPersons(service.ours, body)).status).toBe(400);
  });

  it('by answering a full batch of one person with all options', async () => {
    const persons = Array.from({ length: 1_000 }, () => ({ ...named, ...atAcme, work_email: 'jane.doe@acme.test' }));
    const results = await personResultsOf(service.ours, { persons, enrich_company: true, allow_signals: {} });
    expect(results).toHaveLength(1_000);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[999]?.data.company).toMatchObject({ name: 'Acme' });
  });

  it('by answering a full batch with every field and fifty query fields', async () => {
    const persons = Array.from({ length: 1_000 }, () => jane);
    const queries = Array.from({ length: 50 }, (_, index) => `a_query_field_of_the_tenant_${index}`);
    const options = { include_personas: true, include_contact_data: true, allow_signals: {} };
    const everything = {
      fields: [...personCatalogue.keys(), ...queries],
      enrich_company: [...companyCatalogue.keys(), ...queries],
      ...options,
    };
    const results = await personResultsOf(service.ours, { persons, ...everything });
    expect(results.filter(({ matched }) => matched)).toHaveLength(1_000);
  });

  it.each([
    ['too many names', Array.from({ length: 1_001 }, (_, index) => `x${index}`), ['enrich_company', 'list[str]']],
    ['names that are too long', ['x'.repeat(50_001)], ['enrich_company']],
    ['too many names for so many persons', Array.from({ length: 260 }, (_, index) => `x${index}`), ['persons']],
    ['too long names for so many persons', ['x'.repeat(20_000)], ['persons']],
  ])('by rejecting %s of employers before a lookup', async (_what, enrich_company, place) => {
    const persons = Array.from({ length: 1_000 }, () => jane);
    const { status, body } = await enrichPersons(service.ours, { persons, enrich_company });
    expect(status).toBe(422);
    const { detail } = body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc)).toContainEqual(['body', ...place]);
    expect(JSON.stringify(body).length).toBeLessThan(200_000);
  });

  it('by sending as many statements for three hundred persons as for fifty', async () => {
    const asked = jest.spyOn(service.app.get(Database).pool, 'query');
    const statementsFor = async (count: number): Promise<number> => {
      asked.mockClear();
      const identifiers = [jane, { work_email: 'doe@acme.test' }, { ...named, company_name: 'Acme' }];
      const persons = Array.from({ length: count }, () => identifiers).flat();
      const options = { include_personas: true, include_contact_data: true, enrich_company: true, allow_signals: {} };
      await personResultsOf(service.ours, { persons, fields: ['full_name', 'some_query'], ...options });
      return asked.mock.calls.length;
    };
    try {
      // Requests of at most a hundred credits are charged in one step, with one statement less.
      expect(await statementsFor(100)).toBe(await statementsFor(17));
    } finally {
      asked.mockRestore();
    }
  });

  it('by evaluating a long query for many persons', async () => {
    const slugs = Array.from({ length: 200 }, (_, index) => `network.com/in/member-${index}`);
    await service.load({ persons: slugs.map((network_url) => ({ network_url, job_title: 'Head of Platforms' })) });
    const fields = service.app.get(QueryFieldService, { strict: false });
    const titles = [...Array.from({ length: 499 }, (_, index) => `platform keyword ${index}`), 'platforms'];
    await fields.set('ours', 'long_query', { scope: 'person', definition: { titles }, metadata: false });
    const results = await personResultsOf(service.ours, {
      persons: slugs.map((network_url) => ({ network_url })),
      fields: ['long_query'],
    });
    expect(results.map(({ data }) => data.long_query)).toEqual(slugs.map(() => 1));
  });

  it('by answering a full batch of unknown persons with all identifiers', async () => {
    const persons = Array.from({ length: 1_000 }, (_, index) => ({
      full_name: `Abcdef${index} Ghijkl Mnopqr-Stuvwx`,
      work_email: `abcdefghijklmnop${index}@a.b.c.d.acme.test`,
      company_domain: 'e.f.g.h.acme.test',
      company_name: 'Acme Group',
    }));
    const results = await personResultsOf(service.ours, { persons, fields: ['last_name'] });
    expect(results.filter(({ matched }) => matched)).toEqual([]);
  });
});
