import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { BodyGate } from '../../src/platform/http/admission-gate.js';
import { enrich, resultsOf, type Client } from '../support/records/company-api.js';
import { type Answer, call } from '../support/http/http.js';
import { lockTable, untilWaiting } from '../support/http/idempotency.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { rawRequest, sendText } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const path = '/v1/company/enrich';
const small = { companies: [{ website: 'acme.example' }], fields: ['name'] };

/** An object with 400,000 keys, 4.7 MB. JSON.parse takes as long for it as for a hundred full batches. */
const manyKeys = `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
const fiveMegabytes = `{"companies":"${'x'.repeat(5_000_000)}"}`;

const tooComplex = [{ type: 'json_too_complex', loc: ['body'], input: {} }];
const refused = [429, { detail: 'Rate limit exceeded' }];

let service: TestService;
let ours: Client;
let theirs: Client;

beforeAll(async () => {
  service = await startTestService();
  await storeCompanies(service.database, ['acme.example']);
  [ours, theirs] = [await service.clientOf('ours'), await service.clientOf('theirs')];
});

afterAll(() => service.close());

function fullBatch(size: number): object {
  const name = (index: number) => `field_${index}`;
  const persons = Array.from({ length: size }, (_, index) => ({
    ...{ network_url: `network.com/in/nobody-${index}`, work_email: `n${index}@acme.example`, full_name: 'No Body' },
    ...{ first_name: 'No', last_name: 'Body', company_domain: 'acme.example', company_name: 'Acme' },
    external_id: `crm-${index}`,
  }));
  return {
    ...{ persons, fields: Array.from({ length: 150 }, (_, index) => name(index)), include_personas: true },
    ...{ include_contact_data: true, enrich_company: ['name', 'website'], explain: true },
    allow_signals: { type: 'ALL', start_time: '2026-01-01', end_time: '2026-02-01' },
  };
}

describe('A large JSON body succeeds', () => {
  it('is accepted if it is a full batch of persons with all identifiers and options', async () => {
    const answer = await call(`${service.baseUrl}/v1/person/enrich`, { apiKey: ours.apiKey, body: fullBatch(1_000) });
    expect(answer.status).toBe(200);
  });

  it('is accepted with 1,000 names of fields', async () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => `field_${index}`);
    expect(await resultsOf(ours, { ...small, fields })).toHaveLength(1);
  });

  it('is accepted with 2,500 companies if MAX_BATCH is 2500, and refused if MAX_BATCH is not set', async () => {
    const wide = await startTestService({ sharing: service, env: { MAX_BATCH: '2500' } });
    try {
      const companies = Array.from({ length: 2_500 }, (_, index) => ({
        ...{ website: 'none.example', network_url: 'network.com/company/none', network_id: '1' },
        ...Object.fromEntries(Array.from({ length: 14 }, (_none, column) => [`column_${column}`, index])),
      }));
      const body = { companies, fields: ['name'] };
      expect((await call(wide.baseUrl + path, { apiKey: ours.apiKey, body })).status).toBe(200);
      expect(await enrich(ours, body)).toMatchObject({ status: 422, body: { detail: tooComplex } });
    } finally {
      await wide.close();
    }
  });
});

describe('A large JSON body rejects', () => {
  it.each([
    ['with too many values', manyKeys, 'JSON should have at most 24000 values, not 400001: send less in one request'],
    [
      'that is nested too deep',
      `{"companies":[],"deep":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`,
      'JSON should be nested at most 64 levels deep, not 2000001',
    ],
    ['of opening brackets', '['.repeat(5_000_000), 'JSON should be nested at most 64 levels deep, not 5000000'],
  ])('is refused with one validation error that names the limit, if it is a body %s', async (_what, raw, msg) => {
    const { status, body } = await enrich(ours, raw);
    expect([status, body]).toEqual([422, { detail: [{ ...tooComplex[0], msg, ctx: expect.any(Object) }] }]);
  });

  it.each([
    ['of commas', ','.repeat(3_000_000), 0],
    ['with an error before it is nested too deep', `{"a":}${'['.repeat(1_000_000)}`, 5],
    ['with an error before it has too many values', `[1 ${'2,'.repeat(1_000_000)}`, 3],
    ['that ends inside a text of 5 MB', `{"companies":"${'x'.repeat(5_000_000)}`, 13],
    ['with a byte order mark and an error', `\uFEFF{"a":}${'['.repeat(100)}`, 5],
  ])('is refused as invalid JSON at the character of its error, if it is a body %s', async (_what, raw, offset) => {
    const { status, body } = await enrich(ours, raw);
    expect([status, body]).toMatchObject([422, { detail: [{ type: 'json_invalid', loc: ['body', offset] }] }]);
  });
});

describe('The protection of other tenants from large JSON bodies', () => {
  it.each([
    ['400,000 keys', manyKeys],
    ['2,400,000 brackets', `${'['.repeat(2_400_000)}${']'.repeat(2_400_000)}`],
  ])(
    'delays their small requests by less than the time to parse one body, while two connections send bodies of %s again and again',
    async (_what, raw) => {
      const parsed = performance.now();
      JSON.parse(manyKeys);
      const parseMs = performance.now() - parsed;
      const over = new AbortController();
      const bytes = Buffer.from(raw);
      const attack = Array.from({ length: 2 }, async () => {
        const statuses = new Set<number>();
        while (!over.signal.aborted) statuses.add((await enrich(ours, bytes)).status);
        return [...statuses];
      });
      const times: number[] = [];
      for (let sent = 0; sent < 15; sent += 1) {
        const start = performance.now();
        expect((await enrich(theirs, small)).status).toBe(200);
        times.push(performance.now() - start);
      }
      over.abort();
      expect(await Promise.all(attack)).toEqual([[422], [422]]);
      times.sort((one, other) => one - other);
      // If the bodies were parsed, each small request would wait for at least one body of each connection.
      expect(times[7]).toBeLessThan(parseMs);
    },
  );
});

