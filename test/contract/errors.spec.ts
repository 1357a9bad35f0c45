import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../src/platform/auth/api-key.js';
import { callWithRetry } from '../support/call-with-retry.js';
import { rawRequest, sendText } from '../support/raw-request.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

const enrichPath = '/v1/company/enrich';
const request = { companies: [{ website: 'siemens.com' }], fields: ['name'] };

let service: DemoTestService;
let enrichUrl: string;

beforeAll(async () => {
  service = await startDemoService();
  enrichUrl = `${service.baseUrl}${enrichPath}`;
});

afterAll(() => service.close());

describe('Every route rejects', () => {
  it.each<[what: string, key: (valid: string) => string | undefined]>([
    ['no key', () => undefined],
    ['an empty key', () => ''],
    ['garbage', () => 'garbage'],
    ['a key with a wrong checksum', (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['a key that was never issued', () => generateApiKey()],
    ['a key in the wrong case', (key) => key.toUpperCase()],
    ['a key cut short', (key) => key.slice(0, -6)],
    ['a key with something behind it', (key) => `${key}x`],
    ['a key as a bearer token', (key) => `Bearer ${key}`],
    ['8 kB of key', (key) => key.padEnd(8_000, 'a')],
  ])('%s with 401', async (_what, key) => {
    const apiKey = key(service.apiKey);
    const { status, body } = await callWithRetry(enrichUrl, { apiKey, body: request });
    expect(status).toBe(401);
    expect(body).toEqual({ detail: 'Invalid API key' });
  });

  it('two keys with 401, even if they are equal', async () => {
    const headers = { 'X-Api-Key': [service.apiKey, service.apiKey], 'Content-Type': 'application/json' };
    const answer = await rawRequest(enrichUrl, { method: 'POST', headers, body: JSON.stringify(request) });
    expect([answer.status, answer.text]).toEqual([401, '{"detail":"Invalid API key"}']);
  });

  it('a key outside the header with 401', async () => {
    const url = `${enrichUrl}?api_key=${service.apiKey}&X-Api-Key=${service.apiKey}`;
    const headers = { Authorization: `Bearer ${service.apiKey}`, Cookie: `X-Api-Key=${service.apiKey}` };
    expect((await callWithRetry(url, { headers, body: request })).status).toBe(401);
  });

  it('an invalid key before invalid JSON, a wrong type and a body that is too large', async () => {
    for (const content of [{ raw: '{' }, { raw: '{}', headers: { 'Content-Type': 'text/plain' } }]) {
      expect((await callWithRetry(enrichUrl, { apiKey: 'garbage', ...content })).status).toBe(401);
    }
    expect((await callWithRetry(enrichUrl, { raw: ' '.repeat(6_000_000) })).status).toBe(401);
  });
});

describe('The service rejects', () => {
  it.each([
    ['the root', '/'],
    ['an unknown path', '/v1/company/enriched'],
    ['a path below a route', `${enrichPath}/more`],
    ['another version', '/v2/company/enrich'],
    ['a doubled slash', '//v1/company/enrich'],
    ['a path that climbs', '/docs/..%2f..%2fpackage.json'],
    ['a path that climbs otherwise', '/docs/%2e%2e/%2e%2e/package.json'],
    ['an asset that is not there', '/docs/nothing.js'],
    ['NUL in a path', '/docs/%00'],
    ['bad percent-encoding', '/v1/%zz'],
    ['a lone percent sign', '/%'],
    ['bad UTF-8 in a path', '/v1/%c3%28'],
    ['bad percent-encoding below a route', '/docs/%zz'],
    ['a long path', `/${'a'.repeat(10_000)}`],
    ['a name of a prototype', '/__proto__'],
  ])('%s with 404', async (_what, path) => {
    for (const apiKey of [undefined, service.apiKey]) {
      const { status, headers, body } = await callWithRetry(`${service.baseUrl}${path}`, { apiKey });
      expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
      expect(headers.get('Content-Type')).toContain('application/json');
    }
  });

  it.each<[method: string, path: string, allow: string]>([
    ['GET', enrichPath, 'POST'],
    ['PUT', enrichPath, 'POST'],
    ['PATCH', enrichPath, 'POST'],
    ['DELETE', enrichPath, 'POST'],
    ['OPTIONS', enrichPath, 'POST'],
    ['PROPFIND', enrichPath, 'POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['OPTIONS', '/health', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ])('%s %s with 405 and an Allow header', async (method, path, allow) => {
    const answer = await callWithRetry(`${service.baseUrl}${path}`, { method, apiKey: service.apiKey });
    expect([answer.status, answer.body]).toEqual([405, { detail: 'Method Not Allowed' }]);
    expect(answer.headers.get('Allow')).toBe(allow);
  });

  it('a HEAD request to a POST route with 405 and no body', async () => {
    const answer = await callWithRetry(enrichUrl, { method: 'HEAD', apiKey: service.apiKey });
    expect([answer.status, answer.body, answer.headers.get('Allow')]).toEqual([405, '', 'POST']);
  });

  it.each([
    ['POST', '/v1/nothing', 404],
    ['PUT', enrichPath, 405],
    ['POST', '/health', 405],
  ])('%s %s by its path, for any body', async (method, path, expected) => {
    const bodies = [{ raw: '{' }, { raw: 'x', headers: { 'Content-Type': 'text/plain' } }, { raw: ' '.repeat(6e6) }];
    for (const content of bodies) {
      expect((await callWithRetry(`${service.baseUrl}${path}`, { method, ...content })).status).toBe(expected);
    }
  });

  it.each([
    ['text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['an upload', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['lines of JSON', { 'Content-Type': 'application/x-ndjson' }],
    ['a look-alike', { 'Content-Type': 'application/jsonp' }],
    ['two types', { 'Content-Type': 'text/plain, application/json' }],
    ['JSON in Latin-1', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['JSON in UTF-16', { 'Content-Type': 'application/json;charset="utf-16le"' }],
  ])('%s with 415', async (_what, headers) => {
    const { status, body } = await callWithRetry(enrichUrl, { apiKey: service.apiKey, headers, body: request });
    expect([status, body]).toEqual([415, { detail: 'Content-Type must be application/json' }]);
  });

  it.each(['br', 'deflate', 'unheard-of', 'gzip, identity'])('a body in %s with 415', async (encoding) => {
    const headers = { 'Content-Encoding': encoding };
    const { status, body } = await callWithRetry(enrichUrl, { apiKey: service.apiKey, headers, body: request });
    expect([status, body]).toEqual([415, { detail: 'Content-Encoding is not supported' }]);
  });

  it('a body without a type with 415, and treats no body as missing', async () => {
    const headers = { 'X-Api-Key': service.apiKey };
    const withBody = await rawRequest(enrichUrl, { method: 'POST', headers, body: JSON.stringify(request) });
    expect(withBody.status).toBe(415);
    expect((await rawRequest(enrichUrl, { method: 'POST', headers })).status).toBe(422);
  });

  it('more than 5 MB with 413, announced or in chunks', async () => {
    const body = ' '.repeat(5 * 1024 * 1024 + 1);
    const announced = { 'X-Api-Key': service.apiKey, 'Content-Type': 'application/json' };
    for (const headers of [announced, { ...announced, 'Transfer-Encoding': 'chunked' }]) {
      const answer = await rawRequest(enrichUrl, { method: 'POST', headers, body });
      expect([answer.status, answer.text]).toEqual([413, '{"detail":"Request body too large"}']);
    }
  });
});

describe('A malformed HTTP request is rejected', () => {
  const notHttp = { status: 'INVALID_HTTP', message: 'The request is not valid HTTP' };
  const head = 'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n';
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, notHttp],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, notHttp],
    ['large headers', `${head}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'Request headers are too large'],
    ['a large URL', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'Request headers are too large'],
    ['an expectation', `${head}Expect: wonders\r\n\r\n`, 417, 'The expectation cannot be met'],
  ])('%s', async (_, text, status, detail) => {
    const answer = await sendText(service.baseUrl, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('Content-Type: application/json');
    expect(answer).toContain(JSON.stringify({ detail }));
  });

  it('a body that becomes malformed', async () => {
    const head = ['POST /v1/company/enrich HTTP/1.1', 'Host: localhost', `X-Api-Key: ${service.apiKey}`];
    const body = ['Content-Type: application/json', 'Transfer-Encoding: chunked', '', `1;${'x'.repeat(20_000)}`, ''];
    const answer = await sendText(service.baseUrl, [...head, ...body].join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('{"detail":"Chunk extensions are too large"}');
  });
});

describe('The service succeeds', () => {
  it.each([
    'application/json',
    'Application/JSON; Charset=UTF-8',
    'application/json;charset="utf8"',
    'application/a+json',
  ])('with a body of type %s', async (type) => {
    const headers = { 'Content-Type': type, 'Content-Encoding': 'identity' };
    expect((await callWithRetry(enrichUrl, { apiKey: service.apiKey, headers, body: request })).status).toBe(200);
  });

  it('with a slash at the end of a path, and an unknown query', async () => {
    const url = `${enrichUrl}/?fields=%zz&__proto__[x]=1`;
    expect((await callWithRetry(url, { apiKey: service.apiKey, body: request })).status).toBe(200);
  });
});
