import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, call } from '../support/http/http.js';
import { type McpTestService, startMcpService } from '../support/http/mcp.js';
import { RunningService } from '../support/service/programs.js';
import { startTestService } from '../support/service/test-service.js';

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
  it('answers with one JSON text to a client that accepts any type of content', async () => {
    const { status, headers, body } = await send({ body: list, headers: { Accept: '*/*' } });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect([headers.get('Cache-Control'), headers.has('X-Request-Id')]).toEqual(['no-store', true]);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.arrayContaining([]) } });
  });
});

describe('POST /mcp succeeds for pages', () => {
  it('answers a web page of its own host with http and with https, and refuses a web page of another port', async () => {
    const { host, port } = new URL(service.baseUrl);
    for (const Origin of [`http://${host}`, `https://${host}`]) {
      expect((await send({ body: list, headers: { Origin } })).status).toBe(200);
    }
    const other = `http://127.0.0.1:${Number(port) + 1}`;
    expect((await send({ body: list, headers: { Origin: other } })).status).toBe(403);
  });

  it.each([
    ['https://app.example', 'https://app.example', 200],
    ['https://app.example', 'https://other.example', 403],
    ['*', 'https://any.example', 200],
  ])('answers with CORS_ORIGINS=%s a page of the origin %s with %d', async (CORS_ORIGINS, Origin, status) => {
    const open = await startTestService({ sharing: service, env: { MCP: 'on', CORS_ORIGINS } });
    try {
      const answer = await call(`${open.baseUrl}/mcp`, { apiKey, body: list, headers: { Origin } });
      expect(answer.status).toBe(status);
    } finally {
      await open.close();
    }
  });
});

describe('POST /mcp rejects', () => {
  it.each([
    [
      'initialize without capabilities',
      'initialize',
      { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' } },
    ],
    [
      'initialize with a number for capabilities',
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: 1, clientInfo: {} },
    ],
    ['tools/list with a cursor that is no text', 'tools/list', { cursor: 5 }],
    ['tools/call with a name that is no text', 'tools/call', { name: 5 }],
  ])('refuses %s in one short line, with the code of invalid params', async (_what, method, params) => {
    const { status, body } = await send({ body: { jsonrpc: '2.0', id: 'a', method, params } });
    const message = expect.stringMatching(/^Invalid params: \w+[^\n[{]+ expected [^\n[{]+$/);
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 'a', error: { code: -32602, message } }]);
  });

  it.each([
    ['a text of 201 characters', JSON.stringify('x'.repeat(201))],
    ['a number that would be rounded', '12345678901234567890'],
    ['a fraction', '1.5'],
  ])('refuses an id that it cannot repeat: %s', async (_what, id) => {
    const { status, body } = await send({ raw: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` });
    expect([status, body]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32600 } }]);
    const longest = 'x'.repeat(200);
    expect((await send({ body: { ...list, id: longest } })).body).toMatchObject({ id: longest, result: {} });
  });

  it('shortens very long names in its errors', async () => {
    const name = 'x'.repeat(100_000);
    const unknownTool = await send({ body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } } });
    expect(unknownTool.body).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/^Tool x{100,200}… x{1,100} not found$/) },
    });
    const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'other' };
    const mismatch = await send({ body: { jsonrpc: '2.0', id: 1, method: name }, headers: modern });
    expect(mismatch.body).toMatchObject({ error: { message: expect.any(String) } });
    expect(JSON.stringify(mismatch.body).length).toBeLessThan(1_500);
  });

  it('names at most 20 unknown arguments in an error, shortens long names, and gives the number of the others', async () => {
    const names = ['y'.repeat(1_000), ...Array.from({ length: 400 }, (_, index) => `unknown_${index}`)];
    const args = Object.fromEntries(names.map((name) => [name, 1]));
    const params = { name: 'list_fields', arguments: args };
    const { body } = await send({ body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
    const text = `Unrecognized keys: "${'y'.repeat(200)}…", "unknown_0", `;
    expect(body).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining(text) }] },
    });
    expect(JSON.stringify(body)).toMatch(/"unknown_18\\" and 381 more"/);
  });

  it('names at most 20 invalid arguments in an error, and gives the number of the others', async () => {
    const companies = Array.from({ length: 50 }, () => ({ website: 5 }));
    const params = { name: 'enrich_companies', arguments: { companies, fields: ['name'] } };
    const { body } = await send({ body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
    const text = expect.stringMatching(/companies\.19\.website: [^,]+, [^,]+, and 30 more$/);
    expect(body).toMatchObject({ result: { isError: true, content: [{ text }] } });
  });

  it.each(['https://evil.example', 'null', 'http://localhost', 'nonsense'])(
    'refuses a page of the origin %s',
    async (Origin) => {
      const { status, body } = await send({ body: list, headers: { Origin } });
      expect([status, body]).toEqual([403, { detail: 'Origin is not allowed' }]);
    },
  );

  it('refuses subscriptions, because they would not end', async () => {
    const agent = await service.connect('subscriber');
    await expect(agent.client.listen({ toolsListChanged: true })).rejects.toThrow(/limit|closed|refused/i);
  });
});

describe('POST /mcp protects', () => {
  it('counts messages against the same rate limits as requests to other routes', async () => {
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

describe('The setting MCP', () => {
  it.each([
    ['off', false],
    ['on', true],
  ])('decides with %s whether the library of the protocol is loaded: %s', async (MCP, isLoaded) => {
    const env = { MCP, SEED: 'off', WORKER: 'off', DATABASE_URL: service.databaseUrl };
    const program = await RunningService.start(env, ['--import', printLoading, 'dist/main.js']);
    const { stderr } = await program.end();
    expect(stderr).toMatch(/^loaded .*dist\/main\.js \w+$/m);
    expect(/ protocol$/m.test(stderr)).toBe(isLoaded);
  });
});

/** The source of a module that prints each module that the program loads, and whether it belongs to the library of the protocol. */
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
