import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { call, type Call } from '../support/http/http.js';
import { itWith } from './known.js';
import {
  ask,
  askRaw,
  baseUrl,
  companyPath,
  freeRequest,
  nowhere,
  ourKey,
  personPath,
  signalsPath,
  startPath,
  unique,
} from './target.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const noKey = { apiKey: undefined };
/** A body that is larger than the limit when it is inflated. */
const tooLarge = { raw: gzipSync(' '.repeat(6_000_000)), headers: { 'Content-Encoding': 'gzip' } };

/** Requests that get each status and cost nothing. Each route of the contract is among them. */
const provocations: readonly (readonly [status: number, method: string, path: string, options: Call])[] = [
  [200, 'POST', companyPath, { body: freeRequest }],
  [200, 'POST', personPath, { body: { persons: [{ work_email: `jo@${nowhere}` }], include_personas: true } }],
  [200, 'POST', signalsPath, { body: { start_time: '1000-02-28', end_time: '1000-02-28' } }],
  [200, 'GET', '/v1/me', {}],
  [200, 'GET', '/v1/keys', {}],
  [200, 'GET', '/v1/fields', {}],
  [200, 'GET', '/v1/teams', {}],
  [200, 'GET', '/v1/credits', {}],
  [200, 'GET', `/v1/companies?q=${nowhere}`, {}],
  [200, 'GET', '/v1/prospecting/jobs', {}],
  [200, 'GET', '/v1/usage/requests', {}],
  [200, 'GET', '/v1/usage', {}],
  [200, 'GET', '/health', noKey],
  [200, 'GET', '/openapi.json', noKey],
  [200, 'GET', '/postman.json', noKey],
  [400, 'POST', companyPath, { body: { companies: [] } }],
  [401, 'POST', companyPath, { apiKey: unique, body: freeRequest }],
  [404, 'GET', '/v1/nothing', noKey],
  [404, 'GET', '/v1/prospecting/jobs/0', {}],
  [404, 'GET', '/v1/prospecting/jobs/0/results', {}],
  [404, 'POST', '/v1/prospecting/jobs/0/cancel', {}],
  [404, 'GET', `/v1/usage/requests/${unique}`, {}],
  [405, 'PUT', companyPath, { body: freeRequest }],
  [413, 'POST', companyPath, tooLarge],
  [415, 'POST', companyPath, { raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [422, 'POST', companyPath, { raw: '{' }],
  [422, 'POST', startPath, { body: {} }],
];

describe('Every answer', () => {
  describe('succeeds', () => {
    it.each(provocations)('has the headers of the contract: %d for %s %s', async (status, method, path, options) => {
      const id = `${unique}:${status}`;
      const answer = await ask(path, { ...options, method, headers: { ...options.headers, 'X-Request-Id': id } });
      expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([status, id]);
      expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('Cache-Control')).toBe(
        /^\/(v1|health|ready|docs|openapi\.json|postman\.json)/.test(path) ? 'no-store' : null,
      );
      if (status >= 400) expect(answer.body).toEqual({ detail: expect.anything() });
      if (method === 'POST')
        expect([answer.headers.has('ETag'), answer.headers.has('Last-Modified')]).toEqual([false, false]);
    });

    it('states the remaining requests of the rate limit, except for GET /health', async () => {
      const { headers } = await ask(companyPath, { body: freeRequest });
      const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
        headers.get(`X-RateLimit-${name}`),
      );
      expect(Number(remaining)).toBeLessThan(Number(limit));
      expect(Number(reset)).toBeGreaterThanOrEqual(0);
      expect((await ask('/health', noKey)).headers.has('X-RateLimit-Limit')).toBe(false);
    });

    it.each(['a', '0', 'req_1', '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90', 'trace:00-ab.c', 'x'.repeat(128)])(
      'repeats the request id %s',
      async (id) => {
        const { headers } = await askRaw('/health', { headers: { 'X-Request-Id': id } });
        expect(headers['x-request-id']).toBe(id);
      },
    );

    it('has a new request id if the request has none', async () => {
      const ids = await Promise.all([1, 2].map(async () => (await ask('/health', noKey)).headers.get('X-Request-Id')));
      for (const id of ids) expect(id).toMatch(uuid);
      expect(ids[0]).not.toBe(ids[1]);
    });
  });

  describe('protects', () => {
    it.each(provocations)(
      'has security headers and names no software: %d for %s %s',
      async (status, method, path, options) => {
        const { headers, ...answer } = await ask(path, { ...options, method });
        expect(answer.status).toBe(status);
        expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
        expect(headers.get('Referrer-Policy')).toBe('no-referrer');
        expect(headers.get('Content-Security-Policy')).toMatch(
          /default-src 'self'.*object-src 'none'.*script-src 'self'/,
        );
        expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/);
        expect(headers.has('Set-Cookie')).toBe(false);
        expect(`${headers.get('X-Powered-By') ?? ''}${headers.get('Server') ?? ''}`).not.toMatch(/express|node|nest/i);
      },
    );

    it('cannot be read by a page whose origin the operator has not allowed', async () => {
      const headers = { Origin: `https://${unique}.example` };
      const answer = await ask(companyPath, { body: freeRequest, headers });
      expect([null, '*']).toContain(answer.headers.get('Access-Control-Allow-Origin'));
    });

    it.each([
      ['a space', 'a b'],
      ['129 characters', 'x'.repeat(129)],
      ['markup', '<b>'],
      ['quotes', '"x"'],
      ['a format', '%s%n'],
      ['a lookup', '${x}'],
      ['letters beyond ASCII', '\u00e9'],
      ['a tab', 'a\tb'],
      ['a list', 'a,b'],
      ['nothing', ''],
    ])('replaces a request id that is or contains %s', async (_what, id) => {
      const { headers } = await ask('/health', { ...noKey, headers: { 'X-Request-Id': id } });
      expect(headers.get('X-Request-Id')).toMatch(uuid);
    });

    it('has a new request id if the request has two request ids', async () => {
      const { headers } = await askRaw('/health', { headers: { 'X-Request-Id': ['a', 'b'] } });
      expect(headers['x-request-id']).toMatch(uuid);
    });
  });
});
describe('Authentication', () => {
  describe('rejects', () => {
    it.each<[what: string, key: (valid: string) => string | undefined]>([
      ['no key', () => undefined],
      ['an empty key', () => ''],
      ['a text that is no key', () => 'garbage'],
      ['a key with a wrong last character', (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
      ['a key in capitals', (key) => key.toUpperCase()],
      ['a key cut short', (key) => key.slice(0, -6)],
      ['a key with another character at its end', (key) => `${key}x`],
      ['a key as a bearer token', (key) => `Bearer ${key}`],
      ['a key twice in one header', (key) => `${key}, ${key}`],
      ['a key of 8 kB', (key) => key.padEnd(8_000, 'a')],
    ])('refuses %s with 401', async (_what, key) => {
      const { status, body } = await ask(companyPath, { apiKey: key(ourKey), body: freeRequest });
      expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
    });

    it('answers 401 to two key headers, even if each has a valid key', async () => {
      const headers = { 'X-Api-Key': [ourKey, ourKey], 'Content-Type': 'application/json' };
      const answer = await askRaw(companyPath, { method: 'POST', headers, body: JSON.stringify(freeRequest) });
      expect([answer.status, answer.text]).toEqual([401, '{"detail":"Invalid API key"}']);
    });

    it('answers 401 to a key in another header, in a cookie or in the query', async () => {
      // Proxies write the query to their access logs, so the query of this request has no valid key.
      const headers = { Authorization: `Bearer ${ourKey}`, Cookie: `X-Api-Key=${ourKey}` };
      expect((await ask(companyPath, { ...noKey, headers, body: freeRequest })).status).toBe(401);
      expect((await ask(`${companyPath}?api_key=${unique}`, { ...noKey, body: freeRequest })).status).toBe(401);
    });

    it.each([companyPath, personPath, signalsPath, startPath])(
      'answers 401 to an invalid key at %s before it checks the JSON, type, schema and size of the body',
      async (path) => {
        const contents = [
          tooLarge,
          { raw: '{' },
          { raw: '{}', headers: { 'Content-Type': 'text/plain' } },
          { body: { companies: 1, persons: 1, start_time: 1, network_url: 1 } },
        ];
        for (const content of contents) {
          expect((await ask(path, { apiKey: unique, ...content })).status).toBe(401);
        }
      },
    );
  });
});
describe('The rate limit', () => {
  describe('protects', () => {
    const isWanted = process.env.E2E_RATE_LIMIT === 'provoke';
    const reason = 'exceeding it would refuse other clients of the address, set E2E_RATE_LIMIT=provoke';
    itWith(isWanted || null, reason, 'refuses requests with 429, and says when the next one is accepted', async () => {
      const limits = (await ask('/v1/nothing', noKey)).headers.get('RateLimit-Policy') ?? '';
      const perSecond = Math.min(...[...limits.matchAll(/q=(\d+)/g)].map(([, quota]) => Number(quota)));
      // A higher limit would need too many requests to exceed it.
      expect(perSecond).toBeLessThanOrEqual(1_000);
      const requests = Array.from({ length: 2 * perSecond }, () => call(`${baseUrl}/v1/nothing`));
      const refused = (await Promise.all(requests)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const { headers, body } of refused) {
        expect(body).toEqual({ detail: 'Rate limit exceeded' });
        expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
        expect(headers.get('X-RateLimit-Remaining')).toBe('0');
        expect(headers.get('X-Request-Id')).toMatch(uuid);
      }
      expect((await ask('/health', noKey)).status).toBe(200);
      expect((await ask('/v1/nothing', noKey)).status).toBe(404);
    });
  });
});
