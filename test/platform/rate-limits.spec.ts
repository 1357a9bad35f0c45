import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { ConsoleModule } from '../../src/console/console.module.js';
import { type Caller, CurrentCaller } from '../../src/platform/auth/caller.js';
import { type Answer, call, type Call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { rawRequest, sendText } from '../support/http/raw-request.js';
import { routesOf } from '../support/http/routes.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const enrich: Call = { body: { companies: [{ website: 'acme.example' }], fields: ['name'] } };

/** The service to which the database belongs. The other services use the same database, but count requests separately. */
let home: TestService;
let apiKey: string;
const started: TestService[] = [];

beforeAll(async () => {
  home = await startTestService();
  ({ apiKey } = await home.issueKey('acme'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

afterAll(async () => {
  await home.close();
});

/** Starts a service that has not counted any request yet. Its burst window is longer than a test takes. */
async function serviceWith(env: Record<string, string>): Promise<TestService> {
  const service = await startTestService({ sharing: home, env: { RATE_BURST_WINDOW_SECONDS: '600', ...env } });
  started.push(service);
  return service;
}

function send({ baseUrl }: TestService, request: Call & { path?: string } = { apiKey }): Promise<Answer> {
  return call(baseUrl + (request.path ?? '/v1/company/enrich'), { ...enrich, ...request });
}

/** Sends requests one after the other, and returns the statuses of the answers. */
async function statuses(service: TestService, requests: readonly (Call & { path?: string })[]): Promise<number[]> {
  const seen: number[] = [];
  for (const request of requests) seen.push((await send(service, request)).status);
  return seen;
}

const limitOf = (headers: Headers) => ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const forwardedFor = (addresses: string) => ({ apiKey, headers: { 'X-Forwarded-For': addresses } });

/** A route that requires a key, but whose requests do not count against the rate limit. The service itself has no such route. */
@Controller('uncounted')
@SkipThrottle()
class UncountedController {
  @Get()
  tenant(@CurrentCaller() { tenantId }: Caller): object {
    return { tenantId };
  }
}

@Module({ controllers: [UncountedController] })
class UncountedModule {}

describe('A route with @SkipThrottle() that requires a key', () => {
  const get = { path: '/uncounted', method: 'GET', body: undefined };
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({
      sharing: home,
      env: { RATE_BURST_LIMIT: '1', RATE_BURST_WINDOW_SECONDS: '600' },
      replace: (module) => module.overrideModule(ConsoleModule).useModule(UncountedModule),
    });
    started.push(service);
  });

  it('admits more requests than the limit if they have a valid key, and knows their tenant', async () => {
    for (const answer of [await send(service, { ...get, apiKey }), await send(service, { ...get, apiKey })]) {
      expect([answer.status, answer.body, limitOf(answer.headers)]).toEqual([
        200,
        { tenantId: 'acme' },
        [null, null, null],
      ]);
    }
  });

  it('refuses requests without a valid key', async () => {
    const unknownKey = `${apiKey.slice(0, -4)}0000`;
    expect(await statuses(service, [get, { ...get, apiKey: unknownKey }, { ...get, apiKey: 'x' }])).toEqual(
      times(3, 401),
    );
  });
});

describe('The rate limit for clients that stay below it', () => {
  it('admits as many requests as the burst quota, and returns how many are left', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '3', RATE_PER_SECOND: '50' });
    const answers = [await send(service), await send(service), await send(service)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('RateLimit-Policy')).toBe('"burst";q=3;w=600, "rate";q=50;w=1');
      expect(headers.get('RateLimit')).toMatch(new RegExp(`^"burst";r=${2 - index};t=\\d+, "rate";r=\\d+;t=1$`));
      expect(headers.get('Retry-After')).toBeNull();
      expect(limitOf(headers)).toEqual(['3', String(2 - index), expect.stringMatching(/^(600|59\d)$/)]);
    }
  });

  it('admits a request after the time of Retry-After, even if requests were rejected in between', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '2', RATE_BURST_WINDOW_SECONDS: '2' });
    expect(await statuses(service, times(2, { apiKey }))).toEqual([200, 200]);
    const refused = await send(service);
    const waited = sleep(Number(refused.headers.get('Retry-After')) * 1_000);
    expect(refused.status).toBe(429);
    expect(await statuses(service, times(10, { apiKey }))).toEqual(times(10, 429));
    await waited;
    expect((await send(service)).status).toBe(200);
  });

  it.each(['/health', '/ready'])(
    'admits every request for %s, does not count it, and sends no rate limit headers',
    async (path) => {
      const service = await serviceWith({ RATE_BURST_LIMIT: '1' });
      const health = { path: `${path}?deep=1`, method: 'GET', body: undefined };
      expect(await statuses(service, times(5, health))).toEqual(times(5, 200));
      expect(await statuses(service, times(2, { apiKey }))).toEqual([200, 429]);
      const answer = await send(service, health);
      expect([answer.status, answer.headers.get('RateLimit'), limitOf(answer.headers)]).toEqual([
        200,
        null,
        times(3, null),
      ]);
    },
  );
});

