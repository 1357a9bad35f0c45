import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { companyFieldNames } from '../support/records/company-fields.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startTestService, type IssuedKey, type TestService } from '../support/service/test-service.js';

let service: TestService;
let keys: KeyService;
let ours: IssuedKey;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off', MAX_BATCH: '700', RATE_BURST_WINDOW_SECONDS: '30' } });
  keys = service.app.get(KeyService, { strict: false });
  ours = await service.issueKey('ours');
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

/** An answer that the OpenAPI document describes. */
async function get(path: string, apiKey: string): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey });
  expect(document.faultsOfAnswer('GET', path, answer)).toEqual([]);
  return answer;
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /v1/me succeeds', () => {
  it('returns the tenant, the key and the limits of the service', async () => {
    expect(await get('/v1/me', ours.apiKey)).toMatchObject({
      status: 200,
      body: {
        tenant_id: 'ours',
        tenant_name: 'ours',
        key: { id: ours.keyId, label: null, created_at: time, expires_at: null },
        limits: {
          ...{ burst_requests: 1_000_000, burst_window_seconds: 30 },
          ...{ requests_per_second: 1_000_000, identifiers_per_request: 700 },
        },
      },
    });
  });

  it('returns the limits of the tenant if it has its own', async () => {
    const { apiKey } = await service.issueKey('limited', { burstLimit: 50, burstWindowSeconds: 10, perSecond: 7 });
    const limits = { burst_requests: 50, burst_window_seconds: 10, requests_per_second: 7 };
    expect((await get('/v1/me', apiKey)).body).toMatchObject({ tenant_id: 'limited', limits });
  });

  it('returns the member `previews` only for a tenant that may ask for previews', async () => {
    const { apiKey } = await service.issueKey('previewing');
    expect((await get('/v1/me', apiKey)).body).not.toHaveProperty('previews');
    await service.app.get(TenantService, { strict: false }).update('previewing', { previews: true }, {});
    expect((await get('/v1/me', apiKey)).body).toHaveProperty('previews', true);
  });

  it('returns the label and the expiry of the key of the request', async () => {
    const { key, apiKey } = await keys.create('ours', 'crm');
    await keys.rotate(key.id, 3_600_000);
    const { body } = await get('/v1/me', apiKey);
    expect(body).toMatchObject({ key: { id: key.id, label: 'crm', expires_at: time } });
    const { expires_at: end } = (body as { key: { expires_at: string } }).key;
    expect(Math.abs(Date.parse(end) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });
});

describe('GET /v1/keys succeeds', () => {
  /** Creates a key in a later millisecond than the last one: keys of the same millisecond have no defined order. */
  const createNext = async (tenant: string, label: string | null) => {
    await sleep(2);
    return keys.create(tenant, label);
  };

  it('returns the keys of the tenant with their last four characters and nothing else of them, and marks the current one', async () => {
    const { apiKey, keyId } = await service.issueKey('owner');
    await service.issueKey('neighbour');
    const revoked = await createNext('owner', 'crm');
    await keys.revoke(revoked.key.id);
    const rotated = await createNext('owner', null);
    await sleep(2);
    const successor = await keys.rotate(rotated.key.id, 3_600_000);
    await call(`${service.baseUrl}/v1/me`, { apiKey: rotated.apiKey });
    const { body } = await get('/v1/keys', apiKey);
    const unused = { label: null, created_at: time, expires_at: null, last_used_at: null, revoked_at: null };
    const idle = { ...unused, current: false };
    expect(body).toEqual({
      keys: [
        { ...unused, id: keyId, ends_with: apiKey.slice(-4), last_used_at: time, current: true },
        { ...idle, id: revoked.key.id, ends_with: revoked.apiKey.slice(-4), label: 'crm', revoked_at: time },
        { ...idle, id: rotated.key.id, ends_with: rotated.apiKey.slice(-4), last_used_at: time, expires_at: time },
        { ...idle, id: successor.key.id, ends_with: successor.apiKey?.slice(-4) },
      ],
    });
  });

  it('returns the last use of a key even if another process has recorded it', async () => {
    const { apiKey } = await service.issueKey('elsewhere');
    const { key } = await createNext('elsewhere', null);
    const usedAt = '2026-11-02T10:04:00.000Z';
    await service.database.pool.query('update api_key set last_used_at = $2 where id = $1', [key.id, usedAt]);
    const used = { id: key.id, last_used_at: usedAt };
    expect((await get('/v1/keys', apiKey)).body).toMatchObject({ keys: [{ current: true }, used] });
  });
});

