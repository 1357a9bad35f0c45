import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HealthReport } from '../../src/health/health.dto.js';
import { Database } from '../../src/platform/database/database.js';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { usedCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { SilentProxy } from '../support/outages/silent-proxy.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** This time is much longer than a request takes, and much shorter than a request without a timeout would take. */
const timeoutMs = 10_000;

const company = { companies: [{ website: 'acme.example' }], fields: ['name'] };
const person = { persons: [{ network_url: 'https://www.network.com/in/nobody' }], fields: ['full_name'] };
const january = { start_time: '2026-01-01', end_time: '2026-01-31' };
const failed = (status: string) => [500, { detail: expect.objectContaining({ status }) }];

let home: TestService;
let proxy: SilentProxy;
let service: TestService;
let apiKey: string;

async function startBehindProxy(env: Record<string, string> = {}): Promise<TestService> {
  return startTestService({
    sharing: { ...home, databaseUrl: proxy.url },
    env: {
      DATABASE_TIMEOUT_MS: '1000',
      PROSPECTING_UPSTREAM_TIMEOUT_MS: '1500',
      WORKER: 'off',
      CREDIT_HOLD_SECONDS: '2',
      ...env,
    },
  });
}

beforeAll(async () => {
  home = await startTestService({ env: { WORKER: 'inline' } });
  await storeCompanies(home.database, ['acme.example']);
  ({ apiKey } = await home.issueKey('ours'));
});

beforeEach(async () => {
  proxy = await SilentProxy.before(home.databaseUrl);
  service = await startBehindProxy();
  expect((await ask('/v1/company/enrich', company)).status).toBe(200);
});

afterEach(async () => {
  await proxy.close();
  await service.close();
});

afterAll(() => home.close());

function ask(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(`${service.baseUrl}${path}`, { apiKey, body, headers });
}

async function within<T>(work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work;
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs);
  return result;
}

async function health(): Promise<HealthReport> {
  return (await ask('/health')).body as HealthReport;
}

async function charged(): Promise<number> {
  return (await usedCredits(home.database, 'ours')).data_access?.charged ?? 0;
}

/**
 * Waits until the service with working connections has released the credits that failed requests had reserved, and checks the
 * ledger.
 */
async function expectConsistentLedger(): Promise<void> {
  await eventually(async () => (await usedCredits(home.database, 'ours')).data_access?.reserved === 0, 15_000);
  expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
}

