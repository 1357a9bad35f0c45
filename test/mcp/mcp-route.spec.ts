import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, call } from '../support/http.js';
import { Agent, type McpTestService, startMcpService } from '../support/mcp.js';
import { RunningService } from '../support/programs.js';
import { startTestService } from '../support/test-service.js';

let service: McpTestService;
let apiKey: string;

beforeAll(async () => {
  service = await startMcpService();
  ({ apiKey } = await service.issueKey('ours'));
});

afterAll(() => service.close());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function send(sent: {
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  apiKey?: string;
}): Promise<Answer> {
  return call(`${service.baseUrl}/mcp`, { method: 'POST', apiKey, ...sent });
}

describe('POST /mcp succeeds', () => {
  it('for any client, in one JSON text', async () => {
    const { status, headers, body } = await send({ body: list, headers: { Accept: '*/*' } });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect([headers.get('Cache-Control'), headers.has('X-Request-Id')]).toEqual(['no-store', true]);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.arrayContaining([]) } });
  });

  it('for a notification, without a body', async () => {
    const { status, body } = await send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect([status, body]).toEqual([202, '']);
  });
});

describe('POST /mcp rejects', () => {
  it('a wrong key, as every route does', async () => {
    for (const apiKey of ['', 'wrong']) {
      const { status, body } = await send({ body: list, apiKey });
      expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
    }
    const agent = Agent.connect({ baseUrl: service.baseUrl, apiKey: 'wrong' }, 'legacy');
    await expect(agent).rejects.toThrow(/401|Unauthorized|Invalid API key/);
  });

  it('a batch, which the rate limits would count as one', async () => {
    const { status, body } = await send({ body: [list, { ...list, id: 2 }] });
    expect([status, body]).toMatchObject([422, { detail: [{ msg: 'Value error, send one message in a request' }] }]);
  });

  it('an idempotency key in the header, which would not be that of a tool', async () => {
    const { status, body } = await send({ body: list, headers: { 'Idempotency-Key': 'a' } });
    expect([status, body]).toMatchObject([422, { detail: [{ msg: expect.stringContaining('idempotency_key') }] }]);
  });

  it.each([
    ['no JSON', 422, { raw: '{' }],
    ['a message of no protocol', 400, { body: { hello: 1 } }],
    ['an empty body', 400, { raw: '' }],
    ['more than five MiB', 413, { raw: JSON.stringify('x'.repeat(5 * 1024 * 1024)) }],
    ['another content type', 415, { body: list, headers: { 'Content-Type': 'text/plain' } }],
  ])('%s', async (_what, status, sent) => {
    const answer = await send(sent);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(js|ts):/);
  });

  it('other methods', async () => {
    const { status, headers } = await call(`${service.baseUrl}/mcp`, { apiKey });
    expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
  });

  it('subscriptions, which would not end', async () => {
    const agent = await service.connect('subscriber');
    await expect(agent.client.listen({ toolsListChanged: true })).rejects.toThrow(/limit|closed|refused/i);
  });
});

describe('POST /mcp protects', () => {
  it('by the rate limits of all routes', async () => {
    const limited = await startMcpService({ RATE_BURST_LIMIT: '3' });
    try {
      const key = await limited.issueKey('ours');
      const statuses: number[] = [];
      for (let sent = 0; sent < 4; sent += 1) {
        statuses.push((await call(`${limited.baseUrl}/mcp`, { apiKey: key.apiKey, body: list })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('Without MCP=on', () => {
  it('there is no route', async () => {
    const off = await startTestService();
    try {
      const key = await off.issueKey('ours');
      const { status, body } = await call(`${off.baseUrl}/mcp`, { apiKey: key.apiKey, body: list });
      expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
    } finally {
      await off.close();
    }
  });

  it.each([
    ['off', false],
    ['on', true],
  ])('nothing of the protocol is loaded: MCP=%s', async (MCP, isLoaded) => {
    const env = { MCP, SEED: 'off', WORKER: 'off', DATABASE_URL: service.databaseUrl };
    const program = await RunningService.start(env, ['--import', printLoading, 'dist/main.js']);
    const { stderr } = await program.end();
    expect(stderr).toMatch(/^loaded .*dist\/main\.js \w+$/m);
    expect(/ protocol$/m.test(stderr)).toBe(isLoaded);
  });
});

/** A module that prints each module that the program loads, and whether it has a text of the protocol's library. */
const hooks = `import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  const loaded = await next(url, context);
  const isOfProtocol = String(loaded.source).includes('subscriptions/listen');
  writeSync(2, 'loaded ' + url + (isOfProtocol ? ' protocol' : ' other') + '\\n');
  return loaded;
}`;
const printLoading = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`);

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
