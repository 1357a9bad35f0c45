import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { spend, storeMovements } from '../support/credits/credit-history.js';
import { ada, bob, type CreditWorld, startCreditWorld } from '../support/credits/credit-world.js';
import { grantCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';

const list = '/v1/usage/requests';

interface Listed {
  readonly request_id: string;
  readonly status: string;
}

interface Page {
  readonly requests: readonly Listed[];
  readonly next_cursor: string | null;
}

let world: CreditWorld;
let document: OpenApiDocument;

beforeAll(async () => {
  world = await startCreditWorld();
  document = await OpenApiDocument.of(world.service.baseUrl);
});

/**
 * `world.close()` is not used, because it would also check that the accounts agree with the ledger entries. These tests store entries
 * that change no account.
 */
afterAll(() => world.service.close());

/** Sends a request for the list, and checks that the OpenAPI document describes the answer. */
async function ask(query: string, apiKey: string): Promise<Answer> {
  const answer = await call(`${world.service.baseUrl}${list}${query}`, { apiKey });
  expect(document.faultsOfAnswer('GET', list, answer)).toEqual([]);
  return answer;
}

async function pageOf(apiKey: string, query = ''): Promise<Page> {
  const { status, body } = await ask(query, apiKey);
  expect(status).toBe(200);
  return body as Page;
}

/** The ids of the requests on all pages of a query. */
async function walk(apiKey: string, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await pageOf(apiKey, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    ids.push(...page.requests.map(({ request_id: id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

async function enrich(apiKey: string, requestId: string, path: string, body: object): Promise<number> {
  const headers = { 'X-Request-Id': requestId };
  return (await call(`${world.service.baseUrl}${path}`, { apiKey, headers, body })).status;
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /v1/usage/requests', () => {
  it('returns all requests that reserved credits, each of them once, the newest first', async () => {
    const { apiKey } = await world.tenantWith(100, 100);
    const fields = ['name'];
    await enrich(apiKey, 'match', '/v1/company/enrich', { companies: [{ website: 'acme.com' }], fields });
    const persons = [{ network_url: ada }, { network_url: bob }];
    await enrich(apiKey, 'both', '/v1/person/enrich', { persons, fields: ['full_name'], include_contact_data: true });
    await enrich(apiKey, 'signals', '/v1/company/enrich', { companies: [{ website: 'acme.com' }], allow_signals: {} });
    const companies = Array.from({ length: 11 }, (_, index) => ({ website: `${index}.example` }));
    await enrich(apiKey, 'miss', '/v1/company/enrich', { companies, fields });
    const times = { started_at: time, ended_at: time, key_id: expect.stringMatching(/^key_/) };
    expect(await pageOf(apiKey)).toEqual({
      requests: [
        {
          ...{ request_id: 'miss', endpoint: 'POST /v1/company/enrich', status: 'free', ...times },
          ...{ identifiers: 11, matched: 0 },
          credits: [{ feature: 'data_access', reserved: 11, charged: 0, released: 11 }],
        },
        {
          ...{ request_id: 'both', endpoint: 'POST /v1/person/enrich', status: 'charged', ...times },
          ...{ identifiers: 2, matched: 2 },
          credits: [
            { feature: 'data_access', reserved: 2, charged: 2, released: 0 },
            { feature: 'contact_data', reserved: 2, charged: 1, released: 1 },
          ],
        },
        {
          ...{ request_id: 'match', endpoint: 'POST /v1/company/enrich', status: 'charged', ...times },
          ...{ identifiers: 1, matched: 1 },
          credits: [{ feature: 'data_access', reserved: 1, charged: 1, released: 0 }],
        },
      ],
      next_cursor: null,
    });
  });

  it('returns requests that are pending, have failed or have expired', async () => {
    const { apiKey, tenant } = await world.tenantWith(100);
    const { app } = world.service;
    const reserve = { data_access: 4 };
    await spend(app, { tenant, requestId: 'expired', reserve });
    await world.service.database.pool.query(`update credit_hold set expires_at = now() where tenant_id = $1`, [tenant]);
    await app.get(Ledger, { strict: false }).sweepExpired(100);
    await spend(app, { tenant, requestId: 'failed', reserve, settle: {} });
    await spend(app, { tenant, requestId: 'pending', reserve });
    const none = { identifiers: null, matched: null };
    expect((await pageOf(apiKey)).requests).toMatchObject([
      { request_id: 'pending', status: 'pending', ended_at: null, ...none, credits: [{ reserved: 4, released: 0 }] },
      { request_id: 'failed', status: 'failed', ended_at: time, ...none, credits: [{ reserved: 4, released: 4 }] },
      { request_id: 'expired', status: 'expired', ended_at: time, ...none, credits: [{ reserved: 4, released: 4 }] },
    ]);
    for (const status of ['pending', 'failed', 'expired', 'charged', 'free']) {
      const ids = ['pending', 'failed', 'expired'].filter((each) => each === status);
      expect(await walk(apiKey, `?status=${status}`)).toEqual(ids);
    }
  });

  it('returns with each request for a prospecting run its own job and company, as long as the job is stored', async () => {
    const { apiKey, tenant } = await world.tenantWith(1);
    await grantCredits(world.service.database, tenant, 'prospecting', 2);
    const order = { network_url: 'network.com/company/acme' };
    for (const id of ['first', 'second']) expect(await enrich(apiKey, id, '/v1/prospecting/start', order)).toBe(202);
    const runOf = async (requestId: string): Promise<{ job_id: unknown; company_network_url: unknown }> => {
      const jobs = await call(`${world.service.baseUrl}/v1/prospecting/jobs?request_id=${requestId}`, { apiKey });
      const [job] = (jobs.body as { jobs: Record<string, unknown>[] }).jobs;
      return { job_id: job?.job_id, company_network_url: job?.company_network_url };
    };
    const [first, second] = [await runOf('first'), await runOf('second')];
    expect(first.job_id).not.toBe(second.job_id);
    expect((await pageOf(apiKey)).requests).toMatchObject([
      { request_id: 'second', status: 'pending', run: second },
      { request_id: 'first', status: 'pending', run: first },
    ]);
    await world.service.database.pool.query('delete from prospecting_job where id = $1', [second.job_id]);
    const [withoutRun] = (await pageOf(apiKey)).requests;
    expect(withoutRun).toMatchObject({ request_id: 'second' });
    expect(withoutRun).not.toHaveProperty('run');
  });

  it('returns each request on exactly one page, whatever the size of the pages', async () => {
    const { apiKey, tenant } = await world.tenantWith(1_000, 1_000);
    const ids = Array.from({ length: 23 }, (_, index) => `r${index}`);
    await Promise.all(
      ids.map((requestId, index) =>
        spend(world.service.app, {
          ...{ tenant, requestId, reserve: { data_access: 2, ...(index % 2 === 0 ? { contact_data: 1 } : {}) } },
          ...(index % 3 === 0 ? {} : { settle: { data_access: index % 2 } }),
        }),
      ),
    );
    for (const limit of [1, 4, 23, 100]) {
      const walked = await walk(apiKey, `?limit=${limit}`);
      expect([...walked].sort()).toEqual([...ids].sort());
      expect(walked).toEqual(await walk(apiKey, '?limit=100'));
    }
  });

  it('returns only the requests with the given endpoint, key and status', async () => {
    const { apiKey, tenant } = await world.tenantWith(100);
    const { key, apiKey: other } = await world.service.app.get(KeyService, { strict: false }).create(tenant, 'crm');
    const companies = { companies: [{ website: 'acme.com' }], fields: ['name'] };
    const persons = { persons: [{ network_url: ada }], fields: ['full_name'] };
    await enrich(apiKey, 'company', '/v1/company/enrich', companies);
    await enrich(other, 'company-crm', '/v1/company/enrich', companies);
    await enrich(other, 'person-crm', '/v1/person/enrich', persons);
    const ofCompanies = `endpoint=${encodeURIComponent('POST /v1/company/enrich')}`;
    expect(await walk(apiKey, `?${ofCompanies}`)).toEqual(['company-crm', 'company']);
    expect(await walk(apiKey, `?key_id=${key.id}`)).toEqual(['person-crm', 'company-crm']);
    expect(await walk(apiKey, `?key_id=${key.id}&${ofCompanies}&status=charged`)).toEqual(['company-crm']);
    expect(await walk(apiKey, '?key_id=unknown')).toEqual([]);
  });

  it('returns only the requests that began in the period, its first and its last day included', async () => {
    const { apiKey, tenant } = await world.tenantWith(100);
    await storeMovements(
      world.service.database,
      tenant,
      ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-03-03T23:59:59.999Z', '2026-03-04T00:00:00Z'].map(
        (at, index) => ({ at, reserve: 1, requestId: `${tenant}-${index}` }),
      ),
    );
    const id = (index: number): string => `${tenant}-${index}`;
    expect(await walk(apiKey, '?from=2026-03-02&to=2026-03-03&limit=1')).toEqual([id(2), id(1)]);
    expect(await walk(apiKey, '?from=2026-03-03')).toEqual([id(3), id(2)]);
    expect(await walk(apiKey, '?to=2026-03-01')).toEqual([id(0)]);
    expect(await walk(apiKey, '?from=2026-03-04&to=2026-03-01')).toEqual([]);
    expect(await walk(apiKey, '?from=0001-01-01&to=9999-12-31')).toEqual([id(3), id(2), id(1), id(0)]);
  });

  it('rejects a day that does not exist', async () => {
    const { apiKey } = await world.tenantWith(1);
    const { status, body } = await ask('?from=2026-02-30', apiKey);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ type: 'date_from_datetime_parsing', loc: ['query', 'from'] }] });
  });

  it('returns all pages of a long ledger in which few requests fit the filter', async () => {
    const { apiKey, tenant } = await world.tenantWith(100);
    await enrich(apiKey, 'oldest', '/v1/company/enrich', { companies: [{ website: 'acme.com' }], fields: ['name'] });
    await world.service.database.pool.query(
      `insert into credit_entry (tenant_id, feature, hold_id, request_id, kind, pending_delta, created_at)
       select $1, 'data_access', gen_random_uuid(), 'n' || n, 'reserve', 1, now() + n * interval '1 ms'
         from generate_series(1, 25000) n`,
      [tenant],
    );
    const first = await pageOf(apiKey, '?status=charged');
    expect(first).toEqual({ requests: [], next_cursor: expect.any(String) });
    expect(await walk(apiKey, '?status=charged')).toEqual(['oldest']);
    expect((await pageOf(apiKey, '?limit=100')).requests.map(({ request_id: id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, index) => `n${25_000 - index}`),
    );
  });

  it('does not list grants of credits', async () => {
    expect(await pageOf((await world.tenantWith(1)).apiKey)).toEqual({ requests: [], next_cursor: null });
  });
});

describe('The list of requests of one tenant', () => {
  it('never contains requests of another tenant, not even with a cursor of that tenant', async () => {
    const [ours, theirs] = [await world.tenantWith(10), await world.tenantWith(10)];
    for (const { tenant } of [ours, theirs]) {
      await storeMovements(world.service.database, tenant, [
        { at: '2026-03-01T00:00:00Z', reserve: 1, requestId: `${tenant}-1` },
        { at: '2026-03-02T00:00:00Z', reserve: 1, requestId: `${tenant}-2` },
      ]);
    }
    const { next_cursor: cursor } = await pageOf(theirs.apiKey, '?limit=1');
    const behind = await pageOf(ours.apiKey, `?cursor=${cursor ?? ''}`);
    const ids = [`${ours.tenant}-2`, `${ours.tenant}-1`];
    expect(behind.requests.map(({ request_id: id }) => id)).toEqual(ids);
    expect(await walk(ours.apiKey, '?')).toEqual(ids);
  });
});
