import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { JobQueue } from '../../src/platform/queue/job-queue.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { RunReconciliationTimer } from '../../src/prospecting/run/run-reconciliation.timer.js';
import { describeOnBothQueues, queueOf } from '../support/prospecting/both-queues.js';
import { usedCredits } from '../support/credits/credits.js';
import type { Answer } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import {
  askResults,
  endOfRun,
  deleteRuns,
  jobOf,
  start,
  startRun,
  storeKnownCompany,
  storedRuns,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

const refused = [502, { detail: { status: 'PROSPECTING_UPSTREAM_ERROR', upstream_status: 503 } }];
const late = [
  504,
  { detail: { status: 'PROSPECTING_UPSTREAM_TIMEOUT', message: expect.stringContaining('did not answer') as unknown } },
];

/** The answer to a start of which the service does not know whether it took effect. */
const unknown = [
  504,
  {
    detail: {
      status: 'PROSPECTING_UPSTREAM_TIMEOUT',
      message: expect.stringContaining('the start may have taken effect') as unknown,
    },
  },
];

describeOnBothQueues('Prospecting protects itself from a queue that fails', (queue) => {
  let service: TestService;
  let client: ProspectingClient;

  beforeAll(async () => {
    const env = { ...queue.env, WORKER: 'off', PROSPECTING_UPSTREAM_TIMEOUT_MS: '400' };
    service = await startTestService({ env });
    await storeKnownCompany(service);
    client = await service.clientOf('ours');
  });

  beforeEach(async () => {
    // The service may detect the recovery with a delay.
    await eventually(async () => (await start(client)).status === 202, 60_000);
    await deleteRuns(service);
    await service.database.pool.query(
      "update credit_hold set expires_at = now() - interval '1 minute' where state = 'pending'",
    );
    await service.database.pool.query('select credit_sweep(1000)');
  });

  afterAll(() => service.close());

  const expectNothingStarted = async (answer: Answer, what: unknown[]): Promise<void> => {
    expect([answer.status, answer.body]).toEqual(what);
    expect(await storedRuns(service)).toEqual([]);
    expect(await pendingHolds(service)).toEqual([]);
    expect((await usedCredits(service.database, 'ours')).prospecting?.reserved).toBe(0);
  };

  it('the service says that a run may have started when its connection to the database breaks during the commit', async () => {
    const { pool } = service.database;
    await pool.query(`create function end_session() returns trigger language plpgsql
                      as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`);
    await pool.query(`create constraint trigger ends_session after insert on prospecting_job
                      deferrable initially deferred for each row execute function end_session()`);
    try {
      const answer = await start(client);
      expect([answer.status, answer.body]).toEqual(unknown);
    } finally {
      await pool.query('drop function end_session cascade');
    }
  });

  if (queue.kind === 'postgres') {
    it('the service starts no run when the queue in PostgreSQL rejects the job', async () => {
      await service.database.pool.query('alter table bullmq.job rename to away');
      try {
        await expectNothingStarted(await start(client), refused);
      } finally {
        await service.database.pool.query('alter table bullmq.away rename to job');
      }
    });

    it('the service starts no run when the queue in PostgreSQL does not answer', async () => {
      const session = new pg.Client({ connectionString: service.databaseUrl });
      await session.connect();
      try {
        await session.query('begin; lock table bullmq.job in access exclusive mode');
        await expectNothingStarted(await start(client), late);
      } finally {
        await session.end();
      }
    });
    return;
  }

  const redis = async (command: (admin: Redis) => Promise<unknown>): Promise<void> => {
    const admin = new Redis(queue.redis.url);
    await command(admin);
    admin.disconnect();
  };

  it('the service starts no run when the queue in Redis is unreachable', async () => {
    await queue.redis.kill();
    try {
      await expectNothingStarted(await start(client), refused);
    } finally {
      await queue.redis.restart();
    }
  });

  it('the service starts no run when the queue in Redis hangs', async () => {
    queue.redis.freeze();
    try {
      await expectNothingStarted(await start(client), late);
    } finally {
      queue.redis.thaw();
    }
  });

  it('the service starts no run when the queue in Redis rejects the job', async () => {
    await redis((admin) => admin.config('SET', 'maxmemory', '1'));
    try {
      await expectNothingStarted(await start(client), refused);
    } finally {
      await redis((admin) => admin.config('SET', 'maxmemory', '0'));
    }
  });

  it('the service starts no run when the queue in Redis does not answer a request', async () => {
    await redis((admin) => admin.call('CLIENT', 'PAUSE', '60000', 'WRITE'));
    try {
      await expectNothingStarted(await start(client), late);
    } finally {
      await redis((admin) => admin.call('CLIENT', 'UNPAUSE'));
    }
  });

  it('the service keeps a run that a worker has claimed, although its job cannot be added to the queue', async () => {
    await redis((admin) => admin.call('CLIENT', 'PAUSE', '60000', 'WRITE'));
    try {
      const answer = start(client);
      await eventually(async () => (await storedRuns(service)).length === 1);
      await service.database.pool.query('update prospecting_job set attempt = 1');
      expect((await answer).status).toBe(202);
      expect(await storedRuns(service)).toHaveLength(1);
    } finally {
      await redis((admin) => admin.call('CLIENT', 'UNPAUSE'));
    }
  });

  it('the service says that a run may have started when neither Redis nor the database can be changed', async () => {
    const { pool } = service.database;
    await redis((admin) => admin.call('CLIENT', 'PAUSE', '60000', 'WRITE'));
    await pool.query(`create function refuse() returns trigger language plpgsql
                      as 'begin raise exception ''no change''; end'`);
    await pool.query('create trigger refuses before delete on prospecting_job execute function refuse()');
    try {
      const answer = await start(client);
      expect([answer.status, answer.body]).toEqual(unknown);
      expect(await storedRuns(service)).toHaveLength(1);
    } finally {
      await pool.query('drop function refuse cascade');
      await redis((admin) => admin.call('CLIENT', 'UNPAUSE'));
    }
  });

  it('the service returns jobs and their results while the queue in Redis is unreachable', async () => {
    const id = await startRun(client);
    await queue.redis.kill();
    try {
      expect((await jobOf(client, id)).status).toBe('running');
      expect((await askResults(client, id)).status).toBe(200);
    } finally {
      await queue.redis.restart();
    }
  });

  it('runs are delayed but not lost when the queue loses all its jobs', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => startRun(client)));
    await redis((admin) => admin.flushall());
    const worker = await startTestService({ sharing: service, env: { ...queue.env, WORKER: 'inline' } });
    for (const id of ids) expect((await endOfRun(client, id, 20_000)).status).toBe('success');
    const more = await startRun(client);
    await redis((admin) => admin.flushall());
    expect((await endOfRun(client, more, 20_000)).status).toBe('success');
    await worker.close();
  });
});

