import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { HealthReport } from '../../src/health/health.dto.js';
import { Client } from 'pg';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { eventually } from '../support/service/eventually.js';
import { RunningService } from '../support/service/programs.js';
import { startRun } from '../support/prospecting/prospecting.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

type Workers = HealthReport['workers'];

describeOnBothQueues('A service without a worker in its own process', (queue) => {
  let database: TestDatabase;
  let service: RunningService;
  let admin: CommandLine;
  let apiKey: string;
  const workers: RunningService[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, SEED: 'off', CREDITS: 'off', ...queue.env };
    service = await RunningService.start({ ...env, WORKER: 'off', HOST: '127.0.0.1' });
    admin = new CommandLine(() => ({ DATABASE_URL: database.url, ...queue.env }));
    await admin.answerOf(['tenant', 'create', 'ours']);
    apiKey = (await admin.answerOf<{ api_key: string }>(['key', 'create', 'ours'])).api_key;
  });

  afterAll(async () => {
    await Promise.all([...workers, service].map((each) => each.end('SIGKILL')));
    await database.drop();
  });

  beforeEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
    await query('delete from worker_process');
  });

  async function query(text: string): Promise<void> {
    const client = new Client(database.url);
    await client.connect();
    await client.query(text);
    await client.end();
  }

  async function startWorker(): Promise<RunningService> {
    const env = { DATABASE_URL: database.url, ...queue.env };
    const worker = RunningService.launch(env, ['dist/worker.js']);
    workers.push(worker);
    const before = (await health()).living ?? 0;
    await eventually(async () => (await health()).living === before + 1, 60_000);
    return worker;
  }

  async function health(): Promise<Workers> {
    const { status, body } = await call(`${service.baseUrl}/health`);
    expect(status).toBe(200);
    expect((body as HealthReport).status).toBe('ok');
    return (body as HealthReport).workers;
  }

  /** Lets the time pass after which a process that is not seen counts as gone. */
  const letTimePass = (): Promise<void> =>
    query("update worker_process set seen_at = seen_at - interval '1 minute' where stopped_at is null");

  it('says that none was ever seen, and how long a run waits, and is ready nevertheless', async () => {
    await eventually(async () => (await health()).status === 'none_seen', 20_000);
    await startRun({ baseUrl: service.baseUrl, apiKey });
    await query("update prospecting_job set run_start_time = run_start_time - interval '20 minutes'");
    await eventually(async () => ((await health()).oldest_waiting_seconds ?? 0) >= 1_200, 20_000);
    expect(await health()).toMatchObject({
      living: 0,
      last_seen_at: null,
      detail: expect.stringMatching(/none was ever seen/),
    });
    const status = await admin.answerOf<Record<string, unknown>>(['status']);
    expect(status).toMatchObject({
      workers: 0,
      workers_last_seen_at: null,
      workers_missing: expect.stringMatching(/none was ever seen/),
    });
    expect(status.oldest_waiting_seconds).toBeGreaterThanOrEqual(1_200);
    expect((await call(`${service.baseUrl}/ready`)).status).toBe(200);
  });

  it('counts two workers, and says since when none was seen after one was killed and the other stopped', async () => {
    const [killed, stopped] = [await startWorker(), await startWorker()];
    expect(await health()).toMatchObject({ status: 'ok', living: 2, oldest_waiting_seconds: expect.any(Number) });
    expect(await admin.answerOf(['status'])).toMatchObject({ workers: 2, workers_missing: null });
    await stopped.end('SIGTERM');
    await eventually(async () => (await health()).living === 1, 20_000);
    await killed.end('SIGKILL');
    await letTimePass();
    await eventually(async () => (await health()).status === 'none_seen', 20_000);
    const { last_seen_at: seenAt, detail } = await health();
    expect(Date.parse(seenAt ?? '')).toBeGreaterThan(Date.now() - 300_000);
    expect(detail).toContain(`none was seen since ${seenAt}`);
    expect(await admin.answerOf(['status'])).toMatchObject({ workers: 0, workers_last_seen_at: seenAt });
  });

  it('sees a worker again that was paused for longer than it counts as living', async () => {
    const worker = await startWorker();
    worker.signal('SIGSTOP');
    await letTimePass();
    await eventually(async () => (await health()).status === 'none_seen', 20_000);
    worker.signal('SIGCONT');
    await eventually(async () => (await health()).living === 1, 60_000);
  });
});
