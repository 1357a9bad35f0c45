import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { call } from '../support/http/http.js';
import { PgBouncer, type PoolMode } from '../support/outages/pgbouncer.js';
import { runProgram, singleLine } from '../support/service/programs.js';
import { endOfRun, knownCompany, startRun, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { execute } from '../support/service/test-server.mjs';
import { startTestService, type TestService } from '../support/service/test-service.js';

const server = (): string => process.env.TEST_SERVER_URL ?? '';

function describeWithPgBouncer(name: string, tests: () => void): void {
  if (PgBouncer.isInstalled()) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no pgbouncer)`, tests);
}

/** A PgBouncer before version 1.21 does not keep prepared statements if it works by transaction. */
const settingsFor = (mode: PoolMode): Record<string, string> =>
  mode === 'transaction' ? { DATABASE_PREPARED: 'off' } : {};

for (const mode of ['session', 'transaction'] as const) {
  describeWithPgBouncer(`A service behind a PgBouncer that works by ${mode} succeeds`, () => {
    let home: TestDatabase;
    let pooler: PgBouncer;
    let service: TestService;
    let client: { readonly baseUrl: string; readonly apiKey: string };
    const env = () => ({ DATABASE_DIRECT_URL: home.url, ...settingsFor(mode) });
    const commands = new CommandLine(() => ({ DATABASE_URL: pooler.urlOf(home.url), ...env() }));

    beforeAll(async () => {
      home = await createTestDatabase();
      pooler = await PgBouncer.start(server(), mode);
      service = await startTestService({
        sharing: { database: home.database, databaseUrl: pooler.urlOf(home.url) },
        env: { ...env(), WORKER: 'inline' },
      });
      client = await service.clientOf('acme');
    });

    afterAll(async () => {
      await service.close();
      await pooler.close();
      await home.drop();
    });

    it('behind the pooler, companies are imported and enrichments are charged', async () => {
      const record = JSON.stringify({ website: 'pooled.example', name: 'Pooled' });
      expect(await commands.answerOf(['import', 'companies', '-'], { stdin: record })).toMatchObject({ inserted: 1 });
      const body = { companies: [{ website: 'pooled.example' }], fields: ['name'] };
      const ask = () => call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body });
      const answers = await Promise.all(Array.from({ length: 40 }, ask));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers[0]?.body).toMatchObject({ results: [{ matched: true, data: { name: 'Pooled' } }] });
      expect(await usedCredits(home.database, 'acme')).toMatchObject({ data_access: { charged: 40, reserved: 0 } });
      expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
    });

    it('behind the pooler, the service returns its stored answer to a retry with the same idempotency key', async () => {
      const body = { companies: [{ website: 'pooled.example' }], fields: ['name'] };
      const headers = { 'Idempotency-Key': 'one' };
      const ask = () => call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body, headers });
      const [first, second] = [await ask(), await ask()];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
    });

    it('behind the pooler, the service runs prospecting with the queue in PostgreSQL, and counts query fields', async () => {
      await storeKnownCompany(service);
      await commands.answerOf(['query', 'set', 'acme', 'everybody', '--scope', 'company', '--definition', '{}']);
      expect(await endOfRun(client, await startRun(client), 30_000)).toMatchObject({ status: 'success' });
      const body = { companies: [{ network_url: knownCompany }], fields: ['everybody'] };
      const ask = () => call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body });
      await eventually(async () => JSON.stringify((await ask()).body).includes('"everybody":3'), 60_000);
    });

    it('behind the pooler, the service soon refuses a key that was revoked', async () => {
      const { keyId, apiKey } = await service.issueKey('acme');
      const ask = async () => (await call(`${service.baseUrl}/v1/me`, { apiKey })).status;
      expect(await ask()).toBe(200);
      await commands.answerOf(['key', 'revoke', keyId]);
      await eventually(async () => (await ask()) === 401);
    });

    it('the service works again after the pooler was killed and started again', async () => {
      const body = { companies: [{ website: 'pooled.example' }], fields: ['name'] };
      const ask = async () =>
        (await call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body })).status;
      await pooler.kill();
      expect(await ask()).toBe(500);
      await pooler.restart();
      await eventually(async () => (await ask()) === 200);
      expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
    });

    it('the database role of the service has the time zone, the styles of values and the timeouts that its sessions need', async () => {
      const { rows } = await home.database.pool.query<{ settings: string[] }>(
        `select setconfig as settings from pg_db_role_setting
          where setdatabase = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows[0]?.settings.sort()).toEqual([
        'DateStyle=ISO, MDY',
        'IntervalStyle=postgres',
        'TimeZone=UTC',
        'extra_float_digits=1',
        'idle_in_transaction_session_timeout=10000',
        'statement_timeout=30000',
      ]);
    });
  });
}