describe('A job that is added in a transaction', () => {
  let service: TestService;
  const queue = (): JobQueue => queueOf(service, 'prospecting');

  const stored = async (): Promise<object[]> => {
    const { rows } = await service.database.pool.query<{ job: object }>(
      `select to_jsonb(job) - '{id,seq,added_at_ms}'::text[] as job from bullmq.job where queue = 'prospecting' order by seq`,
    );
    return rows.map(({ job }) => job);
  };

  beforeAll(async () => {
    service = await startTestService({ env: { WORKER: 'off' } });
    await queue().prepare(10_000);
  });

  afterEach(async () => {
    await service.database.pool.query('delete from bullmq.job');
  });

  afterAll(() => service.close());

  it('has the same form as a job that the library adds', async () => {
    await queue().add('run-prospecting', { runId: 42 });
    await inTransaction(service.database.pool, (client) => queue().addWithin(client, 'run-prospecting', { runId: 42 }));
    const [own, within, ...others] = await stored();
    expect(others).toEqual([]);
    expect(within).toEqual(own);
  });

  it('is added again for the same run if the job is lost while the run waits for a worker', async () => {
    const { apiKey } = await service.issueKey('ours');
    const runId = await startRun({ baseUrl: service.baseUrl, apiKey });
    const [first] = await stored();
    await service.database.pool.query('delete from bullmq.job');
    const timer = await ofWorker(service, RunReconciliationTimer);
    await timer.round(new AbortController().signal);
    expect(await stored()).toEqual([first]);
    expect(first).toMatchObject({ name: 'run-prospecting', data: { runId } });
  });

  it('is not added if the transaction is rolled back', async () => {
    const giveUp = inTransaction(service.database.pool, async (client) => {
      await queue().addWithin(client, 'run-prospecting', { runId: 42 });
      throw new Error('given up');
    });
    await expect(giveUp).rejects.toThrow('given up');
    expect(await stored()).toEqual([]);
  });
});

async function pendingHolds({ database }: TestService): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>(
    "select *, clock_timestamp() as now from credit_hold where state = 'pending'",
  );
  return rows;
}
