import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { lockStatement } from '../../src/platform/database/advisory-locks.js';
import { RunSql } from '../../src/prospecting/run/run.sql.js';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import {
  endOfRun,
  deleteRuns,
  jobOf,
  onlyRun,
  reconcile,
  resultsOf,
  RunBlock,
  startRun,
  storeKnownCompany,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

/** How long the tests wait until another worker has done the run of a lost worker, in milliseconds. */
const recoveryMs = 60_000;

describeOnBothQueues('A run', (queue) => {
  /** The service that answers the requests. Other services work on the runs. */
  let home: TestService;
  let client: ProspectingClient;
  const workers: TestService[] = [];
  const standstills: RunBlock[] = [];

  const openWorker = async (env: Record<string, string> = {}): Promise<TestService> => {
    const worker = await startTestService({
      sharing: home,
      env: { ...queue.env, WORKER: 'inline', PROSPECTING_LEASE_SECONDS: '2', ...env },
    });
    workers.push(worker);
    return worker;
  };
  const holdUp = async (): Promise<RunBlock> => {
    const standstill = await RunBlock.begin(home);
    standstills.push(standstill);
    return standstill;
  };
  const change = async (sql: string): Promise<void> => {
    await home.database.pool.query(sql);
  };
  const isUnderWay = async (): Promise<boolean> => (await onlyRun(home)).isLeased;
  const credits = async () => (await usedCredits(home.database, 'ours')).prospecting;

  beforeAll(async () => {
    home = await startTestService({ env: { ...queue.env, WORKER: 'off' } });
    await storeKnownCompany(home);
    client = { baseUrl: home.baseUrl, apiKey: (await home.issueKey('ours')).apiKey };
  });

  let chargedBefore = 0;

  beforeEach(async () => {
    await deleteRuns(home);
    await change(`update credit_hold set expires_at = now() where state = 'pending'; select credit_sweep(1000)`);
    chargedBefore = (await credits())?.charged ?? 0;
  });

  afterEach(async () => {
    await Promise.all(standstills.splice(0).map((standstill) => standstill.end()));
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  });

  afterAll(() => home.close());

  describe('succeeds', () => {
    it('a run has no results while it is running', async () => {
      await holdUp();
      await openWorker();
      const id = await startRun(client);
      await eventually(isUnderWay);
      expect(await jobOf(client, id)).toMatchObject({ status: 'running', run_end_time: null, failure_reason: null });
      expect(await resultsOf(client, id)).toEqual({
        job_id: id,
        status: 'running',
        total_results: 0,
        resulting_prospects: [],
        metadata: null,
      });
      expect(await credits()).toEqual({ charged: chargedBefore, reserved: 1 });
    });

    it('a run is continued by another process as soon as its process is stopped, which counts neither as a loss nor as a failure', async () => {
      const standstill = await holdUp();
      const first = await openWorker({ PROSPECTING_LEASE_SECONDS: '600' });
      const id = await startRun(client);
      await eventually(isUnderWay);
      const closing = first.close();
      workers.splice(0);
      await eventually(async () => !(await isUnderWay()));
      await standstill.end();
      await closing;
      await openWorker({ PROSPECTING_LEASE_SECONDS: '600' });
      expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
      expect(await onlyRun(home)).toMatchObject({ attempt: 2, losses: 0, failures: 0 });
      expect(await credits()).toEqual({ charged: chargedBefore + 1, reserved: 0 });
    });

    it('a run is continued in another process when its lease ends, and the lost worker is counted', async () => {
      const id = await startRun(client);
      await change(`update prospecting_job set attempt = 1, lease_until = now() - interval '1 second'`);
      await openWorker();
      expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
      expect(await onlyRun(home)).toMatchObject({ attempt: 2, losses: 1 });
    });

    it('the lease of a run is renewed while a worker works on the run', async () => {
      const standstill = await holdUp();
      await openWorker({ PROSPECTING_LEASE_SECONDS: '1' });
      const id = await startRun(client);
      await eventually(isUnderWay);
      await eventually(async () => Date.now() - Date.parse((await jobOf(client, id)).run_start_time) > 2_000);
      expect(await onlyRun(home)).toMatchObject({ status: 'running', attempt: 1, isLeased: true });
      await standstill.end();
      expect((await endOfRun(client, id)).status).toBe('success');
    });
  });

  describe('protects itself', () => {
    it('a run is not claimed by a process that is stopping', async () => {
      const id = await startRun(client);
      const runs = await ofWorker(home, RunSql);
      const ending = new AbortController();
      const otherClaim = new pg.Client({ connectionString: home.databaseUrl });
      await otherClaim.connect();
      try {
        await otherClaim.query(`begin; ${lockStatement({ name: 'runClaim', mode: 'alone' })}`);
        const claimed = runs.claim(2, 600, ending.signal);
        await eventually(async () => (await sessionsWaiting(home)) > 0);
        ending.abort(new Error('the process is stopping'));
        await otherClaim.query('commit');
        expect(await claimed).toBeNull();
      } finally {
        await otherClaim.end();
      }
      expect(await onlyRun(home)).toMatchObject({ id, attempt: 0, isLeased: false });
    });

    it('a run is not ended by a worker after another worker has claimed it', async () => {
      const standstill = await holdUp();
      const worker = await openWorker({ PROSPECTING_LEASE_SECONDS: '600' });
      const id = await startRun(client);
      await eventually(isUnderWay);
      await change(`update prospecting_job set attempt = attempt + 1, lease_until = now() + interval '1 hour'`);
      await standstill.end();
      await eventually(async () => (await sessionsWaiting(home)) === 0);
      expect(await onlyRun(home)).toMatchObject({ status: 'running', attempt: 2 });
      expect((await home.database.pool.query('select from prospect')).rowCount).toBe(0);
      expect(await credits()).toEqual({ charged: chargedBefore, reserved: 1 });
      await change(`update prospecting_job set lease_until = null`);
      await reconcile(worker);
      expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
      expect(await onlyRun(home)).toMatchObject({ attempt: 3 });
      expect((await resultsOf(client, id)).total_results).toBe(3);
      expect(await credits()).toEqual({ charged: chargedBefore + 1, reserved: 0 });
    });
  });

  describe('protects its credit', () => {
    it('a run ends as failed after the fifth lost worker, and releases its credit', async () => {
      const id = await startRun(client);
      await change(`update prospecting_job set attempt = 5, losses = 4, lease_until = now() - interval '1 second'`);
      await openWorker();
      expect(await endOfRun(client, id, recoveryMs)).toMatchObject({ status: 'failed', failure_reason: 'Worker lost' });
      expect(await credits()).toEqual({ charged: chargedBefore, reserved: 0 });
    });

    it('a run ends as failed at the time limit, and releases its credit', async () => {
      await holdUp();
      await openWorker({ PROSPECTING_RUN_SECONDS: '1' });
      const id = await startRun(client);
      const job = await endOfRun(client, id);
      expect(job).toMatchObject({ status: 'failed', failure_reason: 'Timed out after 1 second' });
      expect(await credits()).toEqual({ charged: chargedBefore, reserved: 0 });
    });

    it('a run ends as failed after the fifth failed attempt, and its reason contains no details', async () => {
      await change('alter table company rename to away');
      try {
        const worker = await openWorker();
        const id = await startRun(client);
        await eventually(async () => (await onlyRun(home)).failures === 1);
        expect(await onlyRun(home)).toMatchObject({ status: 'running', attempt: 1, losses: 0, isLeased: false });
        await change('update prospecting_job set failures = 4, not_before = null');
        await reconcile(worker);
        const job = await endOfRun(client, id, recoveryMs);
        expect(job).toMatchObject({ status: 'failed', failure_reason: 'Internal failure' });
        expect(await credits()).toEqual({ charged: chargedBefore, reserved: 0 });
      } finally {
        await change('alter table away rename to company');
      }
    });

    it('a run ends as failed if it still waits for a worker, or is not finished, a week after its start', async () => {
      const waiting = await startRun(client);
      const begun = await startRun(client);
      await change(
        `update prospecting_job set run_start_time = now() - interval '8 days', attempt = (id = ${begun})::int`,
      );
      await openWorker();
      expect((await endOfRun(client, waiting)).failure_reason).toBe('Not started within 7 days');
      expect((await endOfRun(client, begun)).failure_reason).toBe('Not finished within 7 days');
      expect(await credits()).toEqual({ charged: chargedBefore, reserved: 0 });
    });

    it('a run ends as failed if the reservation of its credit has expired', async () => {
      const standstill = await holdUp();
      await openWorker();
      const id = await startRun(client);
      await eventually(isUnderWay);
      await change(`update credit_hold set expires_at = now() where state = 'pending'; select credit_sweep(1000)`);
      await standstill.end();
      expect(await endOfRun(client, id)).toMatchObject({ status: 'failed', failure_reason: 'Internal failure' });
      expect((await resultsOf(client, id)).total_results).toBe(0);
    });
  });
});

/** The number of sessions that wait for a lock of the test. */
async function sessionsWaiting({ database }: TestService): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