describe('The gate for the memory of bodies', () => {
  const [gateBytes, waitMs] = [400_000, 100];
  let narrow: TestService;

  beforeAll(async () => {
    const gate = new BodyGate(gateBytes, waitMs);
    const replace = (module: Parameters<NonNullable<Parameters<typeof startTestService>[0]>['replace'] & {}>[0]) =>
      module.overrideProvider(BodyGate).useValue(gate);
    narrow = await startTestService({ sharing: service, replace });
  });

  afterAll(() => narrow.close());

  it('counts the memory that a body takes when it is parsed, and not the bytes of the body', async () => {
    const columns = Object.fromEntries(Array.from('abcdefghijklmn', (name) => [name, 1]));
    const companies = Array.from({ length: 120 }, () => ({ website: 'acme.example', ...columns }));
    const dense = JSON.stringify({ companies, fields: ['name'] });
    const plain = JSON.stringify({ ...small, unknown: 'x'.repeat(dense.length) });
    const send = (raw: string) => call(narrow.baseUrl + path, { apiKey: ours.apiKey, raw });
    const hold = await lockTable(service.database, 'company_domain');
    const first = send(dense);
    await untilWaiting(service.database, 'company_domain', 1);
    const [second, third] = [send(dense), send(plain)];
    // If the second request were not refused, it would wait for the lock.
    await Promise.race([second, sleep(5_000)]);
    // This is longer than a body waits for the gate.
    await sleep(3 * waitMs);
    await hold.release();
    expect((await second).status).toBe(503);
    expect([(await first).status, (await third).status]).toEqual([200, 200]);
  });
});

describe('The limit of the bytes per second in the bodies of a key', () => {
  let limited: TestService;

  beforeAll(async () => {
    limited = await startTestService({ sharing: service, env: { RATE_BODY_MB_PER_SECOND: '1' } });
  });

  afterAll(() => limited.close());

  const send = (apiKey: string, raw: string | Uint8Array, headers = {}): Promise<Answer> =>
    call(limited.baseUrl + path, { apiKey, raw, headers });

  /** Sends a body in chunks, without the header Content-Length. @returns the status of the answer */
  async function sendChunked(apiKey: string, body: string): Promise<number> {
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const { status } = await rawRequest(limited.baseUrl + path, { method: 'POST', headers, body });
    return status;
  }

  /** Creates a key and sends bodies until its burst is used up. @returns the key */
  async function usedUp(tenant: string): Promise<string> {
    const { apiKey } = await limited.issueKey(tenant);
    for (let sent = 0; sent < 4; sent += 1) expect((await send(apiKey, fiveMegabytes)).status).toBe(422);
    return apiKey;
  }

  it('refuses a body with 429 and the time after which the next one is accepted', async () => {
    const apiKey = await usedUp('sender');
    const { status, body, headers } = await send(apiKey, fiveMegabytes);
    expect([status, body]).toEqual(refused);
    const wait = Number(headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(5);
    expect(headers.get('X-RateLimit-Reset')).toBe(headers.get('Retry-After'));
    expect((await enrich({ baseUrl: limited.baseUrl, apiKey: theirs.apiKey }, fiveMegabytes)).status).toBe(422);
  });

  it('refuses a body by its Content-Length before it is read', async () => {
    const apiKey = await usedUp('announcer');
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, 'Content-Length': 5_000_000 };
    const asking = request(limited.baseUrl + path, { method: 'POST', headers, agent: false });
    asking.on('error', () => undefined);
    asking.flushHeaders();
    const [answer] = (await once(asking, 'response')) as [{ statusCode: number }];
    asking.destroy();
    expect(answer.statusCode).toBe(429);
  });

  it('counts the bytes of a body in chunks or in gzip while they arrive', async () => {
    const apiKey = await usedUp('dripper');
    expect(await sendChunked(apiKey, fiveMegabytes)).toBe(429);
    const packed = gzipSync(fiveMegabytes);
    expect((await send(apiKey, packed, { 'Content-Encoding': 'gzip' })).status).toBe(429);
  });

  it('leaves the connection usable after a refused body', async () => {
    const apiKey = await usedUp('keeper');
    const head = (length: number, more = '') =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${length}\r\n${more}\r\n`;
    const body = JSON.stringify(small);
    const sent = `${head(fiveMegabytes.length)}${fiveMegabytes}${head(body.length, 'Connection: close\r\n')}${body}`;
    expect((await sendText(limited.baseUrl, sent)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 200']);
  });

  it('does not count bodies that are refused because they are too large', async () => {
    const { apiKey } = await limited.issueKey('oversized');
    const tooLarge = 'x'.repeat(6_000_000);
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await sendText(
        limited.baseUrl,
        `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\nContent-Length: ${tooLarge.length}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    }
    expect((await send(apiKey, fiveMegabytes)).status).toBe(422);
  });
});
