import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call } from '../support/http/http.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** The size that the files which the browser loads at once may have together, in bytes, compressed with gzip. */
const budget = 80_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: 'operators-know-this-secret' } });
});

afterAll(() => service.close());

describe('The files of the console succeed', () => {
  it('are served at /console, and the page loads no file from another host', async () => {
    const page = await text('/console');
    const names = [...(await filesLoadedAtOnce()).keys()];
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(page).not.toMatch(/https?:\/\/|<style|<script>| style=/);
    for (const name of names) {
      const answer = await fetch(`${service.baseUrl}/console/assets/${name}`);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    ['/console', 'console/assets/'],
    ['/console/', 'assets/'],
    ['/console/prospects', 'assets/'],
    ['/console/prospects/12', '../assets/'],
  ])('are loaded by the page at %s from an address that is relative to it: %s', async (path, prefix) => {
    expect(await text(path)).toContain(`src="${prefix}console-`);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['identity', null],
  ])('are sent to a browser with "Accept-Encoding: %s" in the encoding %s', async (accepted, sent) => {
    const [name = ''] = namesIn(await text('/console')).filter((each) => each.endsWith('.js'));
    const answer = await fetch(`${service.baseUrl}/console/assets/${name}`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(answer.headers.get('content-encoding')).toBe(sent);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toContain('import');
  });

  it.each(['/console', '/console/operate'])(
    `that the page %s loads at once have fewer than ${budget} bytes together when they are compressed`,
    async (page) => {
      const contents = [...(await filesLoadedAtOnce(page)).values()];
      const sizes = contents.map((content) => gzipSync(content, { level: 9 }).length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budget);
    },
  );

  it.each(['/console', '/console/operate'])(
    'are all named by the page %s, so that the browser need not read one script to learn that it needs another',
    async (page) => {
      expect(namesIn(await text(page)).toSorted()).toEqual([...(await filesLoadedAtOnce(page)).keys()].toSorted());
    },
  );

  it('are reached by a browser that opens the base URL, because the service redirects it to the console', async () => {
    const answer = await fetch(service.baseUrl, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'console']);
  });
});

describe('The console rejects requests', () => {
  it.each([
    ['GET', '/', {}],
    ['GET', '/', { accept: 'application/json' }],
    ['GET', '/console/assets/nothing.js', {}],
    ['GET', '/console/assets/..%2Findex.html', {}],
  ])('answers 404 to %s %s with the headers %j', async (method, path, headers) => {
    const { status, body } = await call(service.baseUrl + path, { method, headers });
    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
  });

  it.each(['/', '/console'])('answers 405 to POST %s and names the methods that are allowed', async (path) => {
    const { status, headers } = await call(service.baseUrl + path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answers 404 at /console and at the base URL if CONSOLE is off', async () => {
    const without = await startTestService({ env: { CONSOLE: 'off' }, sharing: service });
    try {
      expect((await call(`${without.baseUrl}/console`)).status).toBe(404);
      expect((await call(without.baseUrl, { headers: { accept: 'text/html' } })).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});

describe('The page of the console protects its user', () => {
  it('has a content security policy that forbids files of other hosts and code made from strings, and sets no cookie', async () => {
    const { headers } = await fetch(`${service.baseUrl}/console/lists`);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.has('set-cookie')).toBe(false);
  });
});

async function text(path: string): Promise<string> {
  const answer = await fetch(service.baseUrl + path);
  expect(answer.status).toBe(200);
  return answer.text();
}

function namesIn(page: string): string[] {
  return Array.from(page.matchAll(/assets\/([\w.-]+)"/g), ([, name = '']) => name);
}

/**
 * The name and content of each file that the browser loads before it shows anything: the files that the page names, and all files that
 * these import statically. A file that is imported as `import("./lists-screen.js")` is loaded later.
 */
async function filesLoadedAtOnce(page = '/console'): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  const names = namesIn(await text(page));
  for (const name of names) {
    if (contents.has(name)) continue;
    const content = await text(`/console/assets/${name}`);
    contents.set(name, content);
    for (const [, imported = ''] of content.matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+)"/g)) names.push(imported);
  }
  return contents;
}
