import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http/http.js';
import { describeWith, itWith, known, needs } from './known.js';
import { ask, companyPath, nowhere, resultOf, unique, type Ask } from './target.js';

/** The result of a tool. Its text is the structured content as JSON, or after a failure the `detail`. */
interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string; readonly properties: Readonly<Record<string, object>> };
  readonly annotations: { readonly readOnlyHint: boolean };
}

const [company = null] = known.companies;
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** The tools that every service has. Agents are configured with their names, so a service may add tools but not remove these. */
const freeTools = ['list_fields', 'get_signals', 'get_usage', 'get_prospecting_run'];
const chargedTools = ['enrich_companies', 'enrich_persons', 'start_prospecting'];

function send(body: unknown, options: Ask = {}): Promise<Answer> {
  return ask('/mcp', { method: 'POST', body, ...options });
}

/** Sends a message that must succeed. @returns its result */
async function resultFor<T>(method: string, params: object = {}): Promise<T> {
  const id = randomUUID();
  const { status, body } = await send({ jsonrpc: '2.0', id, method, params });
  expect([status, body]).toEqual([200, { jsonrpc: '2.0', id, result: expect.any(Object) }]);
  return (body as { result: T }).result;
}

async function callTool(name: string, args: object): Promise<ToolResult> {
  const result = await resultFor<ToolResult>('tools/call', { name, arguments: args });
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  return result;
}

/** Calls a tool, which must succeed. @returns the structured content of its result */
async function contentOf(name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const { isError, structuredContent, content } = await callTool(name, args);
  expect([isError ?? false, content]).toEqual([false, content]);
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent ?? {};
}

/** Calls a tool, which must fail. @returns the text of its result */
async function failureOf(name: string, args: object): Promise<string> {
  const { isError, content } = await callTool(name, args);
  expect([isError, content]).toEqual([true, content]);
  return content[0]?.text ?? '';
}

const probe = await send(list);
const isOn = probe.status !== 404 || null;
const off = 'the service has no tools for agents, start it with MCP=on';

