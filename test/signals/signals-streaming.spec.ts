import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database } from '../../src/platform/database/database.js';
import type { Client } from '../support/company-api.js';
import { lockTable } from '../support/idempotency.js';
import { drain, openAnswer } from '../support/open-answer.js';
import { eventually } from '../support/eventually.js';
import { getSignals, signalsOf, storeManySignals, year } from '../support/signals.js';
import { startTestService, type TestService } from '../support/test-service.js';

const signals = 40_000;
/** About 70 MB in total: far more than the buffers of a connection. */
const textLength = 1_600;
/** The minimum number of statements to read all signals in pages of 2,000. */
const allPages = 20;
const mb = 1024 * 1024;

let service: TestService;
let client: Client;
/** The number of connections acquired from the pool during the test. */
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

/** Resolves when the service has sent no statement for some time. */
async function untilReadingStops(): Promise<void> {
  for (let before = -1; before !== acquired;) {
    before = acquired;
    for (let round = 0; round < 25; round++) await service.database.pool.query('select pg_sleep(0.01)');
  }
}

function takeTableAway(): Promise<unknown> {
  return service.database.pool.query('alter table signal rename to signal_elsewhere');
}

describe('POST /v1/signals/get-signals succeeds in streaming a large answer', () => {
  it('with the memory of a small answer', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const usedMB: number[] = [];
    await drain(await open(), (bytes) => {
      if (bytes < (usedMB.length + 1) * 10 * mb) return;
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      usedMB.push((heapUsed + external) / mb);
    });
    const [first = 0, ...later] = usedMB;
    expect(later).toHaveLength(5);
    expect(Math.max(...later) - first).toBeLessThan(20);
  });

  it('from the first signals on, before it has read the last', async () => {
    const answer = await open();
    await once(answer, 'readable');
    expect(acquired).toBeLessThan(allPages / 2);
    await drain(answer);
    expect(acquired).toBeGreaterThanOrEqual(allPages);
  });

  it('with backpressure', async () => {
    const answer = await open();
    await untilReadingStops();
    expect(acquired).toBeLessThan(allPages / 2);
    await drain(answer);
    expect(answer.complete).toBe(true);
  });

  it('without holding a database connection for slow clients', async () => {
    const { max } = pool().options;
    const answers = await Promise.all(Array.from({ length: max + 2 }, open));
    await untilReadingStops();
    await eventually(allConnectionsAreIdle);
    expect(await signalsOf(client, { start_time: '2020-01-01', end_time: '2020-01-01' })).toEqual({});
    for (const answer of answers) answer.destroy();
  });

  it('and stops reading when the client disconnects', async () => {
    const answer = await open();
    await once(answer, 'readable');
    answer.destroy();
    await untilReadingStops();
    expect(acquired).toBeLessThan(allPages / 2);
    await eventually(allConnectionsAreIdle);
  });
});

describe('POST /v1/signals/get-signals protects itself from a client that is slower than the timeout', () => {
  const server = (): Server => service.app.getHttpServer();
  let usual = 0;

  beforeEach(() => {
    usual = server().timeout;
    server().timeout = 300;
  });

  afterEach(() => {
    server().timeout = usual;
  });

  it('closes the connection if the client reads nothing', async () => {
    const connected = once(server(), 'connection');
    const answer = await open();
    const [connection] = (await connected) as [Socket];
    await once(connection, 'close');
    await eventually(allConnectionsAreIdle);
    await expect(drain(answer)).rejects.toThrow('aborted');
  });

  it('answers if there was nothing to read yet', async () => {
    const hold = await lockTable(service.database, 'signal');
    const silent = once(server(), 'timeout');
    const answer = open();
    await silent;
    await hold.release();
    expect((await answer).statusCode).toBe(200);
    await drain(await answer);
  });
});

describe('POST /v1/signals/get-signals protects clients from a database that fails', () => {
  it('with 500 before the first byte', async () => {
    await takeTableAway();
    const answer = await getSignals(client, year);
    const detail = { status: 'GET_SIGNALS_FAILED', message: expect.stringMatching(/./) };
    expect([answer.status, answer.body]).toEqual([500, { detail }]);
  });

  it('by closing the connection after it, so that the JSON is incomplete', async () => {
    const answer = await open();
    await untilReadingStops();
    await takeTableAway();
    await expect(drain(answer)).rejects.toThrow('aborted');
    expect([answer.statusCode, answer.complete]).toEqual([200, false]);
  });

  it('without affecting the next request', async () => {
    expect(Object.keys(await signalsOf(client, { start_time: '2026-01-01', end_time: '2026-01-01' }))).toHaveLength(1);
  });
});
