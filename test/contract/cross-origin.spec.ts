import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { rawRequest, type RawAnswer } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const page = 'https://app.example.com';
const enrichPath = '/v1/company/enrich';

let home: TestService;
let shared: TestService;
let open: TestService;
let apiKey: string;

beforeAll(async () => {
  home = await startTestService();
  const listed = 'https://APP.example.com:443/, http://localhost:5173';
  shared = await startTestService({ sharing: home, env: { CORS_ORIGINS: listed, RATE_BURST_LIMIT: '2' } });
  open = await startTestService({ sharing: home, env: { CORS_ORIGINS: '*' } });
  ({ apiKey } = await home.issueKey('ours'));
});

afterAll(async () => {
  for (const service of [open, shared, home]) await service.close();
});

/** Sends the preflight request that a browser sends for a page of the origin. */
function preflight({ baseUrl }: TestService, origin: string, path = enrichPath): Promise<RawAnswer> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,idempotency-key,x-api-key',
  };
  return rawRequest(`${baseUrl}${path}`, { method: 'OPTIONS', headers });
}

function ask({ baseUrl }: TestService, origin: string, path = '/v1/usage'): Promise<RawAnswer> {
  return rawRequest(`${baseUrl}${path}`, { headers: { Origin: origin, 'X-Api-Key': apiKey } });
}

const named = (list: string | undefined): string[] => (list ?? '').split(',').map((name) => name.toLowerCase());

describe('CORS_ORIGINS succeeds', () => {
  it.each([page, 'http://localhost:5173'])(
    'allows pages of the listed origin %s to call the service',
    async (origin) => {
      const { status, headers, text } = await preflight(shared, origin);
      expect([status, text, headers['access-control-allow-origin']]).toEqual([204, '', origin]);
      expect(headers.vary).toMatch(/\bOrigin$/);
      expect(named(headers['access-control-allow-methods'])).toEqual(expect.arrayContaining(['get', 'post']));
      expect(named(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining(['x-api-key', 'content-type', 'content-encoding', 'idempotency-key', 'x-request-id']),
      );
      expect(Number(headers['access-control-max-age'])).toBeGreaterThan(600);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it('allows pages of any origin if its value is *', async () => {
    expect((await preflight(open, 'https://other.example')).headers['access-control-allow-origin']).toBe('*');
    const { status, headers } = await ask(open, 'https://other.example');
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
  });

  it('allows pages to read every answer, also errors, and every documented header', async () => {
    const documented = (await OpenApiDocument.of(open.baseUrl)).operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) => Object.keys(response.headers ?? {})),
    );
    const exposed = new Set(['Allow', ...documented.filter((name) => name !== 'Cache-Control')]);
    expect(exposed).toContain('X-Credits-Data-Access-Charged');
    for (const path of ['/v1/usage', '/v1/nothing', '/health', '/openapi.json']) {
      const { headers } = await ask(open, page, path);
      expect([path, headers['access-control-allow-origin']]).toEqual([path, '*']);
      expect(headers['access-control-expose-headers']).toBe([...exposed].sort().join(','));
    }
  });

  it('does not count the preflight requests of pages against the rate limit', async () => {
    for (let round = 0; round < 5; round += 1) expect((await preflight(shared, page)).status).toBe(204);
    const answers = [await ask(shared, page), await ask(shared, page), await ask(shared, page)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBe(page);
    expect((await preflight(shared, page)).status).toBe(204);
  });
});

describe('CORS_ORIGINS protects', () => {
  it.each([
    ['a preflight request of another origin', () => preflight(shared, 'https://app.example.com.evil.example')],
    ['a preflight request of an origin with another scheme', () => preflight(shared, 'http://app.example.com')],
    ['a preflight request of any origin if it is not set', () => preflight(home, page)],
    [
      'OPTIONS without the headers of a preflight request',
      () => rawRequest(`${open.baseUrl}${enrichPath}`, { method: 'OPTIONS' }),
    ],
  ])('answers 405 or 429 to %s, without a header that would allow a page to read the answer', async (_what, send) => {
    const { status, headers } = await send();
    expect(headers).not.toHaveProperty('access-control-allow-methods');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect([405, 429]).toContain(status);
  });

  it('sends no header that allows a page to read an answer if no origins are configured', async () => {
    const { status, headers } = await ask(home, page);
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
