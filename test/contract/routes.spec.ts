import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callWithRetry } from '../support/call-with-retry.js';
import { routesOf, type Route } from '../support/routes.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

/** The routes that need no key. */
const open = ['/health', '/ready', '/docs', '/docs/', '/openapi.json', '/openapi.yaml', '/postman.json', '/client.tgz'];

let service: DemoTestService;
let routes: readonly Route[];

beforeAll(async () => {
  service = await startDemoService();
  routes = routesOf(service.app);
});

afterAll(() => service.close());

describe('Every route protects itself', () => {
  it('from requests without a key, unless it is in the list of public routes', async () => {
    const closed = routes.filter(({ path }) => !isOpen(path));
    expect(closed.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/company/enrich');
    for (const { method, path } of closed) {
      const { status, body } = await callWithRetry(`${service.baseUrl}${path.replaceAll(/:\w+/g, '1')}`, { method });
      expect([method, path, status, body]).toEqual([method, path, 401, { detail: 'Invalid API key' }]);
    }
  });

  it('and every public route in the list exists', async () => {
    for (const path of open) expect((await callWithRetry(`${service.baseUrl}${path}`)).status).toBe(200);
  });
});

function isOpen(path: string): boolean {
  return open.includes(path) || /^\/($|docs\/|console(\/|$))/.test(path);
}

describe('Every answer protects its reader', () => {
  it.each<[status: number, method: string, path: string]>([
    [200, 'GET', '/health'],
    [200, 'GET', '/docs'],
    [200, 'GET', '/openapi.json'],
    [200, 'GET', '/postman.json'],
    [400, 'POST', '/v1/company/enrich'],
    [404, 'GET', '/nothing'],
    [405, 'PUT', '/v1/company/enrich'],
  ])('with security headers and without the name of the software (%d %s %s)', async (status, method, path) => {
    const content = method === 'GET' ? {} : { body: { companies: [] } };
    const answer = await callWithRetry(`${service.baseUrl}${path}`, { method, apiKey: service.apiKey, ...content });
    expect(answer.status).toBe(status);
    const { headers } = answer;
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'self'.*object-src 'none'.*script-src 'self'/);
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/);
    expect(headers.has('X-Powered-By')).toBe(false);
    expect(headers.has('Server')).toBe(false);
    expect(headers.has('Set-Cookie')).toBe(false);
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
  });

  it.each<[status: number, method: string, path: string, apiKey?: string]>([
    [200, 'GET', '/v1/usage'],
    [400, 'POST', '/v1/company/enrich'],
    [401, 'GET', '/v1/usage', 'garbage'],
    [404, 'GET', '/V1/nothing'],
    [405, 'PUT', '/v1/company/enrich'],
  ])('under /v1 from caching (%d %s %s)', async (status, method, path, apiKey = service.apiKey) => {
    const content = method === 'GET' ? {} : { body: { companies: [] } };
    const answer = await callWithRetry(`${service.baseUrl}${path}`, { method, apiKey, ...content });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([status, 'no-store']);
  });

  it('as JSON in UTF-8, and without an ETag for a POST', async () => {
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    const answer = await callWithRetry(`${service.baseUrl}/v1/company/enrich`, { apiKey: service.apiKey, body });
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.has('ETag')).toBe(false);
    expect(answer.headers.has('Last-Modified')).toBe(false);
  });
});
