import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { createPostgresBackend } from 'bullmq';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config/config.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { openQueue } from '../../src/platform/queue/bull-queues.js';
import { QueueBackend } from '../../src/platform/queue/queue-backend.js';
import type { JobQueue } from '../../src/platform/queue/job-queue.js';
import { AppModule } from '../../src/app.module.js';
import { createService } from '../../src/app/create-service.js';
import { QueryCountService } from '../../src/tenancy/query-fields/query-count.service.js';
import { queueOf } from '../support/prospecting/both-queues.js';
import { eventually } from '../support/service/eventually.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { createTestDatabase } from '../support/service/test-database.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** The service that adds jobs. Other services run them. */
let home: TestService;
const opened: TestService[] = [];
let redis: RedisServer | undefined;
let company: bigint | undefined;

async function open(env: Record<string, string>): Promise<TestService> {
  const service = await startTestService({ sharing: home, env: { WORKER: 'inline', ...env } });
  opened.push(service);
  return service;
}

async function makeWork(): Promise<void> {
  await home.database.pool.query('insert into query_count_due values ($1) on conflict do nothing', [company]);
}

async function isWorkLeft(): Promise<boolean> {
  return ((await home.database.pool.query('select from query_count_due')).rowCount ?? 0) > 0;
}

async function isWorkDone(): Promise<boolean> {
  return !(await isWorkLeft());
}

function jobsOf(service: TestService): JobQueue {
  return queueOf(service, 'upkeep');
}

beforeAll(async () => {
  home = await startTestService({ env: { WORKER: 'off' } });
  [company] = await storeCompanies(home.database, ['acme.example']);
  await home.issueKey('ours');
  const field = { tenantId: 'ours', name: 'people', scope: 'company' as const, definition: {}, countedAt: new Date() };
  await home.database.prisma.queryField.create({ data: field });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()));
});

afterAll(async () => {
  await home.close();
});

function describeJobs(environment: () => Record<string, string>): void {
  it('a worker runs a job of another process at once', async () => {
    const producer = await open({ ...environment(), WORKER: 'off' });
    await open(environment());
    await eventually(isWorkDone);
    await makeWork();
    await jobsOf(producer).add('refresh-query-counts', {});
    await eventually(isWorkDone);
  });

  it('the queue keeps a job of a process with WORKER=off until a worker starts', async () => {
    const producer = await open({ ...environment(), WORKER: 'off' });
    await makeWork();
    await jobsOf(producer).add('refresh-query-counts', {});
    expect(await isWorkLeft()).toBe(true);
    await open(environment());
    await eventually(isWorkDone);
  });

  it('a worker looks for work at its start, without waiting for a job', async () => {
    await makeWork();
    await open(environment());
    await eventually(isWorkDone);
  });

  it('several workers still run jobs after some jobs have failed', async () => {
    const [worker] = [await open(environment()), await open(environment())];
    const jobs = jobsOf(worker);
    await home.database.pool.query('alter table query_count_due rename to away');
    await Promise.all(Array.from({ length: 4 }, () => jobs.add('refresh-query-counts', {})));
    await home.database.pool.query('alter table away rename to query_count_due');
    await makeWork();
    await jobs.add('refresh-query-counts', {});
    await eventually(isWorkDone);
  });

  it('a job whose worker is stopped is run by the next process', async () => {
    const blocker = new pg.Client({ connectionString: home.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table query_count in exclusive mode');
    await makeWork();
    const worker = await open(environment());
    await worker.close();
    opened.splice(0);
    await blocker.end();
    expect(await isWorkLeft()).toBe(true);
    await open(environment());
    await eventually(isWorkDone);
  });
}

describe('The job queue in PostgreSQL', () => {
  describeJobs(() => ({}));

  it('keeps its tables in the schema bullmq', async () => {
    await open({});
    const { rows } = await home.database.pool.query<{ schema: string }>(
      `select distinct table_schema as schema from information_schema.tables where table_name = 'job'`,
    );
    expect(rows).toEqual([{ schema: 'bullmq' }]);
  });

  it('leaves no open connection when the service is closed', async () => {
    const service = await open({});
    await jobsOf(service).add('refresh-query-counts', {});
    await service.close();
    opened.splice(0);
    // These are the sessions of the service `home`, among them the session of this query.
    const known = ['data-access-service', 'data-access-service keys'];
    const others = `select from pg_stat_activity where datname = current_database() and application_name <> all ($1)`;
    await eventually(async () => (await home.database.pool.query(others, [known])).rowCount === 0);
  });
});

describe('The job queue in PostgreSQL with unusable tables', () => {
  it('prevents the start of a process, with a message of one line', async () => {
    const test = await createTestDatabase();
    await test.database.pool.query('create schema bullmq; create table bullmq.migration (version text)');
    const service = await createService(AppModule, readConfig({ DATABASE_URL: test.url }), pino({ level: 'silent' }));
    await expect(service.init()).rejects.toThrow(/^The job queue in PostgreSQL cannot be used: .+$/);
    await service.close();
    await test.drop();
  });
});

describe('The job queue in PostgreSQL, for other processes,', () => {
  it('lets PostgreSQL end a session that is idle within a transaction for five seconds, so that its locks are freed', async () => {
    const service = await open({});
    const queue = openQueue('upkeep', service.app.get(QueueBackend, { strict: false }));
    await queue.waitUntilReady();
    const { pool } = (queue.backend as ReturnType<typeof createPostgresBackend>).connection;
    expect((await pool.query('show idle_in_transaction_session_timeout')).rows).toEqual([
      { idle_in_transaction_session_timeout: '5s' },
    ]);
    await queue.close();
  });
});

const hasRedis = RedisServer.isInstalled();

describe('The job queue in Redis', () => {
  if (!hasRedis) {
    it.skip('(needs redis-server, which is not installed)', () => undefined);
    return;
  }

  beforeEach(async () => {
    redis = await RedisServer.start();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((service) => service.close()));
    await redis?.kill();
  });

  describeJobs(() => ({ REDIS_URL: redis?.url ?? '' }));

  it('does all work that the database says is due, after Redis has lost all jobs', async () => {
    await makeWork();
    const producer = await open({ REDIS_URL: redis?.url ?? '', WORKER: 'off' });
    await jobsOf(producer).add('refresh-query-counts', {});
    await redis?.kill();
    await redis?.restart();
    await open({ REDIS_URL: redis?.url ?? '' });
    await eventually(isWorkDone);
  });

  it('does not prevent a process from ending while Redis hangs', async () => {
    const worker = await open({ REDIS_URL: redis?.url ?? '' });
    await jobsOf(worker).add('refresh-query-counts', {});
    redis?.freeze();
    await worker.close();
    opened.splice(0);
    redis?.thaw();
  });

  it('runs jobs again when Redis is back', async () => {
    const worker = await open({ REDIS_URL: redis?.url ?? '' });
    await eventually(isWorkDone);
    await redis?.kill();
    await redis?.restart();
    await makeWork();
    await eventually(async () => {
      await jobsOf(worker)
        .add('refresh-query-counts', {})
        .catch(() => undefined);
      return isWorkDone();
    }, 20_000);
  });

  it('does not keep the service from counting query fields while Redis is unreachable', async () => {
    const service = await open({ REDIS_URL: redis?.url ?? '', WORKER: 'off' });
    await redis?.kill();
    await makeWork();
    await service.app.get(QueryCountService, { strict: false }).refreshNow();
    expect(await isWorkLeft()).toBe(false);
  });
});
