import { request as openRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { generateApiKey } from '../../src/platform/auth/api-key.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { call, type Answer, type Call } from '../support/http/http.js';
import { lockTable, untilWaiting } from '../support/http/idempotency.js';
import { eventually } from '../support/service/eventually.js';
import { RunningService } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

type Line = Record<string, unknown>;

/** Everything that the services of these tests have logged. */
let written = '';
const logger = pino({ level: 'trace' }, { write: (line: string) => void (written += line) });

function lines(): Line[] {
  const texts = written.split('\n').filter((line) => line !== '');
  return texts.map((text) => JSON.parse(text) as Line);
}

/** The access lines of a request in the log. The service logs a request after its answer, so this waits until there is a line. */
async function accessLinesOf(requestId: string | null): Promise<Line[]> {
  const ofRequest = () => lines().filter((line) => line.request_id === requestId && line.msg === 'request');
  await eventually(() => ofRequest().length > 0);
  return ofRequest();
}

let service: TestService;
/** A service without tables, on which every request fails. */
let broken: TestService;
let key: { keyId: string; apiKey: string };
let brokenKey: string;

const path = '/v1/company/enrich';
const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };

beforeAll(async () => {
  service = await startTestService({ logger });
  key = await service.issueKey('acme');
  broken = await startTestService({ logger });
  brokenKey = (await broken.issueKey('acme')).apiKey;
  await broken.database.pool.query('drop table company_domain');
});

beforeEach(() => {
  written = '';
});

afterAll(async () => {
  await service.close();
  await broken.close();
});

const describeWithRedis = RedisServer.isInstalled() ? describe : describe.skip;

