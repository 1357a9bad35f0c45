import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { spend } from '../support/credits/credit-history.js';
import { call, type Answer } from '../support/http/http.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService();
  ({ apiKey } = await service.issueKey('ours'));
});

afterAll(() => service.close());

function ask(requestId: string, key = apiKey): Promise<Answer> {
  return call(`${service.baseUrl}/v1/usage/requests/${encodeURIComponent(requestId)}`, { apiKey: key });
}

async function entriesOf(requestId: string): Promise<unknown[]> {
  const { status, body } = await ask(requestId);
  expect({ status, body }).toEqual({ status: 200, body: { request_id: requestId, entries: expect.any(Array) } });
  return (body as { entries: unknown[] }).entries;
}

const origin = { keyId: 'key_1', endpoint: 'POST /v1/person/enrich' };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function entry(kind: string, feature: string, amounts: object): object {
  const none = { reserved: 0, charged: 0, released: 0 };
  const of = { key_id: 'key_1', endpoint: 'POST /v1/person/enrich', created_at: time };
  return { feature, kind, ...none, ...amounts, ...of };
}

describe('GET /v1/usage/requests/{request_id}', () => {
  it('returns the reservation and the charge of each feature', async () => {
    const reserve = { data_access: 10, contact_data: 5 };
    await spend(service.app, { ...origin, tenant: 'ours', requestId: 'charged', reserve, settle: { data_access: 8 } });
    const entries = await entriesOf('charged');
    expect(entries.slice(0, 2)).toEqual(
      expect.arrayContaining([
        entry('reserve', 'data_access', { reserved: 10 }),
        entry('reserve', 'contact_data', { reserved: 5 }),
      ]),
    );
    expect(entries.slice(2)).toHaveLength(2);
    expect(entries.slice(2)).toEqual(
      expect.arrayContaining([
        entry('post', 'data_access', { charged: 8, released: 2 }),
        entry('void', 'contact_data', { released: 5 }),
      ]),
    );
  });

  it('returns a pending reservation, and after its expiry also the entry that released its credits', async () => {
    await spend(service.app, { ...origin, tenant: 'ours', requestId: 'slow', reserve: { prospecting: 1 } });
    const reserved = entry('reserve', 'prospecting', { reserved: 1 });
    expect(await entriesOf('slow')).toEqual([reserved]);
    const { pool } = service.database;
    await pool.query(`update credit_hold set expires_at = now() where request_id = 'slow'`);
    await service.app.get(Ledger, { strict: false }).sweepExpired(10);
    expect(await entriesOf('slow')).toEqual([reserved, entry('expire', 'prospecting', { released: 1 })]);
  });

  it.each(['a', '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90', 'trace:00-ab.c', '...', 'x'.repeat(128)])(
    'returns the entries of a request with the id %s',
    async (requestId) => {
      await spend(service.app, { tenant: 'ours', requestId, reserve: { data_access: 1 } });
      expect(await entriesOf(requestId)).toMatchObject([{ kind: 'reserve', reserved: 1, key_id: null }]);
    },
  );

  it('returns the newest 1,000 entries of all requests with the id', async () => {
    await service.database.pool.query(
      `insert into credit_entry (tenant_id, feature, hold_id, request_id, kind, pending_delta, created_at)
       select 'ours', 'data_access', gen_random_uuid(), 'often', 'reserve', n, now() + n * interval '1 ms'
         from generate_series(1, 1001) n`,
    );
    const entries = (await entriesOf('often')) as { reserved: number }[];
    expect(entries.map(({ reserved }) => reserved)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 2));
  });

  it('omits entries of another tenant with the same id', async () => {
    await service.issueKey('others');
    await spend(service.app, { tenant: 'others', requestId: 'shared', reserve: { data_access: 100 } });
    await spend(service.app, { tenant: 'ours', requestId: 'shared', reserve: { data_access: 1 } });
    expect(await entriesOf('shared')).toMatchObject([{ reserved: 1 }]);
  });
});

describe('GET /v1/usage/requests/{request_id} for a request without entries', () => {
  it.each([
    ['an id that no request had', 'unheard-of'],
    ['an id of 129 characters', 'x'.repeat(129)],
    ['an id with NUL', 'a\u0000b'],
    ['an id with a space', 'a b'],
    ['an id with a quote', "' or 1=1 --"],
    ['an id with a letter that is not ASCII', '\u00e9'],
    ['an id with a slash', 'a/b'],
  ])('answers 404 for %s', async (_what, requestId) => {
    const { status, body } = await ask(requestId);
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'Request not found' } });
  });

  it('answers 404 for a request that has reserved no credits', async () => {
    await spend(service.app, { tenant: 'ours', requestId: 'free', reserve: { data_access: 0 } });
    expect((await ask('free')).status).toBe(404);
  });
});
