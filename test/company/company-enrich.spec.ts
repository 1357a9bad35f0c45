import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { enrich, resultsOf } from '../support/company-api.js';
import { companyFieldNames, companyFields, isOfType } from '../support/company-fields.js';
import { demoCompanies } from '../support/demo-companies.js';
import { call } from '../support/http.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

/** The data of one company. */
async function dataOf(website: string, fields: readonly string[]): Promise<Record<string, unknown> | undefined> {
  const [result] = await resultsOf(service, { companies: [{ website }], fields });
  return result?.data;
}

async function largestBatch(): Promise<number> {
  const { body } = await call(`${service.baseUrl}/openapi.json`);
  const { components } = body as {
    components: { schemas: { CompanyEnrichRequest: { properties: { companies: { maxItems: number } } } } };
  };
  return components.schemas.CompanyEnrichRequest.properties.companies.maxItems;
}

describe('POST /v1/company/enrich succeeds', () => {
  it('returns one result for each company, in order, with exactly the requested fields', async () => {
    const companies = [{ website: 'siemens.com' }, { website: 'nobody-has-this.example.org' }, { website: 'SAP.com' }];
    const results = await resultsOf(service, { companies, fields: ['founded_year', 'name'] });
    expect(results.map((result) => result.matched)).toEqual([true, false, true]);
    expect(results.map((result) => result.identifier)).toEqual(companies);
    expect(results[0]?.data).toEqual({ founded_year: 1847, name: 'Siemens' });
    expect(results[1]?.data).toEqual({ founded_year: null, name: null });
  });

  it('returns the stored value of every catalogue field, and null without one', async () => {
    const companies = demoCompanies.map(({ website }) => ({ website }));
    const results = await resultsOf(service, { companies, fields: companyFieldNames });
    const expected = demoCompanies.map((company) => ({
      ...Object.fromEntries(companyFieldNames.map((name) => [name, company[name] ?? null])),
      network_url_hash: createHash('sha256').update(company.network_url).digest('hex'),
      company_network_url: company.network_url,
      company_website: company.website,
      account_last_updated: expect.stringMatching(/^2026-10-31T00:00:00(\.000)?Z$/),
    }));
    expect(results.map(({ data }) => data)).toEqual(expected);
  });

  it('returns every value in the form of its type', async () => {
    const companies = demoCompanies.map(({ website }) => ({ website }));
    const results = await resultsOf(service, { companies, fields: companyFieldNames });
    const misshapen = results.flatMap(({ data }) =>
      Object.entries(data).filter(([name, value]) => value !== null && !isOfType(companyFields[name], value)),
    );
    expect(misshapen).toEqual([]);
  });

  it('returns the fields in the requested order', async () => {
    const fields = companyFieldNames.toReversed();
    expect(Object.keys((await dataOf('siemens.com', fields)) ?? {})).toEqual(fields);
  });

  it('returns names that are whole numbers before the others, as objects in JavaScript do', async () => {
    expect(Object.keys((await dataOf('siemens.com', ['b', '10', 'a', '2'])) ?? {})).toEqual(['2', '10', 'b', 'a']);
  });

  it('returns null for names that are neither in the catalogue nor query fields', async () => {
    const fields = ['count_of_wizards', 'Name', 'name ', 'domains', 'id', 'network_urls'];
    expect(await dataOf('siemens.com', fields)).toEqual(Object.fromEntries(fields.map((name) => [name, null])));
  });

  it('returns a repeated field once, at its first position', async () => {
    const { body } = await enrich(service, {
      companies: [{ website: 'siemens.com' }],
      fields: ['name', 'ticker', 'name', 'company_website', 'ticker', 'website'],
    });
    expect(JSON.stringify(body)).toContain(
      '"data":{"name":"Siemens","ticker":"SIE.DE","company_website":"siemens.com","website":"siemens.com"}',
    );
  });

  it('echoes the members of the identifier unchanged and in their order, null ones included', async () => {
    const companies = [
      { website: ' HTTPS://WWW.Siemens.COM/De?q=1 ', external_id: ' CRM 1 ' },
      { website: 'siemens.com', network_url: null, network_id: null, external_id: null },
      { network_url: 'Network.com/company/SIEMENS/', external_id: '' },
      { network_id: '0005661061', website: '' },
      { website: 'nobody-has-this.example.org', external_id: '\u{1F600} "quoted" \\ \u0000' },
    ];
    const results = await resultsOf(service, { companies, fields: ['name'] });
    expect(JSON.stringify(results.map(({ identifier }) => identifier))).toBe(JSON.stringify(companies));
    expect(results.map(({ matched }) => matched)).toEqual([true, true, true, true, false]);
  });

  it('omits unknown members of an identifier from the echo, and takes the last of two', async () => {
    const body =
      '{"companies":[{"external_id":"a","__proto__":{"network_id":"1"},"network_url":null,"id":7,"website":"siemens.com",' +
      '"constructor":{},"external_id":"b"}],"fields":["name"]}';
    const answer = await enrich(service, body);
    expect(JSON.stringify(answer.body)).toBe(
      '{"results":[{"identifier":{"external_id":"b","network_url":null,"website":"siemens.com"},' +
        '"data":{"name":"Siemens"},"matched":true}]}',
    );
  });

  it('ignores unknown members of the request', async () => {
    const request = { companies: [{ website: 'siemens.com' }], fields: ['name'], limit: 0, include_contact_data: 'x' };
    expect((await enrich(service, request)).status).toBe(200);
  });

  it('answers a blank identifier as one that matches no company', async () => {
    const request = { companies: [{ website: '   ' }], fields: ['name'], explain: true };
    expect(await resultsOf(service, request)).toEqual([
      {
        identifier: { website: '   ' },
        data: { name: null },
        matched: false,
        unmatched_reason: 'unusable_identifier',
      },
    ]);
  });

  it('takes a path in any case, and with a slash at its end', async () => {
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    const { apiKey } = service;
    expect((await call(`${service.baseUrl}/V1/Company/Enrich/`, { apiKey, body })).status).toBe(200);
  });

  it('returns a result for each repetition of a company', async () => {
    const companies = ['siemens.com', 'SIEMENS.com', 'siemens.com'].map((website, index) => ({
      website,
      external_id: String(index),
    }));
    const results = await resultsOf(service, { companies, fields: ['name'] });
    expect(results.map(({ identifier, data }) => [identifier.external_id, data.name])).toEqual([
      ['0', 'Siemens'],
      ['1', 'Siemens'],
      ['2', 'Siemens'],
    ]);
  });

  it('accepts fields: [] with include_metadata', async () => {
    const request = { companies: [{ website: 'siemens.com' }], fields: [], include_metadata: true };
    const [result] = await resultsOf(service, request);
    expect(result?.matched).toBe(true);
  });

  it.each([
    ['null', null],
    ['no filter', {}],
    ['null members', { start_time: null, end_time: null, type: null }],
    ['a period and a type', { start_time: '2024-02-29', end_time: '2024-12-31', type: 'Key Changes' }],
    ['members that it does not have', { type: 'ALL', limit: 1 }],
  ])('accepts allow_signals with %s', async (_what, allow_signals) => {
    const [result] = await resultsOf(service, { companies: [{ website: 'sap.com' }], fields: ['name'], allow_signals });
    expect(result).toMatchObject({ data: { name: 'SAP' }, matched: true });
  });

  it('accepts allow_signals without fields', async () => {
    const [result] = await resultsOf(service, { companies: [{ website: 'sap.com' }], allow_signals: {} });
    expect(result?.matched).toBe(true);
  });

  it('answers a full batch', async () => {
    const most = await largestBatch();
    const companies = Array.from({ length: most }, (_, index) => ({ network_id: String(index) }));
    expect(await resultsOf(service, { companies, fields: ['name'] })).toHaveLength(most);
  });
});

describe('POST /v1/company/enrich rejects', () => {
  it('one company above the maximum batch', async () => {
    const most = await largestBatch();
    const companies = Array.from({ length: most + 1 }, (_, index) => ({ network_id: String(index) }));
    const { status, body } = await enrich(service, { companies, fields: ['name'] });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: [
        {
          type: 'too_long',
          loc: ['body', 'companies'],
          msg: `List should have at most ${most} items after validation, not ${most + 1}`,
          ctx: { field_type: 'List', max_length: most, actual_length: most + 1 },
        },
      ],
    });
  });
});
