import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { enrich, resultsOf } from '../support/records/company-api.js';
import { companyFieldNames } from '../support/records/company-fields.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { call } from '../support/http/http.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';

const siemens = { website: 'siemens.com' };

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

describe('POST /v1/company/enrich succeeds', () => {
  it('returns the stored value of every catalogue field, and null if no value is stored', async () => {
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

  it('returns fields whose names are whole numbers before all other fields, as JavaScript orders the keys of objects', async () => {
    const [result] = await resultsOf(service, { companies: [siemens], fields: ['b', '10', 'a', '2'] });
    expect(Object.keys(result?.data ?? {})).toEqual(['2', '10', 'b', 'a']);
  });

  it('answers if the path of the endpoint has other letter case and a slash at its end', async () => {
    const body = { companies: [siemens], fields: ['name'] };
    const { apiKey } = service;
    expect((await call(`${service.baseUrl}/V1/Company/Enrich/`, { apiKey, body })).status).toBe(200);
  });

  it('answers a full batch that requests a field with a name of 10,000 characters', async () => {
    const companies = Array.from({ length: 1_000 }, () => siemens);
    const name = 'x'.repeat(10_000);
    const results = await resultsOf(service, { companies, fields: [name] });
    expect(results).toHaveLength(1_000);
    expect(results[999]?.data).toEqual({ [name]: null });
  });
});

describe('POST /v1/company/enrich rejects', () => {
  it('refuses a full batch with too many bytes of field names, and accepts the same fields for half of the batch', async () => {
    const companies = Array.from({ length: 1_000 }, () => siemens);
    const fields = Array.from({ length: 250 }, (_, index) => `${'x'.repeat(70)}${index}`);
    const { status, body } = await enrich(service, { companies, fields });
    const fault = { type: 'value_error', loc: ['body', 'companies'], msg: expect.stringContaining('bytes of names') };
    expect([status, body]).toMatchObject([422, { detail: [fault] }]);
    expect(await resultsOf(service, { companies: companies.slice(0, 500), fields })).toHaveLength(500);
  });
});
