import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import type { Client } from '../support/records/company-api.js';
import { ada, bob, type CreditWorld, eve, startCreditWorld } from '../support/credits/credit-world.js';
import { grantCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import type { TestService } from '../support/service/test-service.js';

interface Group {
  readonly group: string | null;
  readonly requests: number;
  readonly identifiers: number;
  readonly matched: number;
  readonly credits: readonly object[];
}

const company = 'POST /v1/company/enrich';
const person = 'POST /v1/person/enrich';
const signalsOnly = { companies: [{ website: 'acme.com' }, { website: 'nowhere.example' }], allow_signals: {} };

let world: CreditWorld;
let service: TestService;
let document: OpenApiDocument;

beforeAll(async () => {
  world = await startCreditWorld();
  ({ service } = world);
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => world.close());

/** Sends a request, and checks that the answer has this status. */
async function send(endpoint: string, body: unknown, client: Client, headers = {}, status = 200): Promise<Answer> {
  const answer = await call(`${client.baseUrl}${endpoint.replace('POST ', '')}`, { ...client, body, headers });
  expect(answer.status).toBe(status);
  return answer;
}

async function groupsOf(by: string, { apiKey }: Client): Promise<readonly Group[]> {
  await service.app.get(FreeUsage, { strict: false }).flush();
  const answer = await call(`${service.baseUrl}/v1/usage?group_by=${by}`, { apiKey });
  expect([answer.status, document.faultsOfAnswer('GET', '/v1/usage', answer)]).toEqual([200, []]);
  return (answer.body as { groups: Group[] }).groups;
}

const websites = (...names: string[]): object => ({
  companies: names.map((website) => ({ website })),
  fields: ['name'],
});
const persons = (...pages: string[]): object => ({
  persons: pages.map((network_url) => ({ network_url })),
  fields: ['full_name'],
});

describe('GET /v1/usage?group_by=endpoint', () => {
  it('returns the identifiers, matches and credits of each endpoint, for small and large requests', async () => {
    const client = await world.tenantWith(1_000, 1_000);
    await send(company, websites('acme.com', 'acme.de', 'nowhere.example'), client);
    const many = Array.from({ length: 11 }, (_, index) => `nowhere-${index}.example`);
    await send(company, websites('beta.com', ...many), client);
    await send(person, { ...persons(ada, bob, 'network.com/in/none'), include_contact_data: true }, client);
    expect(await groupsOf('endpoint', client)).toEqual([
      {
        ...{ group: company, label: null, requests: 2, identifiers: 15, matched: 3, errors: 0 },
        credits: [{ feature: 'data_access', reserved: 15, charged: 2, released: 13 }],
      },
      {
        ...{ group: person, label: null, requests: 1, identifiers: 3, matched: 2, errors: 0 },
        credits: [
          { feature: 'data_access', reserved: 3, charged: 2, released: 1 },
          { feature: 'contact_data', reserved: 3, charged: 1, released: 2 },
        ],
      },
    ]);
  });

  it('counts requests without a match', async () => {
    const client = await world.tenantWith(100);
    await send(company, websites('nowhere.example'), client);
    await send(company, websites(...Array.from({ length: 11 }, (_, index) => `${index}.example`)), client);
    expect(await groupsOf('endpoint', client)).toMatchObject([{ requests: 2, identifiers: 12, matched: 0 }]);
  });

  it('counts failed requests as errors, and does not count replayed answers', async () => {
    const client = await world.tenantWith(3);
    const key = { 'Idempotency-Key': randomUUID() };
    await send(company, websites('acme.com', 'nowhere.example'), client, key);
    await send(company, websites('acme.com', 'nowhere.example'), client, key);
    await send(company, { companies: [] }, client, {}, 400);
    await send(company, { companies: [{}], fields: ['name'] }, client, {}, 422);
    await send(company, websites('acme.com', 'beta.com', '1.example'), client, {}, 402);
    expect(await groupsOf('endpoint', client)).toMatchObject([{ requests: 1, identifiers: 2, matched: 1, errors: 3 }]);
  });

  it('counts errors, also those of the rate limits, for endpoints that have answered no request successfully', async () => {
    const limits = { burstLimit: 6, burstWindowSeconds: 60, perSecond: 6 };
    const { apiKey } = await service.issueKey('erring', limits);
    const client = { baseUrl: service.baseUrl, apiKey };
    await send(person, '{', client, { 'Idempotency-Key': randomUUID() }, 422);
    await send('POST /v1/prospecting/start', {}, client, {}, 422);
    await send('POST /v1/signals/get-signals', {}, client, {}, 422);
    await send('POST /V1/Company/Enrich/', { companies: [] }, client, { 'Content-Encoding': 'br' }, 415);
    await send('POST /v1/company/enrichment', {}, client, {}, 404);
    await send(company, { companies: [] }, { ...client, apiKey: 'garbage' }, {}, 401);
    await call(`${service.baseUrl}/v1/company/enrich`, { apiKey });
    await send(company, { companies: [] }, client, {}, 429);
    const errors = (group: string, count: number): object => ({
      ...{ group, label: null, requests: 0, identifiers: 0, matched: 0, errors: count, credits: [] },
    });
    await service.app
      .get(TenantService, { strict: false })
      .update('erring', {}, { burstLimit: null, burstWindowSeconds: null, perSecond: null });
    await eventually(async () => (await call(`${service.baseUrl}/v1/usage`, { apiKey })).status === 200);
    expect(await groupsOf('endpoint', client)).toEqual([
      errors(company, 2),
      errors(person, 1),
      errors('POST /v1/prospecting/start', 1),
    ]);
  });

  it('counts free requests together with charged ones', async () => {
    const client = await world.tenantWith(3);
    await send(company, signalsOnly, client);
    await send(company, signalsOnly, client, { 'Idempotency-Key': randomUUID() });
    await send(company, websites('acme.com'), client);
    await send(person, { persons: [{ network_url: eve }], include_personas: true }, client);
    expect(await groupsOf('endpoint', client)).toEqual([
      expect.objectContaining({ group: company, requests: 3, identifiers: 5, matched: 3 }),
      { group: person, label: null, requests: 1, identifiers: 1, matched: 1, errors: 0, credits: [] },
    ]);
  });

  it('counts started runs as requests without identifiers', async () => {
    const { apiKey, tenant } = await world.tenantWith(1);
    await grantCredits(service.database, tenant, 'prospecting', 5);
    const client = { baseUrl: service.baseUrl, apiKey };
    const { body } = await send(
      'POST /v1/prospecting/start',
      { network_url: 'network.com/company/acme' },
      client,
      {},
      202,
    );
    const start = { group: 'POST /v1/prospecting/start', requests: 1, identifiers: 0, matched: 0 };
    const credits = { feature: 'prospecting', reserved: 1, charged: 0, released: 0 };
    expect(await groupsOf('endpoint', client)).toMatchObject([{ ...start, credits: [credits] }]);
    const { job_id: id } = body as { job_id: number };
    await call(`${service.baseUrl}/v1/prospecting/jobs/${id}/cancel`, { apiKey, method: 'POST' });
    expect(await groupsOf('endpoint', client)).toMatchObject([{ ...start, credits: [{ ...credits, released: 1 }] }]);
  });
});

describe('GET /v1/usage?group_by=key', () => {
  it('returns the keys of the tenant with their labels, and counts free requests, too', async () => {
    const client = await world.tenantWith(10);
    const { key, apiKey } = await service.app.get(KeyService, { strict: false }).create(client.tenant, 'crm');
    const crm = { ...client, apiKey };
    await send(company, websites('acme.com'), client);
    await send(company, websites('acme.com', 'nowhere.example'), crm);
    await send(company, signalsOnly, crm);
    const groups = await groupsOf('key', client);
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual(
      expect.objectContaining({ group: key.id, label: 'crm', requests: 2, identifiers: 4, matched: 2 }),
    );
    expect(groups).toContainEqual(expect.objectContaining({ label: null, requests: 1, identifiers: 1, matched: 1 }));
  });
});

describe('GET /v1/usage?group_by=day', () => {
  it('returns those days of the period that have usage', async () => {
    const client = await world.tenantWith(10);
    await send(company, websites('acme.com'), client);
    await send(company, signalsOnly, client);
    const today = new Date().toISOString().slice(0, 10);
    expect(await groupsOf('day', client)).toMatchObject([{ group: today, requests: 2, identifiers: 3, matched: 2 }]);
    const { body } = await call(`${service.baseUrl}/v1/usage?group_by=day&to=2020-01-01`, client);
    expect(body).toMatchObject({ groups: [] });
  });

  it('returns the same list `usage` as a report without groups', async () => {
    const client = await world.tenantWith(10);
    await send(company, websites('acme.com'), client);
    const [plain, grouped] = await Promise.all(
      ['', '?group_by=day'].map((query) => call(`${service.baseUrl}/v1/usage${query}`, client)),
    );
    expect(plain?.body).not.toHaveProperty('groups');
    expect(grouped?.body).toMatchObject(plain?.body as object);
  });
});

describe('GET /v1/usage with groups', () => {
  it('leaves database connections to other tenants while one tenant requests many reports', async () => {
    const [eager, other] = [await world.tenantWith(1), await world.tenantWith(10)];
    const session = await service.database.pool.connect();
    await session.query('begin; lock table free_usage in access exclusive mode');
    const url = `${service.baseUrl}/v1/usage?group_by=day`;
    const reports = Array.from({ length: 15 }, () => call(url, eager));
    await eventually(async () => {
      const { rows } = await session.query(
        `select from pg_locks where not granted and relation = 'free_usage'::regclass`,
      );
      return rows.length > 0;
    });
    await send(company, websites('acme.com'), other);
    await session.query('rollback');
    session.release();
    for (const answer of await Promise.all(reports)) {
      expect([200, 503]).toContain(answer.status);
      expect(document.faultsOfAnswer('GET', '/v1/usage', answer)).toEqual([]);
    }
  });
});
