import { describe, expect, it } from '@jest/globals';
import { companyFields, type WireType } from '../support/records/company-fields.js';
import { faultsUnder } from '../support/http/openapi-document.js';
import { openApiStructure } from '../support/http/openapi-structure.js';
import { ask, askRaw, baseUrl, document, ourKey, unique } from './target.js';

const noKey = { apiKey: undefined };

const samples: Record<WireType, { readonly right: unknown; readonly wrong: unknown }> = {
  string: { right: '', wrong: 1 },
  integer: { right: -1, wrong: 1.5 },
  boolean: { right: false, wrong: 'true' },
  list: { right: ['a'], wrong: [1] },
  date: { right: '2024-02-29', wrong: '2024-02-29T00:00:00.000Z' },
  timestamp: { right: '2024-02-29T00:00:00.000Z', wrong: '2024-02-29' },
};

/** The operations that the contract requires. A service may have more. */
const operations = [
  'POST /v1/company/enrich',
  'POST /v1/person/enrich',
  'POST /v1/signals/get-signals',
  'POST /v1/prospecting/start',
  'GET /v1/prospecting/jobs/{job_id}',
  'GET /v1/prospecting/jobs/{job_id}/results',
  'GET /health',
];

describe('GET /health', () => {
  describe('succeeds', () => {
    it('returns a report of liveness and performance, without a key and with any key', async () => {
      for (const apiKey of [undefined, ourKey, unique]) {
        const { status, body } = await ask('/health', { apiKey });
        expect(status).toBe(200);
        // Only a service with a read replica reports on it.
        const { database_replica: replica = { status: 'ok' }, ...report } = body as { database_replica?: object };
        expect(replica).toMatchObject({ status: 'ok' });
        expect(report).toEqual({
          status: 'ok',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          uptime_seconds: expect.any(Number),
          database: { status: 'ok', latency_ms: expect.any(Number) },
          queue: { backend: expect.stringMatching(/^(postgres|redis)$/), status: 'ok', latency_ms: expect.any(Number) },
          workers: expect.objectContaining({ living: expect.any(Number), status: expect.any(String) }),
          endpoints: expect.any(Object),
          event_loop_delay_ms: { mean: expect.any(Number), p99: expect.any(Number) },
          memory_bytes: { rss: expect.any(Number), heap_used: expect.any(Number) },
        });
      }
    });

    it('answers HEAD without a body', async () => {
      const answer = await askRaw('/health', { method: 'HEAD' });
      expect([answer.status, answer.text]).toEqual([200, '']);
    });
  });
});
describe('GET /ready', () => {
  describe('succeeds', () => {
    it('answers without a key that the service is ready', async () => {
      expect(await ask('/ready', noKey)).toMatchObject({ status: 200, body: { status: 'ready' } });
    });
  });
});
describe('GET /openapi.json', () => {
  describe('succeeds', () => {
    it('returns a document of OpenAPI 3.1 that has every operation of the contract', () => {
      expect(faultsUnder(openApiStructure, document.content)).toEqual([]);
      const documented = document.operations.map(({ method, path }) => `${method} ${path}`);
      expect(documented).toEqual(expect.arrayContaining(operations));
      const described = document.operations.map(({ operation }) => operation);
      const ids = described.map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      const tags = document.content.tags.map(({ name }) => name);
      expect(tags).toEqual(expect.arrayContaining(described.flatMap((operation) => operation.tags)));
    });

    it('returns the document as JSON, and GET /openapi.yaml returns its operations as YAML', async () => {
      const json = await ask('/openapi.json', noKey);
      expect(json.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      const yaml = await ask('/openapi.yaml', noKey);
      expect(yaml.status).toBe(200);
      for (const { operation } of document.operations)
        expect(yaml.body).toContain(`operationId: ${operation.operationId}`);
    });

    it('returns a document whose references all have a schema, and whose schemas are all referred to', () => {
      const references = JSON.stringify(document.content).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
      const names = Object.keys(document.content.components.schemas);
      expect(names.toSorted()).toEqual([...new Set([...references].map(([, name]) => name))].toSorted());
    });

    it('requires a key for every operation except GET /health and GET /ready', () => {
      const open = document.operations.filter(({ operation }) => operation.security !== undefined);
      expect(open.map(({ path, operation }) => [path, operation.security])).toEqual([
        ['/health', [{}]],
        ['/ready', [{}]],
      ]);
      expect(document.content).toMatchObject({ security: [{ ApiKey: [] }] });
      expect(document.content.components.securitySchemes.ApiKey).toMatchObject({ in: 'header', name: 'X-Api-Key' });
    });

    it('has an example for every error, and examples of answers and headers that fit their schemas', () => {
      for (const { method, path, operation } of document.operations) {
        for (const [status, { content, headers = {} }] of Object.entries(operation.responses)) {
          const { example, examples = {} } = content['application/json'] ?? {};
          const bodies = [
            ...(example === undefined ? [] : [example]),
            ...Object.values(examples).map(({ value }) => value),
          ];
          const schema = [
            'paths',
            path,
            method.toLowerCase(),
            'responses',
            status,
            'content',
            'application/json',
            'schema',
          ];
          expect([schema, bodies.flatMap((body) => document.faults(schema, body))]).toEqual([schema, []]);
          if (Number(status) >= 400) expect([schema, bodies.length]).not.toEqual([schema, 0]);
          for (const [name, header] of Object.entries(headers)) {
            const ofHeader = [...schema.slice(0, 5), 'headers', name, 'schema'];
            expect([ofHeader, document.faults(ofHeader, header.example)]).toEqual([ofHeader, []]);
          }
        }
      }
    });

    it.each(Object.entries(companyFields))('describes the company field %s and its type, %s', (name, type) => {
      const path = ['components', 'schemas', 'CompanyData', 'properties', name];
      const { properties } = document.content.components.schemas.CompanyData as { properties: Record<string, object> };
      expect(properties[name]).toMatchObject({ description: expect.stringMatching(/\w/) });
      expect(document.faults(path, samples[type].right)).toEqual([]);
      expect(document.faults(path, null)).toEqual([]);
      expect(document.faults(path, samples[type].wrong)).not.toEqual([]);
    });
  });
});
describe('GET /docs', () => {
  describe('succeeds', () => {
    it.each(['/docs', '/docs/'])('returns at %s a page that loads files from this service only', async (path) => {
      const { status, headers, body } = await ask(path, noKey);
      expect([status, headers.get('Content-Type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
      const html = String(body);
      const loaded = addressesIn(html);
      for (const type of ['.js', '.css']) expect(loaded.some((address) => address.endsWith(type))).toBe(true);
      for (const address of loaded) {
        const url = new URL(address, `${baseUrl}${path}`);
        expect(url.origin).toBe(new URL(baseUrl).origin);
        const file = await ask(url.href.slice(baseUrl.length), noKey);
        expect([address, file.status]).toEqual([address, 200]);
        if (address.endsWith('.js')) expect(file.headers.get('Content-Type')).toMatch(/javascript/);
        if (address.endsWith('.css')) expect(file.headers.get('Content-Type')).toMatch(/^text\/css/);
      }
    });

    it('returns a page without inline scripts, which its policy forbids', async () => {
      const { body, headers } = await ask('/docs', noKey);
      expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'self';script-src-attr 'none'/);
      expect(String(body)).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S|\son\w+=/);
      const script = String((await ask('/docs/page.js', noKey)).body);
      expect(script).toContain('openapi.json');
      expect(script).toContain('persistAuthorization: true');
      expect(script).not.toMatch(/https?:|validator\.swagger\.io|cdn\.|unpkg/);
    });
  });
});

/** The addresses that a page loads. */
function addressesIn(html: string): string[] {
  const elements = html.match(/<(?:script|link|img|iframe|source)\b[^>]*>/g) ?? [];
  return elements.flatMap((element) => /\b(?:src|href)="?([^"\s>]+)/.exec(element)?.[1] ?? []);
}
