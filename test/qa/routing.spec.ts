import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { itWith } from './known.js';
import { answererOf, ask, companyPath, ourKey, unique } from './target.js';

/** Larger than a body may be, once it is inflated. */
const tooLarge = { raw: gzipSync(' '.repeat(6_000_000)), headers: { 'Content-Encoding': 'gzip' } };

/** Paths that no proxy changes. */
const plainPaths: readonly (readonly [what: string, path: string])[] = [
  ['the root', '/'],
  ['an unknown path', `/v1/company/${unique}`],
  ['a path below a route', `${companyPath}/more`],
  ['another version', '/v2/company/enrich'],
  ['an asset that is not there', '/docs/nothing.js'],
  ['a long path', `/${'a'.repeat(7_000)}`],
  ['a name of a prototype', '/__proto__'],
];

/** Paths that a proxy in front may answer by itself or pass on in another form, such as nginx with its default settings. */
const unusualPaths: readonly (readonly [what: string, path: string])[] = [
  ['a doubled slash', '//v1/company/enrich'],
  ['a path that climbs', '/docs/..%2f..%2fpackage.json'],
  ['a path that climbs otherwise', '/docs/%2e%2e/%2e%2e/package.json'],
  ['NUL in a path', '/docs/%00'],
  ['bad percent-encoding', '/v1/%zz'],
  ['a lone percent sign', '/%'],
  ['bad UTF-8 in a path', '/v1/%c3%28'],
];

/** Whether something in front of the service changes paths, for each unusual path. */
async function changedPaths(): Promise<ReadonlySet<string>> {
  const asked = unusualPaths.map(async ([, path]) => ({ path, ...(await answererOf(path)) }));
  const answered = await Promise.all(asked);
  const names = ['Server', 'Via'];
  const isProxied = answered.some(
    ({ isService, answer }) => !isService || names.some((name) => answer.headers.has(name)),
  );
  const changed = answered.filter(
    // The route is found under the path with one slash only.
    ({ isService, answer, path }) => !isService || (isProxied && path.startsWith('//') && answer.status === 405),
  );
  return new Set(changed.map(({ path }) => path));
}

const changed = await changedPaths();

describe('Routing rejects', () => {
  async function expectNotFound(path: string): Promise<void> {
    for (const apiKey of [undefined, ourKey]) {
      const { status, headers, body } = await ask(path, { apiKey, headers: { 'X-Request-Id': unique } });
      expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
      expect(headers.get('X-Request-Id')).toBe(unique);
      expect(headers.get('Content-Type')).toContain('application/json');
    }
  }

  it.each(plainPaths)('%s with 404', (_what, path) => expectNotFound(path));

  for (const [what, path] of unusualPaths) {
    const reason = 'a proxy in front of the service answers such paths itself, or changes them';
    itWith(changed.has(path) ? null : path, reason, `${what} with 404`, expectNotFound);
  }

  it.each<[method: string, path: string, allow: string]>([
    ['GET', companyPath, 'POST'],
    ['PUT', companyPath, 'POST'],
    ['PATCH', companyPath, 'POST'],
    ['DELETE', companyPath, 'POST'],
    ['OPTIONS', companyPath, 'POST'],
    ['PROPFIND', companyPath, 'POST'],
    ['GET', '/v1/prospecting/start', 'POST'],
    ['POST', '/v1/prospecting/jobs/1', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['OPTIONS', '/health', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ])('%s %s with 405, and lists what is allowed', async (method, path, allow) => {
    const answer = await ask(path, { method });
    expect([answer.status, answer.body]).toEqual([405, { detail: 'Method Not Allowed' }]);
    expect(answer.headers.get('Allow')).toBe(allow);
  });

  it('HEAD at a POST route with 405 and no body', async () => {
    const answer = await ask(companyPath, { method: 'HEAD' });
    expect([answer.status, answer.body, answer.headers.get('Allow')]).toEqual([405, '', 'POST']);
  });

  it.each([
    ['POST', '/v1/nothing', 404],
    ['PUT', companyPath, 405],
    ['POST', '/health', 405],
  ])('%s %s by its path, before the body is read', async (method, path, expected) => {
    const bodies = [
      { raw: '{' },
      { raw: 'x', headers: { 'Content-Type': 'text/plain' } },
      { raw: ' '.repeat(300_000) },
    ];
    for (const content of bodies) expect((await ask(path, { method, ...content })).status).toBe(expected);
  });

  it('POST /v1/nothing by its path, for a body of 6 MB', async () => {
    expect(await ask('/v1/nothing', tooLarge)).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
  });
});
