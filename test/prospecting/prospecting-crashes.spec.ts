import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { RunningService } from '../support/service/programs.js';
import {
  endOfRun,
  deleteRuns,
  onlyRun,
  resultsOf,
  RunBlock,
  start,
  startRun,
  storeKnownCompany,
  storedRuns,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

jest.setTimeout(300_000);

/** How long the tests wait until another worker has done the run of a killed worker, in milliseconds. */
const recoveryMs = 60_000;

describeOnBothQueues('A prospecting run whose process is killed, paused or stopped', (queue) => {
  let home: TestService;
  let client: ProspectingClient;
  let chargedBefore = 0;
  const programs: RunningService[] = [];
  const workers: Promise<TestService>[] = [];
  const standstills: RunBlock[] = [];

  const env = (more: Record<string, string>): Record<string, string> => ({
    DATABASE_URL: home.databaseUrl,
    SEED: 'off',
    PROSPECTING_LEASE_SECONDS: '2',
    ...queue.env,
    ...more,
  });
  const credits = async () => (await usedCredits(home.database, 'ours')).prospecting;
  const openWorker = async (): Promise<void> => {
    const worker = startTestService({
      sharing: home,
      env: { ...queue.env, WORKER: 'inline', PROSPECTING_LEASE_SECONDS: '2' },
    });
    workers.push(worker);
    await worker;
  };
  const closeWorkers = async (): Promise<void> => {
    for (const starting of await Promise.allSettled(workers.splice(0))) {
      if (starting.status === 'fulfilled') await starting.value.close();
    }
  };
  const holdUp = async (): Promise<RunBlock> => {
    const standstill = await RunBlock.begin(home);
    standstills.push(standstill);
    return standstill;
  };
  /** A process that serves requests and ends at a fail point. */
  const openDoomedApi = async (point: string): Promise<ProspectingClient> => {
    const program = await RunningService.start(env({ WORKER: 'off', FAILPOINTS: `${point}=1` }));
    programs.push(program);
    return { baseUrl: program.baseUrl, apiKey: client.apiKey };
  };
  const launchWorker = (more: Record<string, string>): RunningService => {
    const program = RunningService.launch(env({ WORKER: 'off', ...more }), ['dist/worker.js']);
    programs.push(program);
    return program;
  };

  beforeAll(async () => {
    home = await startTestService({ env: { ...queue.env, WORKER: 'off' } });
    await storeKnownCompany(home);
    client = { baseUrl: home.baseUrl, apiKey: (await home.issueKey('ours')).apiKey };
  });

  beforeEach(async () => {
    await deleteRuns(home);
    await home.database.pool.query('update credit_hold set expires_at = now() where resolved_at is null');
    await home.database.pool.query('select credit_sweep(1000)');
    chargedBefore = (await credits())?.charged ?? 0;
  });

  // This also runs after a timeout of the test. Otherwise the next tests would meet the locks and the workers of this test.
  afterEach(async () => {
    await Promise.all(standstills.splice(0).map((standstill) => standstill.end()));
    await Promise.all(programs.splice(0).map((program) => program.end('SIGKILL')));
    await closeWorkers();
  });

  afterAll(() => home.close());

  it('the run does not exist if the process is killed before the start of the run is committed', async () => {
    const doomed = await openDoomedApi('run-stored');
    const headers = { 'Idempotency-Key': 'before-the-commit' };
    await expect(start(doomed, undefined, headers)).rejects.toThrow('fetch failed');
    expect(await storedRuns(home)).toEqual([]);
    expect((await credits())?.reserved).toBe(0);
  });

  it.each(['run-committed', 'run-queued'])(
    'all retries get the same run if the process is killed after the start of the run was committed (at the fail point %s)',
    async (point) => {
      const doomed = await openDoomedApi(point);
      const headers = { 'Idempotency-Key': `after-${point}` };
      await expect(start(doomed, undefined, headers)).rejects.toThrow('fetch failed');
      const { id } = await onlyRun(home);
      // Ends the lease of the killed attempt at once.
      await home.database.pool.query("update stored_answer set lease_until = now() - interval '1 s'");
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await start(client, undefined, headers);
        expect([status, body]).toMatchObject([202, { job_id: id, status: 'running' }]);
      }
      await openWorker();
      expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
      expect(await storedRuns(home)).toHaveLength(1);
      expect(await credits()).toEqual({ charged: chargedBefore + 1, reserved: 0 });
    },
  );

  it('a worker does the run if the process is killed after the start of the run was committed, even if the client does not retry the request', async () => {
    const doomed = await openDoomedApi('run-committed');
    await expect(start(doomed)).rejects.toThrow('fetch failed');
    await openWorker();
    const { id } = await onlyRun(home);
    expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
  });

  it.each(['run-claimed', 'run-ranked'])(
    'another worker takes over the run of a worker that is killed at the fail point %s, and ends the run once',
    async (point) => {
      const id = await startRun(client);
      const doomed = launchWorker({ FAILPOINTS: `${point}=1` });
      await eventually(() => doomed.isEnded, recoveryMs);
      expect(await onlyRun(home)).toMatchObject({ status: 'running', attempt: 1 });
      // A worker looks for runs at its start, and then at long intervals.
      await eventually(async () => !(await onlyRun(home)).isLeased);
      await openWorker();
      expect((await endOfRun(client, id, recoveryMs)).status).toBe('success');
      expect(await onlyRun(home)).toMatchObject({ attempt: 2, losses: 1 });
      expect((await resultsOf(client, id)).total_results).toBe(3);
      expect(await credits()).toEqual({ charged: chargedBefore + 1, reserved: 0 });
    },
  );

  it('a worker that was paused and has lost its lease does not end the run again, works on later runs, and stops without an error', async () => {
    const standstill = await holdUp();
    const away = launchWorker({});
    // A process that is stopped during its start holds locks of the queue's tables.
    await eventually(() => away.output.includes('working on jobs'), recoveryMs);
    const id = await startRun(client);
    await eventually(async () => (await onlyRun(home)).isLeased, recoveryMs);
    away.signal('SIGSTOP');
    await openWorker();
    await eventually(async () => (await onlyRun(home)).attempt === 2, recoveryMs);
    await standstill.end();
    const job = await endOfRun(client, id, recoveryMs);
    expect(job.status).toBe('success');
    away.signal('SIGCONT');
    await closeWorkers();
    // Only a recovered worker can do this run.
    expect((await endOfRun(client, await startRun(client), recoveryMs)).status).toBe('success');
    expect((await storedRuns(home))[0]).toMatchObject({ id, status: 'success', attempt: 2, losses: 1 });
    expect((await resultsOf(client, id)).total_results).toBe(3);
    expect(await credits()).toEqual({ charged: chargedBefore + 2, reserved: 0 });
    expect(await away.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('the run is not done again if its worker is killed after the end of the run', async () => {
    const id = await startRun(client);
    const doomed = launchWorker({ FAILPOINTS: 'run-finished=1' });
    await eventually(() => doomed.isEnded, recoveryMs);
    const job = await endOfRun(client, id);
    expect(job.status).toBe('success');
    await openWorker();
    const later = await startRun(client);
    await endOfRun(client, later, recoveryMs);
    expect((await storedRuns(home))[0]).toMatchObject({ id, attempt: 1 });
    expect(await credits()).toEqual({ charged: chargedBefore + 2, reserved: 0 });
  });

  it('another worker can claim the run at once when the process that works on the run is stopped', async () => {
    const standstill = await holdUp();
    const worker = launchWorker({ PROSPECTING_LEASE_SECONDS: '600' });
    await startRun(client);
    await eventually(async () => (await onlyRun(home)).isLeased, recoveryMs);
    const stopped = worker.end('SIGTERM');
    await eventually(async () => !(await onlyRun(home)).isLeased, 10_000);
    await standstill.end();
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
    expect(await onlyRun(home)).toMatchObject({ status: 'running', losses: 0, failures: 0 });
  });

  it('a process that is stopped does not wait for a run whose statement hangs in the database', async () => {
    await holdUp();
    const worker = launchWorker({ PROSPECTING_LEASE_SECONDS: '600' });
    await startRun(client);
    await eventually(async () => (await onlyRun(home)).isLeased, recoveryMs);
    const toldAt = performance.now();
    expect(await worker.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - toldAt).toBeLessThan(10_000);
    expect(await onlyRun(home)).toMatchObject({ status: 'running', isLeased: false, losses: 0, failures: 0 });
  });
});