describeWithPgBouncer('A service behind a PgBouncer with unsuitable settings', () => {
  let home: TestDatabase;
  const poolers: PgBouncer[] = [];

  async function pooled(mode: PoolMode, url = home.url): Promise<string> {
    const pooler = await PgBouncer.start(server(), mode);
    poolers.push(pooler);
    return pooler.urlOf(url);
  }

  async function start(env: Record<string, string>): Promise<unknown> {
    return runProgram(['dist/main.js'], { env: { PORT: '0', SEED: 'off', ...env } });
  }

  const refusal = (words: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });

  beforeAll(async () => {
    home = await createTestDatabase();
  });

  afterAll(async () => {
    await Promise.all(poolers.map((pooler) => pooler.close()));
    await home.drop();
  });

  it('the service does not start without DATABASE_DIRECT_URL if the pooler works by transaction', async () => {
    const ended = await start({ DATABASE_URL: await pooled('transaction'), REDIS_URL: 'redis://127.0.0.1:1' });
    expect(ended).toEqual(
      refusal(/^DATABASE_URL leads to a pooler that works by transaction: set DATABASE_DIRECT_URL to /),
    );
  });

  it('the service does not start if DATABASE_DIRECT_URL also leads to a pooler that works by transaction', async () => {
    const url = await pooled('transaction');
    const ended = await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: url });
    expect(ended).toEqual(
      refusal(/^DATABASE_DIRECT_URL leads to a pooler that works by transaction: set it to PostgreSQL /),
    );
  });

  it('the service does not start without DATABASE_PREPARED=off if the pooler does not keep prepared statements', async () => {
    const ended = await start({ DATABASE_URL: await pooled('transaction'), DATABASE_DIRECT_URL: home.url });
    expect(ended).toEqual(
      refusal(/^The pooler of DATABASE_URL does not keep prepared statements: set DATABASE_PREPARED=off/),
    );
  });

  it('the service does not start without DATABASE_DIRECT_URL if its job queue is in PostgreSQL, even if the pooler works by session', async () => {
    const ended = await start({ DATABASE_URL: await pooled('session') });
    expect(ended).toEqual(
      refusal(/the job queue in PostgreSQL cannot work: set DATABASE_DIRECT_URL .*, or REDIS_URL /),
    );
  });

  it('the service does not start if DATABASE_DIRECT_URL leads to another database than DATABASE_URL', async () => {
    const other = await createTestDatabase();
    const env = { DATABASE_URL: await pooled('session'), DATABASE_DIRECT_URL: other.url };
    expect(await start(env)).toEqual(refusal(/DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/));
    await other.drop();
  });

  it('the service does not start if the sessions of the pooler are not in UTC, and prints the statement that changes that', async () => {
    const url = await pooled('session');
    await execute(home.url, `alter database ${home.name} set timezone = 'Europe/Berlin'`);
    await execute(home.url, `alter role current_user in database ${home.name} reset all`);
    const ended = await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: home.url, MIGRATE: 'off' });
    expect(ended).toEqual(
      refusal(
        /have TimeZone=Europe\/Berlin, .* Run: alter role .* set TimeZone = 'UTC'; .* in PgBouncer with RECONNECT/,
      ),
    );
  });
});

describeWithPgBouncer('A service behind a PgBouncer that works by session, with its jobs in Redis', () => {
  (RedisServer.isInstalled() ? it : it.skip)('needs no DATABASE_DIRECT_URL', async () => {
    const [home, redis] = [await createTestDatabase(), await RedisServer.start()];
    const pooler = await PgBouncer.start(server(), 'session');
    const service = await startTestService({
      sharing: { database: home.database, databaseUrl: pooler.urlOf(home.url) },
      env: { REDIS_URL: redis.url, WORKER: 'inline' },
    });
    await storeKnownCompany(service);
    const client = await service.clientOf('acme');
    expect(await endOfRun(client, await startRun(client), 30_000)).toMatchObject({ status: 'success' });
    await service.close();
    await Promise.all([pooler.close(), redis.kill()]);
    await home.drop();
  });
});