describeWithRedis('The log of a process with Redis', () => {
  it('the log contains the warnings of libraries as JSON, and each warning only once', async () => {
    const redis = await RedisServer.start(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
    const env = { DATABASE_URL: service.databaseUrl, REDIS_URL: redis.url, SEED: 'off' };
    const process = await RunningService.start(env);
    await eventually(() => process.output.includes('Eviction policy'), 60_000);
    const { stdout, stderr } = await process.end();
    await redis.kill();
    const printed = stdout.trimEnd().split('\n');
    const warnings = printed.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([expect.objectContaining({ msg: expect.stringContaining('policy is allkeys-lru') })]);
    expect(stderr).toBe('');
  });
});

describe('The log of the service', () => {
  it('contains one line for a request, with its caller, route and outcome', async () => {
    const answer = await call(service.baseUrl + path, { apiKey: key.apiKey, body });
    const requestId = answer.headers.get('X-Request-Id');
    expect(await accessLinesOf(requestId)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        msg: 'request',
        request_id: requestId,
        tenant: 'acme',
        key_id: key.keyId,
        method: 'POST',
        route: path,
        status: 200,
        duration_ms: expect.any(Number),
      },
    ]);
    expect(lines().filter((line) => line.request_id === requestId)).toHaveLength(1);
  });

  it.each<[number, string, string, Call]>([
    [200, path, path, { body }],
    [401, path, path, { body }],
    [404, '/nowhere/at/all', 'unmatched', {}],
    [405, path, 'unmatched', { method: 'DELETE' }],
    [413, path, path, { raw: ' '.repeat(6_000_000) }],
    [415, path, path, { raw: 'name,website', headers: { 'Content-Type': 'text/csv' } }],
    [422, path, path, { body: {} }],
    [400, path, path, { body: { ...body, companies: [] } }],
  ])('contains one line for an answer with status %i at %s', async (status, asked, route, request) => {
    const apiKey = status === 401 ? undefined : key.apiKey;
    const answer = await call(service.baseUrl + asked, { apiKey, ...request });
    expect(answer.status).toBe(status);
    const [line, ...more] = await accessLinesOf(answer.headers.get('X-Request-Id'));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ status, route });
    expect(line?.tenant).toBe(apiKey === undefined ? undefined : 'acme');
  });

  it('contains a line without a tenant for /health, which needs no key', async () => {
    const answer = await call(`${service.baseUrl}/health`, { apiKey: key.apiKey });
    const [line] = await accessLinesOf(answer.headers.get('X-Request-Id'));
    expect(line).toMatchObject({ method: 'GET', route: '/health', status: 200 });
    expect(Object.keys(line ?? {})).not.toContain('tenant');
  });

  it('contains one line for many probes with the same answer, but one for each probe that sends a request id', async () => {
    const probed = await startTestService({ sharing: service, logger });
    const probe = (headers: Record<string, string> = {}) => call(`${probed.baseUrl}/ready`, { headers });
    for (let count = 0; count < 20; count += 1) expect((await probe()).status).toBe(200);
    for (const id of ['first-look', 'second-look']) await probe({ 'X-Request-Id': id });
    expect(await accessLinesOf('second-look')).toHaveLength(1);
    const ids = lines().flatMap(({ route, request_id: id }) => (route === '/ready' ? [id] : []));
    expect(ids).toEqual([expect.any(String), 'first-look', 'second-look']);
    await probed.close();
  });

  it('contains the route /docs/* for a file of the API reference page', async () => {
    const answer = await call(`${service.baseUrl}/docs/swagger-ui.css?v=1`);
    const [line] = await accessLinesOf(answer.headers.get('X-Request-Id'));
    expect(line).toMatchObject({ method: 'GET', route: '/docs/*', status: 200 });
  });

  it('contains a line for a request above the rate limit', async () => {
    const limited = await startTestService({ sharing: service, logger, env: { RATE_BURST_LIMIT: '1' } });
    await call(limited.baseUrl + path, { apiKey: key.apiKey, body });
    const answer = await call(limited.baseUrl + path, { apiKey: key.apiKey, body });
    expect(answer.status).toBe(429);
    const refused = await accessLinesOf(answer.headers.get('X-Request-Id'));
    expect(refused).toEqual([expect.objectContaining({ status: 429, route: path, tenant: 'acme' })]);
    await limited.close();
  });

  it('contains the cause of a failure with the request id, while the client gets the id but not the cause', async () => {
    const headers = { 'X-Request-Id': 'from-the-client.1' };
    const answer = await call(broken.baseUrl + path, { apiKey: brokenKey, body, headers });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('X-Request-Id')).toBe('from-the-client.1');
    expect(JSON.stringify(answer.body)).not.toContain('company_domain');
    expect(await accessLinesOf('from-the-client.1')).toEqual([expect.objectContaining({ status: 500 })]);
    const [failure, ...more] = lines().filter((line) => line.msg !== 'request');
    expect(more).toEqual([]);
    expect(failure).toMatchObject({ level: 50, request_id: 'from-the-client.1' });
    expect(failure?.error).toMatchObject({
      message: expect.stringContaining('company_domain'),
      stack: expect.stringContaining('company.reader'),
    });
  });

  it('contains a line for a client that disconnected before its answer', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key.apiKey, 'X-Request-Id': 'gone' };
    const lock = await lockTable(service.database, 'company_domain');
    try {
      const request = openRequest(service.baseUrl + path, { method: 'POST', headers });
      request.on('error', () => undefined);
      request.end(JSON.stringify(body));
      await untilWaiting(service.database, 'company_domain', 1);
      request.destroy();
      expect(await accessLinesOf('gone')).toEqual([expect.objectContaining({ status: 499, tenant: 'acme' })]);
    } finally {
      await lock.release();
    }
  });

  it.each(['', 'two words', 'line\tbreak', 'ü', '{"level":60}', 'x'.repeat(129)])(
    'contains no unacceptable request id of a client, because the service makes a new id instead of %j',
    async (sent) => {
      const answer = await call(`${service.baseUrl}/health`, { headers: { 'X-Request-Id': sent } });
      expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    },
  );
});

