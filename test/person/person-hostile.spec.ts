import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { Database } from '../../src/platform/database/database.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { enrichPersons, personResultsOf } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

const jane = { network_url: 'network.com/in/jane' };
const named = { full_name: 'Jane Doe' };
const atAcme = { company_domain: 'acme.test' };

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

describe('POST /v1/person/enrich protects itself from large requests', () => {
  it('answers a full batch that lists one person 1,000 times, with company data and signals', async () => {
    const persons = Array.from({ length: 1_000 }, () => ({ ...named, ...atAcme, work_email: 'jane.doe@acme.test' }));
    const results = await personResultsOf(service.ours, { persons, enrich_company: true, allow_signals: {} });
    expect(results).toHaveLength(1_000);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[999]?.data.company).toMatchObject({ name: 'Acme' });
  });

  it('answers a full batch with all fields, all options and fifty names of query fields', async () => {
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
    ['too many field names', Array.from({ length: 1_001 }, (_, index) => `x${index}`), ['enrich_company', 'list[str]']],
    ['a field name that is too long', ['x'.repeat(50_001)], ['enrich_company']],
    ['too many field names for 1,000 persons', Array.from({ length: 260 }, (_, index) => `x${index}`), ['persons']],
    ['a field name that is too long for 1,000 persons', ['x'.repeat(20_000)], ['persons']],
  ])('refuses %s in enrich_company, with a short answer', async (_what, enrich_company, place) => {
    const persons = Array.from({ length: 1_000 }, () => jane);
    const { status, body } = await enrichPersons(service.ours, { persons, enrich_company });
    expect(status).toBe(422);
    const { detail } = body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc)).toContainEqual(['body', ...place]);
    expect(JSON.stringify(body).length).toBeLessThan(200_000);
  });

  it('sends as many statements to the database for 300 persons as for 51', async () => {
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
      // Requests of at most a hundred credits are charged in one step, so they send one statement less.
      expect(await statementsFor(100)).toBe(await statementsFor(17));
    } finally {
      asked.mockRestore();
    }
  });

  it('evaluates a query field with 500 titles for 200 persons', async () => {
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

  it('answers a full batch of unknown persons with names, addresses and employers', async () => {
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
