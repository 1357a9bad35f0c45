import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { DatabaseProbe } from '../../src/platform/observability/database-probe.sql.js';
import type { HealthReport } from '../../src/health/health.dto.js';
import { HealthService } from '../../src/health/health.service.js';
import { WorkerProcessesSql } from '../../src/health/worker-processes.sql.js';
import { Database } from '../../src/platform/database/database.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { metricsUrl } from '../support/service/exposition.js';
import { call, type Call } from '../support/http/http.js';
import { cutOffDatabase, endSessions } from '../support/outages/outage.js';
import { eventually } from '../support/service/eventually.js';
import { execute } from '../support/service/test-server.mjs';
import { silentLog } from '../support/service/silent-log.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const noWrites = { status: 'unavailable', detail: 'The database refuses writes' };

/** For tests that fill a disk. They need a system on which they can mount a file system. */
function describeWithMounts(name: string, tests: () => void): void {
  if (canMount()) describe(name, tests);
  else describe.skip(`${name} (skipped: needs root, and the right to mount)`, tests);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function reportOf(baseUrl: string, options: Call = {}): Promise<HealthReport> {
  const answer = await call(`${baseUrl}/health`, options);
  expect(answer.status).toBe(200);
  return answer.body as HealthReport;
}

describe('GET /health', () => {
  let service: TestService;
  let apiKey: string;

  beforeAll(async () => {
    service = await startTestService();
    ({ apiKey } = await service.issueKey('ours'));
  });

  afterAll(() => service.close());

  it('returns the version of the project', async () => {
    const manifest = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
    expect((await reportOf(service.baseUrl)).version).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  it('returns figures for each endpoint, under the pattern of its route and not under the path of a request', async () => {
    const url = `${service.baseUrl}/v1/company/enrich`;
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    expect((await reportOf(service.baseUrl)).endpoints).not.toHaveProperty('POST /v1/company/enrich');
    for (const key of [apiKey, apiKey, 'garbage']) await call(url, { apiKey: key, body });
    await call(`${service.baseUrl}/somewhere/else?token=abc`);
    const { endpoints } = await reportOf(service.baseUrl);
    expect(endpoints['POST /v1/company/enrich']).toMatchObject({ requests: 3, error_rate: 0 });
    expect(endpoints['GET unmatched']).toMatchObject({ requests: 1, error_rate: 0 });
    expect(JSON.stringify(endpoints)).not.toMatch(/somewhere|token/);
    for (const { latency_ms, requests_per_second } of Object.values(endpoints)) {
      expect(requests_per_second).toBeGreaterThan(0);
      expect(latency_ms.p50).toBeGreaterThan(0);
      expect(latency_ms.p95).toBeGreaterThanOrEqual(latency_ms.p50);
      expect(latency_ms.p99).toBeGreaterThanOrEqual(latency_ms.p95);
    }
  });

  it('asks the database at most once about workers for many requests that come together', async () => {
    const asked = jest.spyOn(WorkerProcessesSql.prototype, 'read');
    try {
      await Promise.all(Array.from({ length: 20 }, () => reportOf(service.baseUrl)));
      expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
    } finally {
      asked.mockRestore();
    }
  });

  it('counts answers with status 500 and above as errors, and no others', async () => {
    const { pool } = service.database;
    const companies = [{ website: 'siemens.com' }];
    await pool.query('alter table company_domain rename to company_domain_away');
    const url = `${service.baseUrl}/v1/company/enrich`;
    const answer = await call(url, { apiKey, body: { companies, fields: ['name'] } });
    await pool.query('alter table company_domain_away rename to company_domain');
    expect(answer.status).toBe(500);
    const { 'POST /v1/company/enrich': figures } = (await reportOf(service.baseUrl)).endpoints;
    expect(figures?.error_rate).toBeCloseTo(1 / (figures?.requests ?? 0));
  });
});

describe('GET /ready', () => {
  it('answers 503 as soon as the shutdown has begun', async () => {
    const service = await startTestService();
    const agent = new Agent({ keepAlive: true });
    const ready = async (): Promise<number> => {
      const [answer] = (await once(get(`${service.baseUrl}/ready`, { agent }), 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode ?? 0;
    };
    expect(await ready()).toBe(200);
    // This is only the beginning of a shutdown. The rest would wait for the end of this connection.
    service.app.get(HealthService, { strict: false }).onModuleDestroy();
    expect(await ready()).toBe(503);
    agent.destroy();
    await service.close();
  });
});

describeWithMounts('GET /health with a full database disk', () => {
  const folder = join(tmpdir(), `full-disk-${process.pid}`);
  const filling = join(folder, 'filling');
  let database: Database;
  let service: TestService;

  beforeAll(async () => {
    await mkdir(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', folder]);
    database = await Database.open({ databaseUrl: null, dataDir: join(folder, 'data') }, silentLog);
    service = await startTestService({
      sharing: { database, databaseUrl: String(database.sessions.connectionString) },
      replace: (module) =>
        module.overrideProvider(DatabaseProbe).useFactory({
          factory: (used: Database) => new DatabaseProbe(used, { refusalMs: 500, trialIntervalMs: 500 }),
          inject: [Database],
        }),
    });
  });

  afterAll(async () => {
    await rm(filling, { force: true });
    await service.close();
    await database.onApplicationShutdown();
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });

  it('the report of /health is degraded as long as the full disk refuses writes, and ok when there is free space again', async () => {
    expect(await reportOf(service.baseUrl)).toMatchObject({ status: 'ok', database: { status: 'ok' } });
    // After this, the free space is smaller than one page of a table.
    await expect(writeFile(filling, Buffer.alloc(500 * 1024 * 1024))).rejects.toThrow('ENOSPC');
    const refusing = { status: 'degraded', database: { status: 'refuses_writes' } };
    await eventually(async () => (await reportOf(service.baseUrl)).status !== 'ok', 60_000);
    expect(await reportOf(service.baseUrl)).toMatchObject(refusing);
    const ready = await call(`${service.baseUrl}/ready`);
    expect([ready.status, ready.body]).toEqual([503, noWrites]);
    await rm(filling);
    await eventually(async () => (await reportOf(service.baseUrl)).status === 'ok', 60_000);
    expect((await call(`${service.baseUrl}/ready`)).status).toBe(200);
  }, 180_000);
});

describe('GET /health with a read-only database', () => {
  it('is degraded after the database has rejected a write', async () => {
    const service = await startTestService({ env: { WORKER: 'off' } });
    try {
      const { apiKey } = await service.issueKey('ours');
      expect((await reportOf(service.baseUrl)).status).toBe('ok');
      const name = new URL(service.databaseUrl).pathname.slice(1);
      await service.database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
      await endSessions(service);
      const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
      const ask = () => call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body });
      // The first request may use a connection that has just ended.
      await ask();
      expect((await ask()).status).toBe(500);
      await eventually(async () => (await reportOf(service.baseUrl)).status === 'degraded');
      expect((await reportOf(service.baseUrl)).database.status).toBe('refuses_writes');
    } finally {
      await service.close();
    }
  });
});

describe('GET /ready with a read-only database', () => {
  it('answers 503 while the database rejects writes, and 200 when it accepts them again', async () => {
    const service = await startTestService({
      env: { WORKER: 'off' },
      replace: (module) =>
        module.overrideProvider(DatabaseProbe).useFactory({
          factory: (used: Database) => new DatabaseProbe(used, { refusalMs: 500, trialIntervalMs: 500 }),
          inject: [Database],
        }),
    });
    const ready = () => call(`${service.baseUrl}/ready`);
    try {
      expect((await ready()).status).toBe(200);
      const name = new URL(service.databaseUrl).pathname.slice(1);
      await service.database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
      await endSessions(service);
      await eventually(async () => (await ready()).status === 503, 60_000);
      expect((await ready()).body).toEqual(noWrites);
      const server = process.env.TEST_SERVER_URL ?? '';
      await execute(server, `alter database ${name} reset default_transaction_read_only`);
      await endSessions(service);
      await eventually(async () => (await ready()).status === 200, 60_000);
    } finally {
      await service.close();
    }
  });
});

describe('GET /health with a queue that answers but cannot work', () => {
  const stateOf = async (service: TestService): Promise<string> => (await reportOf(service.baseUrl)).queue.status;

  it('says that PostgreSQL refuses jobs while a table of the queue is missing, and is ok when the table is there again', async () => {
    const service = await startTestService({ env: { METRICS_PORT: '0' } });
    const ready = () => call(new URL('/ready', metricsUrl(service)).href);
    try {
      await eventually(async () => (await stateOf(service)) === 'ok');
      await service.database.pool.query('alter table bullmq.job rename to job_away');
      await eventually(async () => (await stateOf(service)) === 'refuses_jobs');
      expect((await reportOf(service.baseUrl)).status).toBe('degraded');
      expect((await ready()).status).toBe(503);
      expect((await call(`${service.baseUrl}/ready`)).status).toBe(200);
      await service.database.pool.query('alter table bullmq.job_away rename to job');
      await eventually(async () => (await stateOf(service)) === 'ok');
      expect((await ready()).status).toBe(200);
    } finally {
      await service.close();
    }
  });

  const itWithRedis = RedisServer.isInstalled() ? it : it.skip;

  itWithRedis('says that Redis refuses jobs while Redis takes no writes or forbids scripts', async () => {
    const redis = await RedisServer.start();
    const service = await startTestService({ env: { REDIS_URL: redis.url, METRICS_PORT: '0' } });
    const ready = () => call(new URL('/ready', metricsUrl(service)).href);
    const client = new Redis(redis.url);
    try {
      await eventually(async () => (await stateOf(service)) === 'ok');
      await client.replicaof('127.0.0.1', '1');
      await eventually(async () => (await stateOf(service)) === 'refuses_jobs');
      expect((await ready()).status).toBe(503);
      await client.replicaof('NO', 'ONE');
      await eventually(async () => (await stateOf(service)) === 'ok');
      expect((await ready()).status).toBe(200);
      await client.acl('SETUSER', 'default', '-eval');
      await eventually(async () => (await stateOf(service)) === 'refuses_jobs');
      client.disconnect();
      await redis.kill();
      await eventually(async () => (await stateOf(service)) === 'unreachable');
    } finally {
      client.disconnect();
      await service.close();
      await redis.kill();
    }
  });

  itWithRedis(
    'says that Redis refuses jobs if it is a node of a Redis Cluster, which may have replaced a single server after the start',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
      const args = ['--cluster-enabled', 'yes', '--cluster-config-file', join(folder, 'nodes.conf')];
      const redis = await RedisServer.start(args);
      const service = await startTestService({ env: { REDIS_URL: redis.url } });
      try {
        await eventually(async () => (await stateOf(service)) === 'refuses_jobs');
      } finally {
        await service.close();
        await redis.kill();
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe('GET /health for operators', () => {
  it('answers when the rate limit is exhausted', async () => {
    const service = await startTestService({ env: { RATE_BURST_LIMIT: '1', RATE_PER_SECOND: '1' } });
    try {
      expect((await call(`${service.baseUrl}/nothing`)).status).toBe(404);
      expect((await call(`${service.baseUrl}/nothing`)).status).toBe(429);
      for (let round = 0; round < 5; round += 1) await reportOf(service.baseUrl);
      const { headers } = await call(`${service.baseUrl}/health`);
      expect(headers.has('RateLimit')).toBe(false);
    } finally {
      await service.close();
    }
  });

  it('answers 200 and `degraded` without a database, while GET /ready answers 503', async () => {
    const service = await startTestService();
    try {
      const before = await call(`${service.baseUrl}/ready`);
      expect([before.status, before.body]).toEqual([200, { status: 'ready' }]);
      await cutOffDatabase(service);
      await eventually(async () => (await reportOf(service.baseUrl)).status === 'degraded');
      const report = await reportOf(service.baseUrl);
      expect(report).toMatchObject({ status: 'degraded', database: { status: 'unreachable', latency_ms: null } });
      expect(JSON.stringify({ ...report, endpoints: {} })).not.toMatch(/error|ECONN|password/);
      const after = await call(`${service.baseUrl}/ready`);
      expect([after.status, after.body]).toEqual([
        503,
        { status: 'unavailable', detail: 'The database does not answer' },
      ]);
    } finally {
      await service.close();
    }
  });
});