describe('The log of the service, for requests with secrets,', () => {
  /** Unique values, which a search would find if they were in the log. */
  const secrets = {
    apiKey: generateApiKey(),
    email: 'canary.person@secret.example',
    phone: '+49 30 5550123',
    website: 'canary-website.example',
    text: 'canary text of a body',
    query: 'canary-of-the-query',
  };
  const everything = Object.values(secrets).join(' ');
  const identifiers = {
    website: secrets.website,
    network_url: `network.com/company/${secrets.email}`,
    external_id: everything,
  };

  async function provoke(baseUrl: string, apiKey: string): Promise<Answer[]> {
    const url = `${baseUrl}${path}?q=${secrets.query}&api_key=${secrets.apiKey}&email=${encodeURIComponent(secrets.email)}`;
    const headers = { 'User-Agent': everything, Cookie: everything, Authorization: everything, Referer: everything };
    const good = { companies: [identifiers], fields: ['name', secrets.text] };
    const requests: Call[] = [
      { apiKey, headers, body: good },
      { apiKey, headers, body: { ...good, enhanced_matching: false } },
      { apiKey, headers, body: { companies: [{ website: secrets.website }], fields: ['name'] } },
      { apiKey: secrets.apiKey, headers, body: good },
      { apiKey: everything, headers, body: good },
      { apiKey, headers, raw: `{"companies": "${everything}` },
      { apiKey, headers, body: { companies: everything, fields: [everything], allow_signals: { type: everything } } },
      { apiKey, headers, body: { companies: [], fields: [everything] } },
      { apiKey, headers: { ...headers, 'Content-Type': secrets.text }, raw: everything },
      { apiKey, headers: { ...headers, 'Content-Encoding': secrets.query }, raw: everything },
      { apiKey, headers: { ...headers, 'X-Request-Id': everything }, body: good },
      { apiKey, headers, method: 'PUT', body: good },
    ];
    const answers: Answer[] = [];
    // The requests are sent one after the other. Concurrent requests would share a statement, and the database would report only
    // one error.
    for (const request of requests) answers.push(await call(url, request));
    const lost = `${baseUrl}/${encodeURIComponent(everything)}`;
    const paths = [lost, `${lost}/%E0%A4%A`, `${baseUrl}/docs/${secrets.query}`, `${baseUrl}/health?${secrets.query}`];
    return [...answers, ...(await Promise.all(paths.map((each) => call(each, { apiKey, headers }))))];
  }

  async function expectDiscretion(answers: readonly Answer[]): Promise<void> {
    for (const answer of answers) await accessLinesOf(answer.headers.get('X-Request-Id'));
    for (const secret of Object.values(secrets)) {
      expect(written.includes(secret)).toBe(false);
      expect(written.includes(encodeURIComponent(secret))).toBe(false);
    }
  }

  it('never contains keys, e-mail addresses, phone numbers, bodies or queries of requests, whatever the answer', async () => {
    const answers = await provoke(service.baseUrl, key.apiKey);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400, 401, 404, 405, 415, 422]);
    await expectDiscretion(answers);
    expect(written).not.toContain(key.apiKey);
  });

  it('never contains keys, e-mail addresses, phone numbers, bodies or queries of requests that fail', async () => {
    const answers = await provoke(broken.baseUrl, brokenKey);
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(1);
    await expectDiscretion(answers);
    expect(written).not.toContain(brokenKey);
  });

  it('never contains the values that an error of the database quotes', async () => {
    // The column is compared as a number, so PostgreSQL rejects the text and quotes it in the error.
    await broken.database.pool.query(`
      create table company_domain (domain varchar, company_id bigint, is_primary boolean);
      create function is_number(varchar, text) returns boolean language sql as 'select $1::text = $2::int::text';
      create operator = (leftarg = varchar, rightarg = text, function = is_number);
      insert into company (id, name) values (1, 'Acme');
      insert into company_domain values ('1', 1, true)`);
    const answers = await provoke(broken.baseUrl, brokenKey);
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(1);
    await expectDiscretion(answers);
    expect(written).toContain('22P02');
  });
});
