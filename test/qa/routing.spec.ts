import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { itWith } from './known.js';
import { answererOf, ask, companyPath, ourKey, personPath, signalsPath, startPath, unique } from './target.js';

/** A body that is larger than the limit when it is inflated. */
const tooLarge = { raw: gzipSync(' '.repeat(6_000_000)), headers: { 'Content-Encoding': 'gzip' } };

/** Unknown paths that proxies pass on unchanged. */
const plainPaths: readonly (readonly [what: string, path: string])[] = [
  ['the root', '/'],
  ['an unknown path', `/v1/company/${unique}`],
  ['a path below a route', `${companyPath}/more`],
  ['another version', '/v2/company/enrich'],
  ['an unknown file of the documentation', '/docs/nothing.js'],
  ['a long path', `/${'a'.repeat(7_000)}`],
  ['a member of every JavaScript object', '/__proto__'],
];

/** Unknown paths that a proxy in front may answer itself or change. nginx does so with its default settings. */
const unusualPaths: readonly (readonly [what: string, path: string])[] = [
  ['a doubled slash', '//v1/company/enrich'],
  ['a path with dots that leaves its folder', '/docs/..%2f..%2fpackage.json'],
  ['a path with encoded dots that leaves its folder', '/docs/%2e%2e/%2e%2e/package.json'],
  ['NUL in a path', '/docs/%00'],
  ['bad percent-encoding', '/v1/%zz'],
  ['a lone percent sign', '/%'],
  ['bad UTF-8 in a path', '/v1/%c3%28'],
];

/** The unusual paths that a proxy in front of the service answers itself or changes. */
async function changedPaths(): Promise<ReadonlySet<string>> {
  const asked = unusualPaths.map(async ([, path]) => ({ path, ...(await answererOf(path)) }));
  const answered = await Promise.all(asked);
  const names = ['Server', 'Via'];
  const isProxied = answered.some(
    ({ isService, answer }) => !isService || names.some((name) => answer.headers.has(name)),
  );
  const changed = answered.filter(
    // 405 shows that a proxy has replaced the doubled slash by one: the route exists only under the path with one slash.
    ({ isService, answer, path }) => !isService || (isProxied && path.startsWith('//') && answer.status === 405),
  );
  return new Set(changed.map(({ path }) => path));
}

const changed = await changedPaths();

describe('Routing', () => {
  describe('rejects', () => {
    async function expectNotFound(path: string): Promise<void> {
      for (const apiKey of [undefined, ourKey]) {
        const { status, headers, body } = await ask(path, { apiKey, headers: { 'X-Request-Id': unique } });
        expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
        expect(headers.get('X-Request-Id')).toBe(unique);
        expect(headers.get('Content-Type')).toContain('application/json');
      }
    }

    it.each(plainPaths)('answers 404 to %s', (_what, path) => expectNotFound(path));

    for (const [what, path] of unusualPaths) {
      const reason = 'a proxy in front of the service answers such paths itself, or changes them';
      itWith(changed.has(path) ? null : path, reason, `answers 404 to ${what}`, expectNotFound);
    }

    it.each<[method: string, path: string, allow: string]>([
      ['GET', companyPath, 'POST'],
      ['PUT', companyPath, 'POST'],
      ['PATCH', companyPath, 'POST'],
      ['DELETE', companyPath, 'POST'],
      ['OPTIONS', companyPath, 'POST'],
      ['PROPFIND', companyPath, 'POST'],
      ['GET', personPath, 'POST'],
      ['GET', signalsPath, 'POST'],
      ['GET', startPath, 'POST'],
      ['POST', '/v1/prospecting/jobs', 'GET, HEAD'],
      ['POST', '/v1/prospecting/jobs/1/results', 'GET, HEAD'],
      ['GET', '/v1/prospecting/jobs/1/cancel', 'POST'],
      ['POST', '/v1/usage', 'GET, HEAD'],
      ['POST', '/v1/me', 'GET, HEAD'],
      ['POST', '/v1/prospecting/jobs/1', 'GET, HEAD'],
      ['POST', '/health', 'GET, HEAD'],
      ['OPTIONS', '/health', 'GET, HEAD'],
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['DELETE', '/docs', 'GET, HEAD'],
    ])('answers 405 to %s %s and names the methods that are allowed', async (method, path, allow) => {
      const answer = await ask(path, { method });
      expect([answer.status, answer.body]).toEqual([405, { detail: 'Method Not Allowed' }]);
      expect(answer.headers.get('Allow')).toBe(allow);
    });

    it('answers 405 without a body to HEAD for a POST route', async () => {
      const answer = await ask(companyPath, { method: 'HEAD' });
      expect([answer.status, answer.body, answer.headers.get('Allow')]).toEqual([405, '', 'POST']);
    });

    it.each([
      ['POST', '/v1/nothing', 404],
      ['PUT', companyPath, 405],
      ['POST', '/health', 405],
    ])('refuses %s %s because of its path before it reads the body', async (method, path, expected) => {
      const bodies = [
        { raw: '{' },
        { raw: 'x', headers: { 'Content-Type': 'text/plain' } },
        { raw: ' '.repeat(300_000) },
      ];
      for (const content of bodies) expect((await ask(path, { method, ...content })).status).toBe(expected);
    });

    it('answers 404 to POST /v1/nothing with a body of 6 MB', async () => {
      expect(await ask('/v1/nothing', tooLarge)).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    });
  });
});