describe('GET /v1/fields succeeds', () => {
  interface Fields {
    readonly company: readonly { readonly name: string }[];
    readonly person: readonly { readonly name: string }[];
    readonly query_fields: readonly object[];
  }

  const fieldsOf = async (apiKey: string): Promise<Fields> => (await get('/v1/fields', apiKey)).body as Fields;

  it('returns both catalogues, with the types and meanings of their fields', async () => {
    const { company, person } = await fieldsOf(ours.apiKey);
    expect(company.map(({ name }) => name)).toEqual([...companyCatalogue.keys()]);
    expect(company.map(({ name }) => name)).toEqual(expect.arrayContaining([...companyFieldNames]));
    expect(person.map(({ name }) => name)).toEqual([...personCatalogue.keys()]);
    expect(company).toContainEqual({ name: 'founded_year', type: 'integer', description: 'Year founded' });
    expect(company).toContainEqual({
      name: 'specialities',
      type: 'string[]',
      description: 'Self-declared focus areas',
    });
    expect(person).toContainEqual({ name: 'job_title', type: 'string', description: 'Current job title' });
  });

  it('returns the current query fields of the tenant, and none of other tenants', async () => {
    const { apiKey } = await service.issueKey('counting');
    await service.issueKey('others');
    expect((await fieldsOf(apiKey)).query_fields).toEqual([]);
    const queries = service.app.get(QueryFieldService, { strict: false });
    await queries.set('counting', 'engineers', { scope: 'both', definition: {}, metadata: true });
    await queries.set('counting', 'is_engineer', { scope: 'person', definition: {}, metadata: false });
    await queries.set('others', 'secret', { scope: 'company', definition: {}, metadata: true });
    const engineers = { name: 'engineers', scope: 'both', type: 'integer', metadata: true, counted: true };
    const isEngineer = { name: 'is_engineer', scope: 'person', type: 'integer', metadata: false, counted: false };
    expect((await fieldsOf(apiKey)).query_fields).toEqual([engineers, isEngineer]);
    await service.database.pool.query(`update query_field set counted_at = null where name = 'engineers'`);
    expect((await fieldsOf(apiKey)).query_fields).toEqual([{ ...engineers, counted: false }, isEngineer]);
  });
});

const routes = [
  ...['/v1/me', '/v1/keys', '/v1/fields', '/v1/teams', '/v1/credits'].map((path) => ({ path, query: '' })),
  { path: '/v1/companies', query: '?q=acme' },
];

describe.each(routes)('GET $path protects', ({ path, query }) => {
  it('rejects requests with an invalid key, and is rate-limited', async () => {
    expect(await get(path, 'garbage')).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } });
    const { apiKey } = await service.issueKey('eager', { burstLimit: 1, burstWindowSeconds: 60, perSecond: 1 });
    await call(`${service.baseUrl}${path}${query}`, { apiKey });
    expect((await get(path, apiKey)).status).toBe(429);
  });
});

describe('A service without its database', () => {
  let troubled: TestService;
  let apiKey: string;
  const answerOf = ({ path, query }: (typeof routes)[number]) => call(`${troubled.baseUrl}${path}${query}`, { apiKey });

  beforeAll(async () => {
    troubled = await startTestService();
    ({ apiKey } = await troubled.issueKey('ours'));
    for (const route of routes) expect((await answerOf(route)).status).toBe(200);
    await cutOffDatabase(troubled);
  });

  afterAll(() => troubled.close());

  it.each(routes)('does not reveal the cause of an internal failure (GET $path)', async (route) => {
    const answer = await answerOf(route);
    expect(answer).toMatchObject({ status: 500, body: { detail: { status: 'INTERNAL_ERROR' } } });
    expect(document.faultsOfAnswer('GET', route.path, answer)).toEqual([]);
  });
});