describe('The rate limit against too many requests', () => {
  it('rejects requests above the burst quota, and returns the time until the next one is admitted', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1' });
    expect((await send(service)).status).toBe(200);
    const { status, headers, body } = await send(service);
    expect([status, body]).toEqual([429, { detail: 'Rate limit exceeded' }]);
    expect(headers.get('Content-Type')).toMatch(/^application\/json\b/);
    expect(headers.get('RateLimit')).toMatch(/^"burst";r=0;t=\d+, "rate";r=\d+/);
    const retryAfter = Number(headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(500);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect(limitOf(headers)).toEqual(['1', '0', headers.get('Retry-After')]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Request-Id')).not.toBeNull();
  });

  it('rejects requests above the limit per second', async () => {
    const service = await serviceWith({ RATE_PER_SECOND: '2' });
    const answers = await Promise.all(times(6, service).map((each) => send(each)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const { headers, body } of refused) {
      expect(body).toEqual({ detail: 'Rate limit exceeded' });
      expect(headers.get('RateLimit')).toMatch(/"rate";r=0;t=1$/);
      expect(headers.get('Retry-After')).toBe('1');
      expect(limitOf(headers)).toEqual(['2', '0', '1']);
    }
  });

  it('counts all requests together, whatever their route and their answer', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '8' });
    const get = { method: 'GET', body: undefined };
    const requests = [
      { apiKey },
      { apiKey: 'das_live_wrong' },
      { apiKey, raw: '{"companies":' },
      { apiKey, path: '/nowhere' },
      ...['/v1/company/enrich', '/docs/', '/openapi.json', '/v1/%zz'].map((path) => ({ ...get, path })),
    ];
    expect(await statuses(service, requests)).toEqual([200, 401, 422, 404, 405, 200, 200, 404]);
    expect(await statuses(service, requests)).toEqual(times(8, 429));
  });

  it('counts a request exactly once, to any route that has a limit or to a path that has no route', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1000', RATE_PER_SECOND: '1000' });
    const uncounted = ['/health', '/ready', '/console/assets/:name'];
    const routes = routesOf(service.app).filter(({ path }) => !uncounted.includes(path));
    const others = ['/nowhere', '/v1/%zz', '/docs/', '/DOCS/swagger-ui.css', '/docs/nothing.js', '/docs/%zz'];
    const requests = [
      ...routes,
      ...others.map((path) => ({ method: 'GET', path })),
      ...['/docs', '/health'].map((path) => ({ method: 'POST', path })),
    ];
    for (const [index, { method, path }] of requests.entries()) {
      const { headers } = await rawRequest(service.baseUrl + path.replaceAll(/:\w+/g, '1'), { method });
      expect(`${method} ${path}: ${String(headers.ratelimit)}`).toContain(`${path}: "burst";r=${999 - index};`);
    }
    const withoutHost = await sendText(service.baseUrl, 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(withoutHost).toContain(`RateLimit: "burst";r=${999 - requests.length};`);
  });

  it('rejects a request before it checks the key or reads the body', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1' });
    await send(service);
    const requests = [{}, { apiKey: 'wrong' }, { apiKey, raw: 'no JSON' }, { apiKey, raw: 'x'.repeat(6_000_000) }];
    expect(await statuses(service, requests)).toEqual([429, 429, 429, 429]);
  });
});

