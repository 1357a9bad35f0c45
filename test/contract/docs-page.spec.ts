import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callWithRetry } from '../support/call-with-retry.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

/** Every URL that the page loads, resolved like in a browser. */
function loadedBy(html: string, page: string): URL[] {
  const elements = html.match(/<(?:script|link|img|iframe|source)\b[^>]*>/g) ?? [];
  return elements.flatMap((element) => {
    const address = /\b(?:src|href)="?([^"\s>]+)/.exec(element)?.[1];
    return address === undefined ? [] : [new URL(address, page)];
  });
}

describe('GET /docs succeeds', () => {
  it.each(['/docs', '/docs/'])('at %s with a page that loads only from the service', async (path) => {
    const page = `${service.baseUrl}${path}`;
    const answer = await callWithRetry(page);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    const loaded = loadedBy(String(answer.body), page);
    expect(loaded.map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
    );
    for (const url of loaded) {
      expect(url.origin).toBe(new URL(service.baseUrl).origin);
      const { status, headers } = await callWithRetry(url.href);
      expect([url.pathname, status]).toEqual([url.pathname, 200]);
      if (url.pathname.endsWith('.js')) expect(headers.get('Content-Type')).toMatch(/javascript/);
      if (url.pathname.endsWith('.css')) expect(headers.get('Content-Type')).toMatch(/^text\/css/);
    }
  });

  it('with scripts in files only, because its policy forbids inline scripts', async () => {
    const { body, headers } = await callWithRetry(`${service.baseUrl}/docs`);
    expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'self';script-src-attr 'none'/);
    const inline = /<script(?![^>]*\bsrc=)[^>]*>\s*\S/.exec(String(body));
    expect(inline).toBeNull();
    expect(String(body)).not.toMatch(/\son\w+=/);
  });

  it('with the document in the page, without further requests', async () => {
    const { body } = await callWithRetry(`${service.baseUrl}/docs/swagger-ui-init.js`);
    expect(String(body)).toContain('/v1/company/enrich');
    expect(String(body)).not.toMatch(/validator\.swagger\.io|cdn\.|unpkg/);
  });
});
