import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { wrongKeyPauseToken } from '../../src/platform/auth/operator-key.js';
import { MetricsServer } from '../../src/platform/observability/metrics-server.js';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { call, type Answer } from '../support/http/http.js';
import { startRun } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** How long an address waits after too many wrong passwords, in milliseconds. */
const pauseMs = 1_500;

const operatorKey = 'a-key-that-operators-know';

function asOperator(key: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`operator:${key}`).toString('base64')}` };
}

async function openService(env: Record<string, string>): Promise<TestService> {
  return startTestService({
    env: { METRICS_PORT: '0', WORKER: 'off', ...env },
    replace: (module) => module.overrideProvider(wrongKeyPauseToken).useValue(pauseMs),
  });
}

function dashboardOf({ app }: TestService): string {
  const { url } = app.get(MetricsServer, { strict: false });
  if (url === null) throw new Error('There are no metrics');
  return new URL('/queues', url).href;
}

describeOnBothQueues('The dashboard of the queues', (queue) => {
  let service: TestService;

  const ask = async (path: string, method = 'GET', key = operatorKey): Promise<Answer> =>
    call(dashboardOf(service) + path, { method, headers: asOperator(key) });

  beforeAll(async () => {
    service = await openService({ OPERATOR_KEY: operatorKey, ...queue.env });
  });

  afterAll(() => service.close());

  describe('The queue dashboard, with the key,', () => {
    it('shows every queue with its jobs, and for a prospecting job the id of the run', async () => {
      const { apiKey } = await service.issueKey('ours');
      const runId = await startRun({ baseUrl: service.baseUrl, apiKey });
      const page = await ask('/');
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('<html')]);
      expect(page.body).not.toContain('https://');
      const start = await call(new URL('/', dashboardOf(service)).href);
      expect(start.body).toContain('href="/queues"');
      const { body } = await ask('/api/queues?activeQueue=prospecting&status=waiting&page=1');
      expect(body).toMatchObject({
        queues: expect.arrayContaining([
          expect.objectContaining({ name: 'upkeep' }),
          expect.objectContaining({
            name: 'prospecting',
            counts: expect.objectContaining({ waiting: 1 }),
            jobs: [expect.objectContaining({ name: 'run-prospecting', data: { runId } })],
          }),
        ]),
      });
    });
  });

  describe('The queue dashboard, without the key,', () => {
    it.each(['', 'another-key-than-that-one'])('refuses the password %p', async (key) => {
      for (const path of ['/api/queues', '/static/favicon.ico']) {
        const answer = await ask(path, 'GET', key);
        expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([
          401,
          expect.stringContaining('Basic'),
        ]);
      }
    });
  });

  describe('The queue dashboard, against misuse,', () => {
    it('refuses every password of an address after five wrong ones, until some time has passed', async () => {
      expect((await ask('/')).status).toBe(200);
      for (let tried = 0; tried < 5; tried += 1) expect((await ask('/', 'GET', `wrong-${tried}`)).status).toBe(401);
      for (const key of ['wrong', operatorKey]) {
        const refused = await ask('/', 'GET', key);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('Retry-After'))).toBe(2);
      }
      await sleep(pauseMs + 50);
      expect((await ask('/')).status).toBe(200);
      expect((await ask('/', 'GET', 'wrong')).status).toBe(401);
    });

    it('does not count a request without a password as one with a wrong password', async () => {
      for (let tried = 0; tried < 8; tried += 1) expect((await call(dashboardOf(service))).status).toBe(401);
    });

    it('accepts no request that would change a queue', async () => {
      for (const action of ['empty', 'obliterate', 'pause']) {
        expect((await ask(`/api/queues/prospecting/${action}`, 'PUT')).status).toBe(405);
      }
    });

    it('is not served if no operator key is configured, and never on the public port', async () => {
      const closed = await openService(queue.env);
      try {
        expect((await call(dashboardOf(closed), { headers: asOperator('') })).status).toBe(404);
      } finally {
        await closed.close();
      }
      expect((await call(`${service.baseUrl}/queues`, { headers: asOperator(operatorKey) })).status).toBe(404);
    });
  });
});
