import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Call } from '../support/http.js';
import { callWithRetry } from '../support/call-with-retry.js';
import { rawRequest } from '../support/raw-request.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

async function idFor(sent: string): Promise<string | null> {
  const headers = { 'X-Request-Id': sent };
  return (await callWithRetry(`${service.baseUrl}/health`, { headers })).headers.get('X-Request-Id');
}

describe('X-Request-Id succeeds', () => {
  it.each(['a', '0', 'req_1', '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90', 'trace:00-ab.c', 'x'.repeat(128)])(
    'and returns %s',
    async (id) => {
      expect(await idFor(id)).toBe(id);
    },
  );

  it('with a new one for each request without one', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await callWithRetry(`${service.baseUrl}/health`)).headers.get('X-Request-Id')),
    );
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(2);
  });

  it.each<[status: number, method: string, path: string, content: Call]>([
    [200, 'GET', '/health', {}],
    [200, 'GET', '/openapi.json', {}],
    [200, 'POST', '/v1/company/enrich', { body: { companies: [{ website: 'siemens.com' }], fields: ['name'] } }],
    [400, 'POST', '/v1/company/enrich', { body: { companies: [] } }],
    [404, 'GET', '/nothing', {}],
    [404, 'GET', '/%', {}],
    [405, 'GET', '/v1/company/enrich', {}],
    [413, 'POST', '/v1/company/enrich', { raw: ' '.repeat(6_000_000) }],
    [415, 'POST', '/v1/company/enrich', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }],
    [422, 'POST', '/v1/company/enrich', { raw: '{' }],
  ])('on %d: %s %s', async (status, method, path, content) => {
    const headers = { 'X-Request-Id': 'mine', ...content.headers };
    const options = { method, apiKey: service.apiKey, ...content, headers };
    const answer = await callWithRetry(`${service.baseUrl}${path}`, options);
    expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([status, 'mine']);
  });

  it('on 401', async () => {
    const options = { headers: { 'X-Request-Id': 'mine' }, body: {} };
    const answer = await callWithRetry(`${service.baseUrl}/v1/company/enrich`, options);
    expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([401, 'mine']);
  });
});

describe('X-Request-Id protects logs', () => {
  it.each([
    ['nothing', ''],
    ['129 characters', 'x'.repeat(129)],
    ['space', 'a b'],
    ['quotes', '"}'],
    ['markup', '<script>'],
    ['a format', '%s%n'],
    ['a lookup', '${jndi:ldap://evil.example}'],
    ['letters beyond ASCII', '\u00e9'],
    ['a tab', 'a\tb'],
    ['a list', 'a,b'],
  ])('by replacing %s', async (_what, id) => {
    expect(await idFor(id)).toMatch(uuid);
  });

  it('by replacing two ids in one request', async () => {
    const { headers } = await rawRequest(`${service.baseUrl}/health`, { headers: { 'X-Request-Id': ['a', 'b'] } });
    expect(headers['x-request-id']).toMatch(uuid);
  });
});
