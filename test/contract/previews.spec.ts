import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { usedCredits } from '../support/credits/credits.js';
import { type Answer, call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { eventually } from '../support/service/eventually.js';

let service: PersonService;
let document: OpenApiDocument;

/** Words of the records that no preview may show. */
const secrets = ['Acme', 'Machinery', 'Jane', 'Doe', 'Engineer', 'jane@', '+49', 'in/jane', 'company/acme'];

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      {
        ...{ website: 'acme.test', name: 'Acme', network_id: '7', industry: 'Machinery', specialities: ['Robots'] },
        ...{ domains: ['other.test'], network_url: 'network.com/company/acme' },
      },
    ],
    persons: [
      {
        ...{ network_url: 'network.com/in/jane', full_name: 'Jane Doe', company_website: 'acme.test' },
        ...{ emails: [{ address: 'jane@acme.test' }], phones: ['+49 30 1234567'], job_title: 'Engineer' },
      },
      { network_url: 'network.com/in/bill', full_name: 'Bill Gibson', company_website: 'acme.test' },
    ],
  });
  document = await OpenApiDocument.of(service.baseUrl);
  await setPreviews('ours', true);
});

afterAll(() => service.close());

const companyPath = '/v1/company/enrich';
const personPath = '/v1/person/enrich';

async function setPreviews(tenant: string, previews: boolean): Promise<void> {
  await service.app.get(TenantService, { strict: false }).update(tenant, { previews }, {});
}

const send = (path: string, body: object, apiKey = service.ours.apiKey): Promise<Answer> =>
  call(`${service.baseUrl}${path}`, { apiKey, body });

