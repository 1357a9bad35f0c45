import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let home: TestService;
let apiKey: string;
let redis: RedisServer;
/** Two services that have the same Redis, but count requests separately without it. */
let services: readonly TestService[];

const limit = 4;

function describeWithRedis(name: string, tests: () => void): void {
  if (RedisServer.isInstalled()) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no redis-server on the PATH)`, tests);
}

async function statuses(count: number): Promise<number[]> {
  const seen: number[] = [];
  const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
  for (let sent = 0; sent < count; sent += 1) {
    const to = services[sent % services.length];
    seen.push((await call(`${to?.baseUrl ?? ''}/v1/company/enrich`, { apiKey, body })).status);
  }
  return seen;
}

async function queueStatus(service: TestService | undefined): Promise<string> {
  const { body } = await call(`${service?.baseUrl ?? ''}/health`);
  return (body as { queue: { status: string } }).queue.status;
}

const repeat = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describeWithRedis('Rate limits with REDIS_URL', () => {
  beforeAll(async () => {
    home = await startTestService();
    ({ apiKey } = await home.issueKey('acme'));
  });

  beforeEach(async () => {
    redis = await RedisServer.start();
    const env = { REDIS_URL: redis.url, RATE_BURST_LIMIT: String(limit), RATE_BURST_WINDOW_SECONDS: '600' };
    const options = { sharing: home, env };
    services = await Promise.all([startTestService(options), startTestService(options)]);
    await eventually(async () => (await Promise.all(services.map(queueStatus))).every((status) => status === 'ok'));
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await redis.kill();
  });

  afterAll(() => home.close());

  it('the rate limits count the requests of all processes together', async () => {
    expect(await statuses(2 * limit)).toEqual([...repeat(limit, 200), ...repeat(limit, 429)]);
  });

  it('each process counts requests for itself, without errors, when Redis is killed', async () => {
    expect(await statuses(limit + 1)).toEqual([...repeat(limit, 200), 429]);
    await redis.kill();
    // Each service has accepted half of the allowed requests, so by its own count the other half is left.
    expect(await statuses(4 * limit)).toEqual([...repeat(limit, 200), ...repeat(3 * limit, 429)]);
  });

  it('each process counts requests for itself, without errors, when Redis hangs', async () => {
    expect(await statuses(limit)).toEqual(repeat(limit, 200));
    redis.freeze();
    expect(await statuses(4 * limit)).toEqual([...repeat(limit, 200), ...repeat(3 * limit, 429)]);
  });

  it('each process still counts requests for itself for one window after Redis has come back empty', async () => {
    await redis.kill();
    expect(await statuses(4 * limit)).toEqual([...repeat(2 * limit, 200), ...repeat(2 * limit, 429)]);
    await redis.restart();
    await eventually(async () => (await Promise.all(services.map(queueStatus))).every((status) => status === 'ok'));
    for (let round = 0; round < 5; round += 1) {
      expect(await statuses(2 * limit)).toEqual(repeat(2 * limit, 429));
      await sleep(500);
    }
  });

  it('the rate limits work in a service that was started while Redis was not running', async () => {
    await redis.kill();
    const [first, ...others] = services;
    await Promise.all(others.map((service) => service.close()));
    const env = { REDIS_URL: redis.url, RATE_BURST_LIMIT: '2' };
    const late = await startTestService({ sharing: home, env });
    services = [late];
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await first?.close();
  });
});
