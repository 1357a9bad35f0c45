import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/platform/database/database.js';
import { admissionTimeoutToken } from '../../src/platform/http/admission-gate.js';
import { SignalReader, type SignalPage } from '../../src/signals/signal.reader.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import type { Client } from '../support/records/company-api.js';
import { lockTable } from '../support/http/idempotency.js';
import { drain, openAnswer } from '../support/http/open-answer.js';
import { sendPart } from '../support/http/raw-request.js';
import { eventually } from '../support/service/eventually.js';
import { getSignals, signalsOf, storeManySignals, storeSignals, year } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { usedMemory } from '../support/service/used-memory.js';

const signals = 40_000;
/** The length of the text of each signal. All signals together are about 70 MB, which is far more than the buffers of a connection. */
const textLength = 1_600;
/** The minimum number of statements that read all signals in pages of 512 KiB. */
const allPages = 130;
const mb = 1024 * 1024;

let service: TestService;
let client: Client;
/** The number of connections that were acquired from the pool during the test. */
let acquired = 0;
const pool = () => service.app.get(Database, { strict: false }).pool;

beforeAll(async () => {
  service = await startTestService();
  client = await service.clientOf('ours');
  await storeManySignals(service.database, 'ours', { count: signals, sites: 40, textLength });
  await getSignals(client, { start_time: '2020-01-01', end_time: '2020-01-01' });
  pool().on('acquire', () => acquired++);
});

beforeEach(() => {
  acquired = 0;
});

afterEach(async () => {
  await service.database.pool.query('alter table if exists signal_elsewhere rename to signal');
});

afterAll(() => service.close());

const allConnectionsAreIdle = (): boolean => pool().idleCount === pool().totalCount;

const open = (): Promise<IncomingMessage> => openAnswer(client, '/v1/signals/get-signals', year);

/** Waits until the service has sent no statement for some time. */
async function untilReadingStops(): Promise<void> {
  for (let before = -1; before !== acquired;) {
    before = acquired;
    for (let round = 0; round < 25; round++) await service.database.pool.query('select pg_sleep(0.01)');
  }
}

function takeTableAway(): Promise<unknown> {
  return service.database.pool.query('alter table signal rename to signal_elsewhere');
}

describe('POST /v1/signals/get-signals succeeds with a large answer', () => {
  it('needs little memory for a large answer', async () => {
    const usedMB: number[] = [];
    await drain(await open(), (bytes) => {
      if (bytes < (usedMB.length + 1) * 10 * mb) return;
      usedMB.push(usedMemory() / mb);
    });
    const [first = 0, ...later] = usedMB;
    expect(later).toHaveLength(5);
    expect(Math.max(...later) - first).toBeLessThan(20);
  });

  it('sends the first signals before it has read the last ones', async () => {
    const answer = await open();
    await once(answer, 'readable');
    expect(acquired).toBeLessThan(allPages / 2);
    await drain(answer);
    expect(acquired).toBeGreaterThanOrEqual(allPages);
  });

  it('stops reading signals while the client takes no bytes', async () => {
    const answer = await open();
    await untilReadingStops();
    expect(acquired).toBeLessThan(allPages / 2);
    await drain(answer);
    expect(answer.complete).toBe(true);
  });

  it('holds no database connection while the client takes no bytes', async () => {
    const { max } = pool().options;
    const answers = await Promise.all(Array.from({ length: max + 2 }, open));
    await untilReadingStops();
    await eventually(allConnectionsAreIdle);
    expect(await signalsOf(client, { start_time: '2020-01-01', end_time: '2020-01-01' })).toEqual({});
    for (const answer of answers) answer.destroy();
  });

  it('stops reading signals when the client disconnects', async () => {
    const answer = await open();
    await once(answer, 'readable');
    answer.destroy();
    await untilReadingStops();
    expect(acquired).toBeLessThan(allPages / 2);
    await eventually(allConnectionsAreIdle);
  });
});

describe('POST /v1/signals/get-signals succeeds with long texts', () => {
  it('reads each signal with a long text from the database by a query of its own', async () => {
    const long = await service.clientOf('long');
    await storeManySignals(service.database, 'long', { count: 20, sites: 3, textLength: 900_000 });
    acquired = 0;
    const found = Object.values(await signalsOf(long, year)).flat();
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ message_text: text }) => text?.length)).size).toBe(2);
    expect(acquired).toBeGreaterThanOrEqual(20);
  });
});