describe('The client address of the rate limit', () => {
  it('does not depend on the headers that the client sends', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '2' });
    const claims = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP'].map((name, index) => {
      const address = `203.0.113.${index}`;
      return { apiKey, headers: { [name]: name === 'Forwarded' ? `for=${address}` : address } };
    });
    expect(await statuses(service, claims)).toEqual([200, 200, 429, 429]);
  });

  it('is the last address in X-Forwarded-For if TRUST_PROXY is 1', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '2', TRUST_PROXY: '1' });
    const chain = ['198.51.100.1', '10.0.0.1, 198.51.100.1', '10.0.0.2, 198.51.100.1', '198.51.100.1, 198.51.100.2'];
    expect(await statuses(service, chain.map(forwardedFor))).toEqual([200, 200, 429, 200]);
    expect(await statuses(service, [{ apiKey }, forwardedFor('not an address'), { apiKey }])).toEqual([200, 200, 429]);
  });

  it('is the last address in X-Forwarded-For that is not in a trusted network', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1', TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' });
    const chain = ['198.51.100.1, 10.9.9.9', '203.0.113.7, 198.51.100.1', '198.51.100.1, 198.51.100.2, 10.1.1.1'];
    expect(await statuses(service, chain.map(forwardedFor))).toEqual([200, 429, 200]);
  });

  it('is the address of the sender if the sender is not a trusted proxy', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1', TRUST_PROXY: '10.0.0.0/8' });
    expect(await statuses(service, ['198.51.100.1', '198.51.100.2'].map(forwardedFor))).toEqual([200, 429]);
  });

  it('is the /64 network of an IPv6 address, in whatever way a proxy writes the address', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1', TRUST_PROXY: '1' });
    const networks = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '[2001:db8:0:1::3]:40000', '2001:db8:0:2::1'];
    expect(await statuses(service, networks.map(forwardedFor))).toEqual([200, 429, 429, 200]);
    const ports = ['198.51.100.1:40001', '198.51.100.1:40002', '::ffff:198.51.100.1'];
    expect(await statuses(service, ports.map(forwardedFor))).toEqual([200, 429, 429]);
  });
});

describe('A tenant with its own limits', () => {
  const lower = { burstLimit: 2, burstWindowSeconds: 600, perSecond: 1_000 };
  const higher = { burstLimit: 5, burstWindowSeconds: 600, perSecond: 1_000 };

  it('is limited by its own limits from its first request on if they are lower than those of the service', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '100' });
    const tenant = await home.issueKey('lower', lower);
    const answer = await send(service, tenant);
    expect(answer.headers.get('RateLimit-Policy')).toBe('"burst";q=2;w=600, "rate";q=1000;w=1');
    expect(answer.headers.get('RateLimit')).toMatch(/^"burst";r=1;/);
    expect(await statuses(service, times(2, tenant))).toEqual([200, 429]);
  });

  it('is limited by its own limits from its first request on if they are higher than those of the service', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '2' });
    const tenant = await home.issueKey('higher', higher);
    expect(await statuses(service, times(6, tenant))).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is admitted even if other clients at its address have used up their limit', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '1' });
    const tenant = await home.issueKey('beside', higher);
    expect(await statuses(service, times(2, { apiKey }))).toEqual([200, 429]);
    const { status, headers } = await send(service, tenant);
    expect([status, headers.get('Retry-After')]).toEqual([200, null]);
    expect(headers.get('RateLimit')).toMatch(/^"burst";r=4;/);
  });

  it('has a limit of its own at an address that it shares with other tenants, for all its keys together', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '100' });
    const [first, second] = [await home.issueKey('one', lower), await home.issueKey('two', lower)];
    const again = await home.issueKey('one');
    expect(await statuses(service, [first, again, first, second, second, second])).toEqual([
      200, 200, 429, 200, 200, 429,
    ]);
    expect((await send(service, { apiKey })).status).toBe(200);
  });

  it('has a separate limit at each of its addresses', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '100', TRUST_PROXY: '1' });
    const tenant = await home.issueKey('spread', { ...lower, burstLimit: 1 });
    const from = (address: string) => ({ ...forwardedFor(address), ...tenant });
    expect(await statuses(service, ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(from))).toEqual([200, 429, 200]);
  });

  it('has its new limits soon after they were changed', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '100' });
    const tenant = await home.issueKey('changing', { ...lower, burstLimit: 50 });
    expect((await send(service, tenant)).headers.get('RateLimit-Policy')).toContain('q=50;w=600');
    await home.database.prisma.tenant.update({ where: { id: 'changing' }, data: { burstLimit: 60 } });
    await eventually(
      async () => (await send(service, tenant)).headers.get('RateLimit-Policy')?.includes('q=60') === true,
    );
  });

  it('is an exception: other tenants share one limit with all clients at their address', async () => {
    const service = await serviceWith({ RATE_BURST_LIMIT: '2' });
    const neighbour = await home.issueKey('neighbour');
    expect(await statuses(service, [{ apiKey }, neighbour, { apiKey }, neighbour])).toEqual([200, 200, 429, 429]);
  });
});
