import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cutOffDatabase } from '../support/outages/outage.js';
import { call, type Answer, type Call } from '../support/http/http.js';
import { routesOf, type Route } from '../support/http/routes.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** The routes that need no key. */
const open = [
  ...['/health', '/ready', '/docs', '/docs/', '/openapi.json', '/openapi.yaml', '/postman.json', '/client.tgz'],
  ...['/operator/openapi.json', '/operator/openapi.yaml'],
];
/** The routes without a rate limit: probes of operators, and files of the console. */
const unlimited = ['/health', '/ready', '/console/assets/:name'];
/** The routes whose requests have no body or a file, although their method allows JSON. */
const bodiless = [
  '/v1/prospecting/jobs/:job_id/cancel',
  '/operator/v1/tenants/:tenant/suspend',
  '/operator/v1/tenants/:tenant/resume',
  '/operator/v1/keys/:key_id/revoke',
  '/operator/v1/uploads/:upload_id/content',
];
const operatorKey = 'operators-know-this-secret';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const stackTrace = /\bat .*\.(js|ts):|node_modules|\bselect\b/i;

let service: TestService;
let apiKey: string;
let routes: readonly Route[];
let closed: readonly Route[];
let bodied: readonly Route[];

beforeAll(async () => {
  service = await startTestService({ env: { MCP: 'on', OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  ({ apiKey } = await service.issueKey('ours'));
  routes = routesOf(service.app);
  closed = routes.filter(({ path }) => !isOpen(path));
  bodied = closed.filter(({ method, path }) => ['POST', 'PUT', 'PATCH'].includes(method) && !bodiless.includes(path));
});

afterAll(() => service.close());

function isOpen(path: string): boolean {
  return open.includes(path) || /^\/($|docs\/|console(\/|$))/.test(path);
}

function isForOperators({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/operator/v1/');
}

/** Sends a request to a route. Each parameter of its path is 1. A route for operators gets their key instead of that of the tenant. */
function send(route: Route, { headers = {}, ...options }: Call = {}): Promise<Answer> {
  const { method, path } = route;
  const isOperator = isForOperators(route) && options.apiKey === apiKey;
  const sent = isOperator ? { ...headers, 'X-Operator-Key': operatorKey } : headers;
  return call(`${service.baseUrl}${path.replaceAll(/:\w+/g, '1')}`, { method, headers: sent, ...options });
}

/** Calls a function for each route. @returns the name of each route with the result, so that a failure names the route */
async function ofEach<T>(each: readonly Route[], look: (route: Route) => Promise<T>): Promise<[string, T][]> {
  const found: [string, T][] = [];
  for (const route of each) found.push([`${route.method} ${route.path}`, await look(route)]);
  return found;
}

function everyOne<T>(each: readonly Route[], expected: T): [string, T][] {
  return each.map(({ method, path }) => [`${method} ${path}`, expected]);
}

/** For each route a valid body with which it reads the database. */
const lookups: Readonly<Record<string, object>> = {
  '/v1/company/enrich': { companies: [{ website: 'acme.example' }], fields: ['name'] },
  '/v1/person/enrich': { persons: [{ work_email: 'jo@acme.example' }], fields: ['full_name'] },
  '/v1/signals/get-signals': { start_time: '2026-01-01', end_time: '2026-12-31' },
  '/v1/prospecting/start': { network_url: 'https://www.network.com/company/acme' },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_teams', arguments: {} } },
};

describe('The routes of the service', () => {
  it('every route needs a key, unless it is in the list of public routes', async () => {
    expect(closed.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/company/enrich');
    for (const sent of [undefined, 'garbage']) {
      const found = await ofEach(closed, async (route) => {
        const { status, body, headers } = await send(route, { apiKey: sent });
        return [status, body, headers.get('WWW-Authenticate')?.startsWith('ApiKey ') === true];
      });
      expect(found).toEqual(
        closed.map((route): (typeof found)[number] => {
          const isTenants = !isForOperators(route);
          const detail = isTenants ? 'Invalid API key' : 'Invalid operator key';
          return [`${route.method} ${route.path}`, [401, { detail }, isTenants]];
        }),
      );
    }
  });

  it('every route of the list of public routes exists, and answers without a key', async () => {
    for (const path of open) expect([path, (await call(`${service.baseUrl}${path}`)).status]).toEqual([path, 200]);
  });

  it('every route answers 405 to other methods, and names its own methods in the header Allow', async () => {
    const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => !path.includes('*'));
    for (const path of paths) {
      const own = routes.filter((route) => route.path === path).map(({ method }) => method);
      const allowed = own.includes('GET') ? [...own, 'HEAD'] : own;
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const { status, headers, body } = await send({ method, path }, { apiKey });
        const detail = method === 'HEAD' ? '' : { detail: 'Method Not Allowed' };
        const allow = allowed.toSorted().join(', ');
        expect([method, path, status, headers.get('Allow'), body]).toEqual([method, path, 405, allow, detail]);
      }
    }
  });

  it('every route with a body answers 422 to malformed JSON, and states the place of the error', async () => {
    expect(bodied.length).toBeGreaterThan(4);
    const found = await ofEach(bodied, async (route) => {
      const { status, body } = await send(route, { apiKey, raw: '{"a":}' });
      const [{ type, loc } = {}] = (body as { detail: { type?: string; loc?: unknown }[] }).detail;
      return [status, type, loc];
    });
    expect(found).toEqual(everyOne(bodied, [422, 'json_invalid', ['body', 5]]));
  });

  it('every route with a body answers 415 to another content type, and 413 to a body that is too large', async () => {
    const text = { apiKey, raw: '{}', headers: { 'Content-Type': 'text/plain' } };
    const found = await ofEach(bodied, async (route) => [
      (await send(route, text)).status,
      (await send(route, { apiKey, raw: ' '.repeat(6_000_000) })).status,
    ]);
    expect(found).toEqual(everyOne(bodied, [415, 413]));
  });

  it('every route returns the request id that was sent, or a new one if there is none or an invalid one', async () => {
    const found = await ofEach(routes, async (route) => {
      const ids = ['mine:1', 'not valid', undefined].map(async (id) => {
        const { headers } = await send(route, {
          apiKey,
          ...(id === undefined ? {} : { headers: { 'X-Request-Id': id } }),
        });
        return headers.get('X-Request-Id')?.replace(uuid, 'new');
      });
      return Promise.all(ids);
    });
    expect(found).toEqual(everyOne(routes, ['mine:1', 'new', 'new']));
  });

  it('every route states the rate limits in its headers, except probes and files of the console, which have no rate limits', async () => {
    const limited = routes.filter(({ path }) => !unlimited.includes(path));
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy'];
    const found = await ofEach(routes, async (route) => {
      const { headers } = await send(route, { apiKey });
      return names.filter((name) => headers.has(name));
    });
    expect(found.filter(([, sent]) => sent.length > 0)).toEqual(everyOne(limited, names));
  });

  it('every route has security headers, names no software, and nothing but files is cached', async () => {
    const found = await ofEach(routes, async (route) => {
      const { headers } = await send(route, { apiKey });
      // The console has a stricter policy.
      const policy = /default-src 'self'.*object-src 'none'.*script-src 'self'|^default-src 'none'; script-src 'self'/;
      expect(headers.get('Content-Security-Policy')).toMatch(policy);
      expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/);
      const unwanted = ['X-Powered-By', 'Server', 'Set-Cookie', 'Access-Control-Allow-Origin'];
      const isOfData =
        /^\/(v1|operator\/v1|mcp|health|ready|docs|openapi\.json|openapi\.yaml|postman\.json)(\/|$)/.test(route.path);
      return [
        ...['X-Content-Type-Options', 'X-Frame-Options', 'Referrer-Policy'].map((name) => headers.get(name)),
        unwanted.filter((name) => headers.has(name)),
        isOfData === (headers.get('Cache-Control') === 'no-store'),
      ];
    });
    expect(found).toEqual(everyOne(routes, ['nosniff', 'SAMEORIGIN', 'no-referrer', [], true]));
  });

  it('every route answers errors as JSON with `detail` alone, without a stack trace', async () => {
    const found = await ofEach(closed, async (route) => {
      const answers = [
        await send(route),
        await send(route, { apiKey, ...(route.method === 'GET' ? {} : { raw: '{' }) }),
      ];
      return answers.flatMap(({ status, headers, body }) => {
        if (status < 400) return [];
        expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
        expect(JSON.stringify(body)).not.toMatch(stackTrace);
        return Object.keys(body as object);
      });
    });
    for (const [route, members] of found) expect([route, new Set(members)]).toEqual([route, new Set(['detail'])]);
  });

  it('every route with a body answers in JSON, with neither ETag nor Last-Modified', async () => {
    const found = await ofEach(bodied, async (route) => {
      const { headers } = await send(route, { apiKey, body: lookups[route.path] ?? {} });
      return [headers.get('Content-Type'), headers.has('ETag'), headers.has('Last-Modified')];
    });
    expect(found).toEqual(everyOne(bodied, ['application/json; charset=utf-8', false, false]));
  });
});

describe('The routes of a service without a database', () => {
  it('every route answers without the cause of the failure while the database cannot be reached', async () => {
    const troubled = await startTestService({ env: { MCP: 'on', OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
    try {
      const key = (await troubled.issueKey('ours')).apiKey;
      const ask = ({ method, path }: Route): Promise<Answer> =>
        call(`${troubled.baseUrl}${path.replaceAll(/:\w+/g, '1')}`, {
          ...{ method, apiKey: key, headers: { 'X-Operator-Key': operatorKey } },
          ...(lookups[path] === undefined ? {} : { body: lookups[path] }),
        });
      await ask({ method: 'GET', path: '/v1/me' });
      await cutOffDatabase(troubled);
      for (const route of closed) {
        const { status, body } = await ask(route);
        expect([route, JSON.stringify(body)]).toEqual([route, expect.not.stringMatching(stackTrace)]);
        expect([route, status < 500 || 'detail' in (body as object)]).toEqual([route, true]);
      }
    } finally {
      await troubled.close();
    }
  });
});