describe('A page of signals stays small', () => {
  const all = { from: year.start_time, to: year.end_time, type: null };
  const reader = () => service.app.get(SignalReader, { strict: false });

  it.each([
    ['many', { count: 2_100, sites: 3, textLength: 10 }],
    ['long', { count: 5, sites: 3, textLength: 900_000 }],
  ])('if %s signals are added between the decision to read one page and the reading', async (size, added) => {
    const tenant = `adds-${size}`;
    await service.issueKey(tenant);
    await storeSignals(service.database, tenant, [{ date: '2026-01-05' }, { date: '2026-01-06' }]);
    const { start } = await reader().plan(tenant, all);
    expect(start?.order).toBe('once');
    await storeManySignals(service.database, tenant, added);
    const pages: SignalPage[] = [];
    for (let next = start; next !== null; next = pages.at(-1)?.next ?? null) {
      pages.push(await reader().page(tenant, all, next));
    }
    const ids = pages.flatMap(({ signals: some }) => some.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2 + added.count);
    expect(ids).toHaveLength(2 + added.count);
    for (const { signals: some } of pages) {
      const bytes = some.reduce((sum, { record }) => sum + (record.message_text?.length ?? 0), 0);
      expect(some.length === 1 || (some.length <= 2_000 && bytes <= 512 * 1024)).toBe(true);
    }
  });
});

describe('Streamed answers protect the service from slow clients', () => {
  const limits = { stalledMs: 2_500, longestMs: 7_000, keyCheckMs: 500 };
  const large = {
    companies: Array.from({ length: 1_000 }, (_, place) => ({ website: `unknown-${place}.example` })),
    fields: Array.from({ length: 240 }, (_, place) => `field_${place}`.padEnd(60, '_')),
  };
  let strict: TestService;
  let ours: Client;
  let theirs: Client;
  const connections: { destroy: () => unknown }[] = [];

  beforeAll(async () => {
    strict = await startTestService({
      sharing: service,
      env: { LARGE_ANSWERS_MB: '8' },
      streamLimits: limits,
      replace: (module) => module.overrideProvider(admissionTimeoutToken).useValue(500),
    });
    [ours, theirs] = [{ ...client, baseUrl: strict.baseUrl }, await strict.clientOf('theirs')];
    await storeManySignals(service.database, 'theirs', { count: 5_000, sites: 4, textLength });
    await storeSignals(service.database, 'ours', [{ date: '2025-01-01' }]);
  });

  afterEach(() => {
    for (const each of connections.splice(0)) each.destroy();
  });

  afterAll(() => strict.close());

  const begin = async (of: Client, path = '/v1/signals/get-signals', body: object = year): Promise<IncomingMessage> => {
    const answer = await openAnswer(of, path, body);
    connections.push(answer);
    return answer;
  };

  const beginMany = (of: Client, count: number): Promise<IncomingMessage[]> =>
    Promise.all(Array.from({ length: count }, () => begin(of)));

  const admitted = (answers: IncomingMessage[]): IncomingMessage[] =>
    answers.filter(({ statusCode }) => statusCode === 200);

  it('limits the streams of each tenant to a share of the memory, and refuses further streams with 503 and Retry-After', async () => {
    const answers = await beginMany(ours, 6);
    expect(admitted(answers)).toHaveLength(2);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(JSON.parse(await text(answer))).toMatchObject({ detail: { status: 'SERVICE_BUSY' } });
    }
    expect(admitted(await beginMany(theirs, 3))).toHaveLength(1);
  });

  it('answers a small request of a tenant that may open no further stream', async () => {
    expect(admitted(await beginMany(ours, 3))).toHaveLength(2);
    const found = await signalsOf(ours, { start_time: '2025-01-01', end_time: '2025-01-01' });
    expect(Object.values(found).flat()).toHaveLength(1);
  });

  it('admits further streams after clients have disconnected, even if one of these clients had sent two requests at once', async () => {
    const body = JSON.stringify(year);
    const head = `POST /v1/signals/get-signals HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${ours.apiKey}\r\nContent-Type: application/json`;
    const request = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const connection = await sendPart(strict.baseUrl, request + request);
    connection.pause();
    await eventually(async () => (await begin(ours)).statusCode === 503);
    connection.destroy();
    await eventually(async () => {
      for (const each of connections.splice(0)) each.destroy();
      return admitted(await beginMany(ours, 2)).length === 2;
    });
  });

  it.each([
    ['signals', '/v1/signals/get-signals', year],
    ['the answer of an enrichment', '/v1/company/enrich', large],
  ])('closes the connection of a client that takes no bytes of %s for too long', async (_, path, body) => {
    const connected = once(strict.app.getHttpServer(), 'connection');
    const startedAt = performance.now();
    const answer = await begin(ours, path, body);
    const [connection] = (await connected) as [Socket];
    await once(connection, 'close');
    const closedAfter = performance.now() - startedAt;
    expect(closedAfter).toBeGreaterThan(limits.stalledMs);
    expect(closedAfter).toBeLessThan(limits.longestMs - 500);
    await expect(drain(answer)).rejects.toThrow('aborted');
  });

  it('closes a connection if the client takes the bytes so slowly that the answer exceeds its time limit', async () => {
    const startedAt = performance.now();
    const answer = await begin(ours);
    const slowly = async (): Promise<void> => {
      for await (const _ of answer) await sleep(20);
    };
    await expect(slowly()).rejects.toThrow('aborted');
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(seconds).toBeGreaterThan(limits.longestMs / 1_000);
    expect(answer.complete).toBe(false);
  });

  it('keeps a connection open while the service waits for the database', async () => {
    const hold = await lockTable(service.database, 'signal');
    const answer = begin(theirs);
    await sleep(limits.stalledMs + 500);
    await hold.release();
    await drain(await answer);
    expect((await answer).complete).toBe(true);
  });
});

