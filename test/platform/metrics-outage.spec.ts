import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config/config.js';
import { MetricsServer } from '../../src/platform/observability/metrics-server.js';
import { WorkerAppModule } from '../../src/worker.module.js';
import { createWorker } from '../../src/app/create-application.js';
import { describeOnBothQueues, queueOf } from '../support/prospecting/both-queues.js';
import { metricsUrl, scrape } from '../support/service/exposition.js';
import { call } from '../support/http/http.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { singleLine, runProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

describeOnBothQueues('Metrics of the queue', (queue) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ env: { ...queue.env, METRICS_PORT: '0', WORKER: 'off' } });
  });

  afterAll(() => service.close());

  it('the metrics contain the number of waiting jobs, and the age of the oldest', async () => {
    const jobs = queueOf(service, 'upkeep');
    const before = await scrape(service);
    expect(before.value('job_queue_waiting_jobs', { queue: 'upkeep' })).toBe(0);
    expect(before.value('job_queue_oldest_waiting_seconds', { queue: 'upkeep' })).toBe(0);
    const startedAt = performance.now();
    await jobs.add('refresh-query-counts', {});
    const addedMs = performance.now() - startedAt;
    await sleep(1_500);
    await jobs.add('refresh-query-counts', {});
    const seen = await scrape(service);
    const elapsedMs = performance.now() - startedAt;
    expect(seen.value('job_queue_waiting_jobs', { queue: 'upkeep' })).toBe(2);
    expect(seen.value('job_queue_waiting_jobs', { queue: 'prospecting' })).toBe(0);
    const age = seen.value('job_queue_oldest_waiting_seconds', { queue: 'upkeep' }) ?? 0;
    // The age must be that of the first job. The bounds allow for the time that the calls themselves take.
    expect(age).toBeGreaterThan((1_400 - addedMs) / 1_000);
    expect(age).toBeLessThan((elapsedMs + 100) / 1_000);
  });
});

describe('Metrics', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ env: { METRICS_PORT: '0', WORKER: 'off' } });
  });

  afterAll(() => service.close());

  describe('if they are configured', () => {
    it('are served by a worker process, too', async () => {
      const env = { METRICS_PORT: '0', DATABASE_URL: service.databaseUrl };
      const worker = await createWorker(WorkerAppModule, readConfig(env), pino({ level: 'silent' }));
      try {
        const url = worker.get(MetricsServer, { strict: false }).url ?? '';
        const answer = await call(url);
        expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('prospecting_runs{')]);
        const ready = await call(new URL('/ready', url).href);
        expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
      } finally {
        await worker.close();
      }
    });

    it('have a page with links at the root of their port', async () => {
      const page = await call(new URL('/', metricsUrl(service)).href);
      const links = [...String(page.body).matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
      expect([page.status, links]).toEqual([200, ['/metrics', '/ready']]);
      for (const path of links) expect((await call(new URL(path, metricsUrl(service)).href)).status).toBe(200);
    });

    it('are served until the process ends, and are not served without the setting METRICS_PORT', async () => {
      const other = await startTestService({ sharing: service, env: { METRICS_PORT: '0', WORKER: 'off' } });
      const url = metricsUrl(other);
      expect((await call(url)).status).toBe(200);
      await other.close();
      await expect(call(url)).rejects.toThrow();
      const without = await startTestService({ sharing: service, env: { WORKER: 'off' } });
      expect(without.app.get(MetricsServer, { strict: false }).url).toBeNull();
      await without.close();
    });
  });

  describe('with an invalid configuration', () => {
    it.each([
      ['METRICS_PORT', 'many', /METRICS_PORT must be a port number/],
      ['METRICS_PORT', '70000', /METRICS_PORT must be at most 65535/],
      ['METRICS_HOST', '192.0.2.1', /192\.0\.2\.1 is no address of this machine; set METRICS_HOST to one/],
    ])('prevent the start of the process if %s=%s is set', async (name, value, words) => {
      const settings = { METRICS_PORT: '0', [name]: value };
      const env = { PORT: '0', SEED: 'off', WORKER: 'off', DATABASE_URL: service.databaseUrl, ...settings };
      const ended = await runProgram(['dist/main.js'], { env: { ...env, LOG_LEVEL: 'silent' } });
      expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
    });
  });

  describe('during an outage', () => {
    it('are served while the database is unreachable, but without the values that come from the database', async () => {
      expect((await scrape(service)).value('credit_holds_pending')).toBe(0);
      await cutOffDatabase(service);
      await call(`${service.baseUrl}/health`);
      const seen = await scrape(service);
      expect(seen.of('http_requests_total').length).toBeGreaterThan(0);
      expect(seen.value('database_pool_waiting')).toBeDefined();
      const ready = await call(new URL('/ready', metricsUrl(service)).href);
      expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable' }]);
      for (const name of ['credit_holds_pending', 'prospecting_runs', 'callbacks_due', 'job_queue_waiting_jobs']) {
        expect(seen.names).toContain(name);
        expect(seen.of(name)).toEqual([]);
      }
    });
  });
});