describe('The service, when its database stops answering,', () => {
  it('answers each of many requests in time with the error of its route, and works again afterwards', async () => {
    const before = await charged();
    proxy.silenceAll();
    const sent = Array.from({ length: 10 }, () => [
      ask('/v1/company/enrich', company),
      ask('/v1/person/enrich', person),
      ask('/v1/signals/get-signals', january),
    ]).flat();
    const seen = (await within(Promise.all(sent))).map(({ status, body }) => [status, body]);
    const expected = ['ENRICHMENT_FAILED', 'ENRICHMENT_FAILED', 'GET_SIGNALS_FAILED'].map(failed);
    expect(seen).toEqual(Array.from({ length: 10 }, () => expected).flat());
    expect(await health()).toMatchObject({ status: 'degraded', database: { status: 'unreachable' } });
    expect((await ask('/ready')).status).toBe(503);
    expect(await charged()).toBe(before);

    proxy.restore();
    await eventually(async () => (await ask('/v1/company/enrich', company)).status === 200, 30_000);
    // The status stays `unsteady` for some time after the last timeout.
    expect(await health()).toMatchObject({ status: 'degraded', database: { status: 'unsteady' } });
    expect((await ask('/ready')).status).toBe(200);
    await expectConsistentLedger();
  });

  it('does not delay requests on connections that work', async () => {
    await service.close();
    service = await startBehindProxy({ DATABASE_TIMEOUT_MS: '600000' });
    expect((await ask('/v1/company/enrich', company)).status).toBe(200);
    proxy.silence();
    const stuck = Promise.allSettled([ask('/v1/company/enrich', company)]);
    // Each request may use another of the silent connections.
    const answered: number[] = [];
    const more = Array.from({ length: 4 }, () =>
      ask('/v1/company/enrich', company).then(
        ({ status }) => answered.push(status),
        () => undefined,
      ),
    );
    await eventually(() => answered.includes(200), timeoutMs);
    await proxy.close();
    await Promise.all([stuck, ...more]);
  });

  it('charges a request with an idempotency key exactly once, even if answers of the database are lost and the client retries', async () => {
    const before = await charged();
    const keys = Array.from({ length: 12 }, () => randomUUID());
    const send = (key: string) => ask('/v1/company/enrich', company, { 'Idempotency-Key': key });
    const first = keys.map(send);
    await Promise.race(first);
    // From now on, statements that are running take effect, but their results are lost.
    proxy.silenceAll('answers');
    const outcomes = (await within(Promise.all(first))).map(({ status }) => status);
    expect([...new Set(outcomes)].sort()).toEqual(outcomes.includes(500) ? [200, 500] : [200]);
    const unheard = await within(Promise.all(keys.map(() => ask('/v1/company/enrich', company))));
    expect(unheard.map(({ status }) => status)).toEqual(keys.map(() => 500));

    proxy.restore();
    // Ends the leases of the failed attempts at once.
    await home.database.pool.query('update stored_answer set lease_until = now() where status is null');
    for (const key of keys) await eventually(async () => (await send(key)).status === 200, 40_000);
    await expectConsistentLedger();
    const { rows } = await home.database.pool.query<{ charged: number }>(
      `select count(distinct hold_id)::int as charged from credit_entry e
         where kind = 'post' and request_id in (select request_id from stored_answer where key = any($1::text[]))`,
      [keys],
    );
    expect(rows).toEqual([{ charged: keys.length }]);
    // The requests without an idempotency key got no answer. Each of them may have been charged once.
    expect(await charged()).toBeGreaterThanOrEqual(before + keys.length);
    expect(await charged()).toBeLessThanOrEqual(before + 2 * keys.length);
  });

  it('answers prospecting requests with 504, and with 502 when the database is unreachable', async () => {
    const asks = () => [
      ask('/v1/prospecting/start', { network_url: 'https://www.network.com/company/acme' }),
      ask('/v1/prospecting/jobs/1'),
      ask('/v1/prospecting/jobs/1/results'),
      ask('/v1/prospecting/jobs'),
      call(`${service.baseUrl}/v1/prospecting/jobs/1/cancel`, { method: 'POST', apiKey }),
    ];
    proxy.silenceAll();
    const late = (message: RegExp): unknown => [
      504,
      { detail: { status: 'PROSPECTING_UPSTREAM_TIMEOUT', message: expect.stringMatching(message) } },
    ];
    // Only the answers to requests that change something say that the change may have taken effect.
    const unread = late(/database did not answer in time\. Try again/);
    const expected = [
      late(/start may have taken effect|Nothing was started/),
      unread,
      unread,
      unread,
      late(/in time; the cancellation may have taken effect/),
    ];
    const away = [502, { detail: { status: 'PROSPECTING_UPSTREAM_ERROR', upstream_status: 503 } }];
    // In the second round the pool has no connection left, and cannot open a new one.
    for (let round = 0; round < 2; round += 1) {
      const silent = await within(Promise.all(asks()));
      expect(silent.map(({ status, body }) => [status, body])).toEqual(expected);
    }
    await proxy.close();
    for (const answer of await within(Promise.all(asks()))) expect([answer.status, answer.body]).toEqual(away);
    const other = call(`${service.baseUrl}/v1/prospecting/jobs/1`, { apiKey: (await home.issueKey('others')).apiKey });
    const { status, body } = await within(other);
    expect([status, body]).toEqual(away);
    proxy = await SilentProxy.before(home.databaseUrl);
  });
});

describe('The statement timeout', () => {
  const commands = new CommandLine(() => ({ DATABASE_URL: home.databaseUrl, DATABASE_TIMEOUT_MS: '1' }));

  it('closes the connection of a statement that takes too long, and is longer for background work', async () => {
    const database = service.app.get(Database, { strict: false });
    await expect(database.pool.query('select pg_sleep(5)')).rejects.toThrow('did not answer within 1000 ms');
    const client = await database.pool.connect();
    await client.query('begin');
    await expect(client.query('select pg_sleep(5)')).rejects.toThrow('did not answer within 1000 ms');
    await expect(client.query('rollback')).rejects.toThrow();
    const before = database.pool.totalCount;
    client.release();
    expect(database.pool.totalCount).toBe(before - 1);
    expect(await database.work.query('select 1 as one from pg_sleep(1.5)')).toMatchObject({ rows: [{ one: 1 }] });
    await expect(database.pool.query('select pg_sleep(1.5)')).rejects.toThrow('did not answer');
  });

  it('does not apply to the statements of commands', async () => {
    const file = 'demo/companies.ndjson';
    expect(await commands.answerOf(['import', 'companies', file])).toMatchObject({ rejected: 0 });
  });
});
