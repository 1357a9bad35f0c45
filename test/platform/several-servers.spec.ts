import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HealthReport } from '../../src/health/health.dto.js';
import { Database } from '../../src/platform/database/database.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { eventually } from '../support/service/eventually.js';
import { call } from '../support/http/http.js';
import { endOfRun, startRun, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { ReplicatedPostgres } from '../support/outages/replicated-postgres.js';
import { silentLog } from '../support/service/silent-log.js';
import { execute } from '../support/service/test-server.mjs';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { Folders } from './embedded-postgres-support.js';

const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };

function describeIf(isPossible: boolean, name: string, tests: () => void): void {
  if (isPossible) describe(name, tests);
  else describe.skip(`${name} (skipped: the servers are not installed)`, tests);
}

describeIf(ReplicatedPostgres.isInstalled(), 'A service with several servers in DATABASE_URL succeeds', () => {
  let first: ReplicatedPostgres;
  let second: ReplicatedPostgres;
  let database: Database;
  let service: TestService;
  let client: { readonly baseUrl: string; readonly apiKey: string };

  const enrich = async () =>
    (await call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body })).status;
  const readiness = async () => (await call(`${client.baseUrl}/ready`)).status;

  beforeAll(async () => {
    first = await ReplicatedPostgres.startPrimary();
    await execute(first.url(), 'create database service');
    second = await first.startStandby();
    const url = `postgresql://das@127.0.0.1:${second.port},127.0.0.1:${first.port}/service?target_session_attrs=read-write`;
    database = await Database.open({ databaseUrl: url, dataDir: '' }, silentLog);
    service = await startTestService({ sharing: { database, databaseUrl: url }, env: { WORKER: 'inline' } });
    client = await service.clientOf('acme');
    await storeKnownCompany(service);
  });

  afterAll(async () => {
    await service.close();
    await database.onApplicationShutdown();
    await Promise.all([first.close(), second.close()]);
  });

  it('of the servers in DATABASE_URL, the service uses the one that takes writes', async () => {
    expect([await enrich(), await readiness()]).toEqual([200, 200]);
  });

  it('the service uses the other server after a failover without being restarted, and is not ready in between', async () => {
    await first.stop();
    await eventually(async () => (await readiness()) === 503);
    expect(await enrich()).toBe(500);
    await second.promote();
    await eventually(async () => (await enrich()) === 200, 60_000);
    await eventually(async () => (await readiness()) === 200, 60_000);
    expect(await endOfRun(client, await startRun(client), 60_000)).toMatchObject({ status: 'success' });
    const { keyId, apiKey } = await service.issueKey('acme');
    const ask = async () => (await call(`${service.baseUrl}/v1/me`, { apiKey })).status;
    expect(await ask()).toBe(200);
    await execute(second.url('service'), `update api_key set revoked_at = now() where id = '${keyId}'`);
    await eventually(async () => (await ask()) === 401);
    expect(await creditDiscrepancies(database.pool)).toEqual([]);
  });

  it('the service changes to the server that takes writes when the other one refuses writes but keeps its connections open', async () => {
    await first.close();
    first = await second.startStandby();
    const moved = `postgresql://das@127.0.0.1:${second.port},127.0.0.1:${first.port}/service`;
    const other = await startTestService({ sharing: { database, databaseUrl: moved } });
    const ask = async () => (await call(`${other.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body })).status;
    expect(await ask()).toBe(200);
    await first.promote();
    await execute(second.url(), 'alter system set default_transaction_read_only = on');
    await execute(second.url(), 'select pg_reload_conf()');
    await eventually(async () => (await ask()) === 200 && (await ask()) === 200, 60_000);
    const { rows } = await execute(
      first.url('service'),
      `select count(*)::int as used from pg_stat_activity where application_name = 'data-access-service' and datname = 'service'`,
    );
    expect(rows).not.toEqual([{ used: 0 }]);
    await other.close();
  });
});

describeIf(ReplicatedPostgres.isInstalled(), 'A service with a read replica succeeds', () => {
  let primary: ReplicatedPostgres;
  let replica: ReplicatedPostgres;
  let database: Database;
  let service: TestService;
  let client: { readonly baseUrl: string; readonly apiKey: string };

  const enrich = async () => call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body });
  const health = async () => (await call(`${client.baseUrl}/health`)).body as HealthReport;

  beforeAll(async () => {
    primary = await ReplicatedPostgres.startPrimary();
    await execute(primary.url(), 'create database service');
    replica = await primary.startStandby();
    const url = primary.url('service');
    database = await Database.open({ databaseUrl: url, dataDir: '' }, silentLog);
    service = await startTestService({
      sharing: { database, databaseUrl: url },
      env: { DATABASE_READ_URL: replica.url('service') },
    });
    client = await service.clientOf('acme');
    await storeKnownCompany(service);
    await eventually(async () => JSON.stringify((await enrich()).body).includes('"matched":true'));
  });

  afterAll(async () => {
    await service.close();
    await database.onApplicationShutdown();
    await Promise.all([primary.close(), replica.close()]);
  });

  it('the service answers with old data while the replica lags, and with new data afterwards', async () => {
    await replica.setReplay('pause');
    await execute(primary.url('service'), `update company set name = 'Acme New'`);
    expect((await enrich()).body).toMatchObject({ results: [{ data: { name: 'Acme' } }] });
    await replica.setReplay('resume');
    await eventually(async () => JSON.stringify((await enrich()).body).includes('Acme New'));
  });

  it('the service answers with an error and without a charge while the replica is unreachable, and works again afterwards', async () => {
    const before = (await database.pool.query('select posted from credit_account')).rows;
    await replica.stop();
    expect((await enrich()).status).toBe(500);
    await eventually(async () => (await health()).database_replica?.status === 'unreachable');
    expect((await database.pool.query('select posted from credit_account')).rows).toEqual(before);
    await replica.start();
    await eventually(async () => (await enrich()).status === 200);
    await eventually(async () => (await health()).status === 'ok');
    expect(await creditDiscrepancies(database.pool)).toEqual([]);
  });
});

describeIf(RedisServer.isInstalled(), 'A service with Redis behind sentinels succeeds', () => {
  const folders = new Folders();
  /** The limit is so high that no test reaches it while it asks again and again for the end of a run, even on a slow machine. */
  const limit = 100_000;
  let master: RedisServer;
  let replica: RedisServer;
  let sentinel: RedisServer;
  let service: TestService;
  let client: { readonly baseUrl: string; readonly apiKey: string };

  const me = async () => (await call(`${client.baseUrl}/v1/me`, { apiKey: client.apiKey })).status;
  /** Whether a Redis takes writes (`master`) or replicates another one (`slave`). */
  const roleOf = async ({ url }: RedisServer) => {
    const connection = new Redis(url, { retryStrategy: () => null });
    connection.on('error', () => undefined);
    const [role] = (await connection.call('role').catch(() => [''])) as [string];
    connection.disconnect();
    return role;
  };
  const queue = async () => ((await call(`${client.baseUrl}/health`)).body as HealthReport).queue.status;

  beforeAll(async () => {
    master = await RedisServer.start();
    const { hostname, port } = new URL(master.url);
    replica = await RedisServer.start(['--replicaof', hostname, port]);
    sentinel = await RedisServer.startSentinel(await folders.make(), master);
    service = await startTestService({
      env: {
        REDIS_URL: `redis+sentinel://127.0.0.1:1,127.0.0.1:${new URL(sentinel.url).port}/das-master`,
        ...{ RATE_BURST_LIMIT: String(limit), RATE_BURST_WINDOW_SECONDS: '600', WORKER: 'inline' },
        RATE_PER_SECOND: String(limit),
      },
    });
    client = await service.clientOf('acme');
    await storeKnownCompany(service);
    await eventually(async () => (await queue()) === 'ok');
  });

  afterAll(async () => {
    await service.close();
    await Promise.all([master.kill(), replica.kill(), sentinel.kill()]);
    await folders.remove();
  });

  it('the service answers requests and runs jobs with a Redis behind sentinels', async () => {
    expect(await me()).toBe(200);
    expect(await endOfRun(client, await startRun(client), 30_000)).toMatchObject({ status: 'success' });
  });

  it('the service uses the Redis replica without being restarted, when the sentinels have made it the master', async () => {
    await master.kill();
    // Until the replica has become the master, each process counts its own requests.
    expect(await me()).toBe(200);
    await eventually(async () => (await roleOf(replica)) === 'master', 60_000);
    await eventually(async () => (await queue()) === 'ok', 60_000);
    await eventually(
      async () =>
        (
          await call(`${client.baseUrl}/v1/prospecting/start`, {
            apiKey: client.apiKey,
            body: { network_url: 'https://www.network.com/company/acme' },
          })
        ).status !== 502,
      10_000,
    );
  });
});