/** Sends a preview that must succeed, and checks the answer against the OpenAPI document. */
async function preview(path: string, body: object): Promise<Answer> {
  let answer = await send(path, { ...body, preview: true });
  // The service learns a moment later that the tenant may ask for previews; and a test must not depend on the limit of another one.
  for (let attempt = 0; attempt < 50 && [403, 429].includes(answer.status); attempt += 1) {
    await sleep(200);
    answer = await send(path, { ...body, preview: true });
  }
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

describe('a preview succeeds', () => {
  it('tells for each company whether it matches and which fields it has, and what the request would cost', async () => {
    const identifiers = [
      { website: 'acme.test', external_id: 'a' },
      { website: 'other.test' },
      { website: 'none.test' },
    ];
    const fields = ['name', 'industry', 'specialities', 'ticker', '__proto__'];
    const { body, headers } = await preview(companyPath, { companies: identifiers, fields });
    const has = (value: boolean): string =>
      `{"name":${value},"industry":${value},"specialities":${value},"ticker":false,"__proto__":false}`;
    expect(JSON.stringify(body)).toBe(
      `{"results":[` +
        `{"identifier":{"website":"acme.test","external_id":"a"},"data":{},"matched":true,"has":${has(true)}},` +
        `{"identifier":{"website":"other.test"},"data":{},"matched":true,"has":${has(true)}},` +
        `{"identifier":{"website":"none.test"},"data":{},"matched":false,"has":${has(false)}}],` +
        `"credits":{"data_access":1}}`,
    );
    expect(headers.get('X-Credits-Data-Access-Charged')).toBe('0');
  });

  it('tells for each person which data it has, contact data included', async () => {
    const persons = [
      { full_name: 'Jane Doe', company_domain: 'acme.test' },
      { network_url: 'network.com/in/bill' },
      { work_email: 'nobody@none.test' },
    ];
    const options = {
      fields: ['full_name', 'job_title'],
      include_contact_data: true,
      enrich_company: ['name', 'ticker'],
    };
    const { body } = await preview(personPath, { persons, ...options, include_personas: true });
    const none = { full_name: false, job_title: false, personas: false, seniority: false };
    const all = { email: false, phone: false, company: false };
    expect(body).toEqual({
      results: [
        {
          ...{ identifier: persons[0], data: {}, matched: true },
          has: {
            ...{ full_name: true, job_title: true, personas: expect.any(Boolean), seniority: expect.any(Boolean) },
            ...{ email: true, phone: true, company: true },
          },
        },
        {
          ...{ identifier: persons[1], data: {}, matched: true },
          has: {
            ...{ ...none, full_name: true, personas: expect.any(Boolean), seniority: expect.any(Boolean) },
            ...{ ...all, company: true },
          },
        },
        { identifier: persons[2], data: {}, matched: false, has: { ...none, ...all } },
      ],
      credits: { data_access: 2, contact_data: 1 },
    });
  });

  it('tells whether a person has contact data even if the request does not ask for contact data, and then names no price of contact data', async () => {
    const { body } = await preview(personPath, {
      persons: [{ network_url: 'network.com/in/jane' }],
      fields: ['full_name'],
    });
    expect(body).toMatchObject({
      results: [{ has: { full_name: true, email: true, phone: true } }],
      credits: { data_access: 1 },
    });
    expect((body as { credits: object }).credits).not.toHaveProperty('contact_data');
  });

  it('tells that a person has no value for a name that is no field, but tells the truth about `email`, also if `fields` names it', async () => {
    const { body } = await preview(personPath, {
      persons: [{ network_url: 'network.com/in/jane' }],
      fields: ['full_name', 'misspelt_name', 'email'],
    });
    expect(body).toMatchObject({ results: [{ has: { full_name: true, misspelt_name: false, email: true } }] });
  });

  it('costs nothing, states what the same request without `preview` then costs, and is counted as a free request', async () => {
    const usage = async (): Promise<number> => (await usedCredits(service.database, 'ours')).data_access?.charged ?? 0;
    const request = { companies: [{ website: 'acme.test' }, { website: 'none.test' }], fields: ['name'] };
    const before = await usage();
    const { rows: entriesBefore } = await service.database.pool.query('select count(*)::int as n from credit_entry');
    const { body } = await preview(companyPath, { ...request, max_credits: 0 });
    const { rows: entriesAfter } = await service.database.pool.query('select count(*)::int as n from credit_entry');
    expect([await usage(), entriesAfter]).toEqual([before, entriesBefore]);
    const { headers } = await send(companyPath, request);
    expect(headers.get('X-Credits-Data-Access-Charged')).toBe('1');
    expect(body).toMatchObject({ credits: { data_access: 1 } });
    await service.app.get(FreeUsage, { strict: false }).flush();
    const { rows } = await service.database.pool.query<{ requests: number }>(
      `select sum(requests)::int as requests from free_usage where tenant_id = 'ours' and endpoint = $1`,
      [`POST ${companyPath}`],
    );
    expect(rows[0]?.requests).toBeGreaterThan(0);
  });

  it('treats a company without a value of a required field as no match, and gives the reason if `explain` is set', async () => {
    const options = { fields: ['name', 'ticker'], required: ['ticker'], explain: true };
    const { body } = await preview(companyPath, { companies: [{ website: 'acme.test' }], ...options });
    expect(body).toMatchObject({
      results: [{ matched: false, unmatched_reason: 'required_field_missing', has: { name: false, ticker: false } }],
      credits: { data_access: 0 },
    });
  });
});

describe('a preview protects', () => {
  it('hides the values of the records, in the body and in the headers', async () => {
    const companies = await preview(companyPath, {
      ...{ companies: [{ network_id: '7' }, { website: 'other.test' }] },
      ...{ fields: ['name', 'industry', 'network_url', 'employee_count'], include_match: true },
    });
    const persons = await preview(personPath, {
      ...{ persons: [{ work_email: 'JANE@acme.test' }], fields: ['full_name', 'job_title', 'contact_network_url'] },
      ...{ include_contact_data: true, include_personas: true, enrich_company: true, include_match: true },
    });
    for (const { body, headers } of [companies, persons]) {
      const text = JSON.stringify([body, [...headers]]).replace(/"identifier":\{[^}]*\}/g, '');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it('answers 403 to a tenant for which previews are not enabled', async () => {
    for (const [path, list] of [
      [companyPath, { companies: [{ website: 'acme.test' }] }],
      [personPath, { persons: [{ network_url: 'network.com/in/jane' }] }],
    ] as const) {
      const { status, body } = await send(path, { ...list, fields: ['name'], preview: true }, service.theirs.apiKey);
      expect([status, body]).toEqual([
        403,
        { detail: 'Previews are not enabled for this tenant; the operator can enable them' },
      ]);
    }
  });

  it('limits previews to a tenth of the rate limits, so that nobody can list the records with them, and keeps the full limits for other requests', async () => {
    const limits = { burstLimit: 30, burstWindowSeconds: 3_600, perSecond: 30 };
    const { apiKey } = await service.issueKey('limited', limits);
    await setPreviews('limited', true);
    const request = { companies: [{ website: 'acme.test' }], fields: ['name'] };
    const previewed = (): Promise<Answer> => send(companyPath, { ...request, preview: true }, apiKey);
    await eventually(async () => (await previewed()).status === 200);
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push(await previewed());
    const refused = statuses.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: 'Rate limit exceeded' });
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(statuses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    expect((await send(companyPath, request, apiKey)).status).toBe(200);
  });
});

describe('a request without previews', () => {
  it('gets the same answer with `preview: false` as without the member `preview`', async () => {
    const request = { companies: [{ website: 'acme.test' }, { website: 'none.test' }], fields: ['name'] };
    const plain = await send(companyPath, request);
    const without = await send(companyPath, { ...request, preview: false });
    expect(JSON.stringify(without.body)).toBe(JSON.stringify(plain.body));
    expect(plain.body).not.toHaveProperty('credits');
  });
});