describe('POST /mcp', () => {
  describeWith(isOn, off, 'succeeds', () => {
    it.each(['2024-11-05', '2025-03-26', '2025-06-18'])(
      'accepts a new client with the version %s of the protocol',
      async (version) => {
        const params = {
          protocolVersion: version,
          capabilities: {},
          clientInfo: { name: 'qa', version: '1' },
        };
        expect(await resultFor('initialize', params)).toMatchObject({
          protocolVersion: version,
          capabilities: { tools: {} },
          serverInfo: { name: expect.stringMatching(/\w/), version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
          instructions: expect.stringMatching(/\w/),
        });
      },
    );

    it('answers a notification with 202 and no body', async () => {
      const { status, body } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect([status, body]).toEqual([202, '']);
    });

    it('lists its tools, and those that cost credits have an argument for the highest cost', async () => {
      const { tools } = await resultFor<{ tools: readonly Tool[] }>('tools/list');
      const byName = new Map(tools.map((tool) => [tool.name, tool]));
      expect([...byName.keys()]).toEqual(expect.arrayContaining([...freeTools, ...chargedTools]));
      expect(byName.size).toBe(tools.length);
      for (const { name, description, inputSchema } of tools) {
        expect([name, description, inputSchema.type]).toEqual([name, expect.stringMatching(/\w/), 'object']);
      }
      for (const name of chargedTools) {
        const { inputSchema, annotations } = byName.get(name) ?? {};
        const names = ['maximum_credits', 'idempotency_key'];
        expect([name, Object.keys(inputSchema?.properties ?? {})]).toEqual([name, expect.arrayContaining(names)]);
        expect([name, annotations?.readOnlyHint]).toEqual([name, false]);
      }
      for (const name of freeTools) expect([name, byName.get(name)?.annotations.readOnlyHint]).toEqual([name, true]);
    });

    it('lists all company fields that GET /v1/fields lists', async () => {
      const { company: fields } = await contentOf('list_fields', {});
      const route = (await ask('/v1/fields')).body as { company: readonly { name: string }[] };
      const names = (fields as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(route.company.map(({ name }) => name)));
    });

    it('charges nothing for a company that is not on record', async () => {
      const content = await contentOf('enrich_companies', { companies: [{ website: nowhere }], fields: ['name'] });
      expect(content).toMatchObject({
        results: [{ identifier: { website: nowhere }, data: { name: null }, matched: false }],
        credits_charged: { data_access: 0 },
        replayed: false,
      });
    });

    itWith(
      company,
      needs.company,
      'answers what the route answers, and charges two calls with the same idempotency key once',
      async ({ website }) => {
        const request = { companies: [{ website, external_id: unique }], fields: ['name', 'website', unique] };
        const expected = await resultOf(companyPath, request);
        const args = { ...request, maximum_credits: 1, idempotency_key: randomUUID() };
        const content = await contentOf('enrich_companies', args);
        expect(content).toMatchObject({
          results: [expected],
          unknown_fields: [unique],
          credits_charged: { data_access: known.isCounting ? 1 : 0 },
          replayed: false,
        });
        const again = await contentOf('enrich_companies', args);
        expect(again.results).toEqual(content.results);
        expect([again.replayed, again.credits_charged]).toEqual([known.isCounting, { data_access: 0 }]);
      },
    );

    itWith(
      known.isCounting ? company : null,
      known.isCounting ? needs.company : needs.counting,
      'is named in the usage of the tenant',
      async ({ website }) => {
        const id = `${unique}-mcp`;
        const params = { name: 'enrich_companies', arguments: { companies: [{ website }], fields: ['name'] } };
        await send({ ...list, method: 'tools/call', params }, { headers: { 'X-Request-Id': id } });
        expect((await ask(`/v1/usage/requests/${id}`)).body).toMatchObject({
          entries: expect.arrayContaining([
            expect.objectContaining({ feature: 'data_access', endpoint: 'POST /mcp enrich_companies', charged: 1 }),
          ]),
        });
      },
    );
  });

  describeWith(isOn, off, 'rejects', () => {
    const both = { companies: [{ website: nowhere }, { website: `2-${nowhere}` }], fields: ['name'] };

    itWith(
      known.isCounting || null,
      needs.counting,
      'refuses a call that could cost more than its maximum',
      async () => {
        expect(await failureOf('enrich_companies', { ...both, maximum_credits: 1 })).toContain(
          'MAXIMUM_CREDITS_EXCEEDED',
        );
      },
    );

    it('refuses what POST /v1/company/enrich refuses, with the same validation errors, whose `loc` begins with `arguments` instead of `body`', async () => {
      const request = { companies: [{ external_id: unique }], fields: ['name'] };
      const { status, body } = await ask(companyPath, { body: request });
      expect(status).toBe(422);
      const { detail } = body as { detail: { loc: unknown[] }[] };
      const faults = detail.map((fault) => ({ ...fault, loc: ['arguments', ...fault.loc.slice(1)] }));
      expect(JSON.parse(await failureOf('enrich_companies', request))).toEqual({ detail: faults });
    });

    it('refuses an argument that a tool does not have, and names it', async () => {
      expect(await failureOf('enrich_companies', { ...both, [unique]: 1 })).toContain(unique);
    });

    it('refuses an unknown tool and an unknown method', async () => {
      const call = { ...list, method: 'tools/call', params: { name: unique, arguments: {} } };
      const called = (await send(call)).body as { error?: unknown; result?: { isError?: boolean } };
      expect(called.error !== undefined || called.result?.isError === true).toBe(true);
      expect((await send({ ...list, method: unique })).body).toMatchObject({ id: 1, error: { code: -32_601 } });
    });

    it.each<[what: string, status: number, options: Ask]>([
      ['a body that is no JSON', 422, { raw: '{' }],
      ['a message that is not of the protocol', 400, { body: { hello: 1 } }],
      ['an empty body', 400, { raw: '' }],
      ['more than 256 KiB', 413, { raw: JSON.stringify('x'.repeat(256 * 1024)) }],
      ['more than 5,000 values', 422, { raw: JSON.stringify({ ...list, params: { list: Array(5_000).fill(1) } }) }],
      ['params nested deeper than 64 levels', 422, { raw: `{"params":${'['.repeat(64)}${']'.repeat(64)}}` }],
      ['another type of content', 415, { body: list, headers: { 'Content-Type': 'text/plain' } }],
    ])('refuses %s with %i and without a stack trace', async (_what, status, options) => {
      const answer = await ask('/mcp', { method: 'POST', ...options });
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(js|ts):/);
    });

    it.each<[what: string, options: Ask, message: RegExp]>([
      [
        'several messages in one body',
        { body: [list, { ...list, id: 2 }] },
        /^Value error, send one message in a request$/,
      ],
      [
        'an idempotency key in the header',
        { body: list, headers: { 'Idempotency-Key': `${unique}-mcp` } },
        /idempotency_key/,
      ],
    ])('refuses %s with 422, and says what to send', async (_what, options, message) => {
      const answer = await ask('/mcp', { method: 'POST', ...options });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ msg: expect.stringMatching(message) }] } });
    });

    it('answers 405 to a GET', async () => {
      const { status, headers } = await ask('/mcp');
      expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
    });
  });

  describeWith(isOn, off, 'protects', () => {
    it('answers 401 to messages without a valid key', async () => {
      for (const apiKey of [undefined, unique]) {
        const { status, body } = await send(list, { apiKey });
        expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    });
  });

  if (isOn === null) {
    it('rejects with 404 if the service has no tools for agents', () => {
      expect([probe.status, probe.body]).toEqual([404, { detail: 'Not Found' }]);
    });
  }
});