describe('POST /v1/signals/get-signals protects signals from keys that are no longer valid', () => {
  const server = () => service.app.getHttpServer();
  const tenants = () => service.app.get(TenantService, { strict: false });
  const keys = () => service.app.get(KeyService, { strict: false });

  it.each<[string, (tenant: string, keyId: string) => Promise<unknown>]>([
    ['was revoked', (_, keyId) => keys().revoke(keyId)],
    ['belongs to a suspended tenant', (tenant) => tenants().suspend(tenant)],
    ['belongs to a deleted tenant', (tenant) => tenants().remove(tenant)],
  ])('closes within a second the stream of a key that %s', async (what, end) => {
    const tenant = what.replaceAll(' ', '-');
    const { apiKey, keyId } = await service.issueKey(tenant);
    await storeManySignals(service.database, tenant, { count: 10_000, sites: 4, textLength });
    const connected = once(server(), 'connection');
    const answer = await openAnswer({ baseUrl: service.baseUrl, apiKey }, '/v1/signals/get-signals', year);
    const slowly = async (): Promise<void> => {
      for await (const _ of answer) await sleep(20);
    };
    const outcome = slowly().then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
    const [connection] = (await connected) as [Socket];
    const closed = once(connection, 'close').then(() => performance.now());
    await sleep(700);
    await end(tenant, keyId);
    const endedAt = performance.now();
    expect((await closed) - endedAt).toBeLessThan(1_000);
    expect(await outcome).toBe('aborted');
  });
});

describe('POST /v1/signals/get-signals protects clients from a database that fails', () => {
  it('answers with 500 if the database fails before the first byte was sent', async () => {
    await takeTableAway();
    const answer = await getSignals(client, year);
    const detail = { status: 'GET_SIGNALS_FAILED', message: expect.stringMatching(/./) };
    expect([answer.status, answer.body]).toEqual([500, { detail }]);
  });

  it('closes the connection if the database fails later, so that the client sees incomplete JSON', async () => {
    const answer = await open();
    await untilReadingStops();
    await takeTableAway();
    await expect(drain(answer)).rejects.toThrow('aborted');
    expect([answer.statusCode, answer.complete]).toEqual([200, false]);
  });

  it('answers the next request after a failed one', async () => {
    expect(Object.keys(await signalsOf(client, { start_time: '2026-01-01', end_time: '2026-01-01' }))).toHaveLength(1);
  });
});
