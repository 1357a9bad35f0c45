import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import type { Client } from '../support/records/company-api.js';
import { drain, openAnswer } from '../support/http/open-answer.js';
import { eventually } from '../support/service/eventually.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { rawRequest, type RawAnswer } from '../support/http/raw-request.js';
import { year } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const enrichPath = '/v1/company/enrich';
const websites = Array.from({ length: 100 }, (_, index) => `company-${index}.example`);
const many = { companies: websites.map((website) => ({ website })), fields: ['name', 'industry'] };
const one = { companies: [{ website: 'company-1.example' }], fields: ['name'] };
/** The number of stored signals. Their answer has about 60 MB, compressed about 30 MB, which is more than the buffers of a connection. */
const signals = 40_000;
/** The least number of pages in which the signals are read, because a page has at most 512 KiB. */
const pages = 110;

let service: TestService;
let plain: TestService;
let client: Client;
let acquired = 0;
const pool = () => service.app.get(Database, { strict: false }).pool;

beforeAll(async () => {
  service = await startTestService();
  plain = await startTestService({ sharing: service, env: { COMPRESSION: 'off' } });
  client = await service.clientOf('ours');
  await storeCompanies(service.database, websites);
  await service.database.pool.query(
    `insert into signal (tenant_id, date, signal_type, message_text, account_website, fingerprint)
     select 'ours', date '2026-01-01', 'Article', string_agg(encode(sha512((n || ' ' || part)::bytea), 'hex'), ''), 'acme.example', int8send(n)
       from generate_series(1, $1::bigint) n, generate_series(1, 12) part group by n`,
    [signals],
  );
  pool().on('acquire', () => acquired++);
});

beforeEach(() => {
  acquired = 0;
});

afterAll(async () => {
  await plain.close();
  await service.close();
});

function post(
  body: unknown,
  headers: Record<string, string>,
  { baseUrl, apiKey }: Client = client,
): Promise<RawAnswer> {
  return rawRequest(`${baseUrl}${enrichPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, ...headers },
    body: JSON.stringify(body),
  });
}

const accepting = (encoding: string) => ({ 'Accept-Encoding': encoding });
const open = (encoding: string): Promise<IncomingMessage> =>
  openAnswer(client, '/v1/signals/get-signals', year, accepting(encoding));

function inflated({ headers, bytes }: RawAnswer): string {
  return (headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Waits until the service has sent no statement to the database for a quarter of a second. */
async function untilReadingStops(): Promise<void> {
  for (let before = -1; before !== acquired;) {
    before = acquired;
    for (let round = 0; round < 25; round++) await service.database.pool.query('select pg_sleep(0.01)');
  }
}

describe('The compression of answers succeeds', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
  ])('sends an answer to a client with "Accept-Encoding: %s" in %s', async (accepted, encoding) => {
    const { text } = await post(many, {});
    const answer = await post(many, accepting(accepted));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-encoding': encoding, vary: 'Accept-Encoding' } });
    expect(inflated(answer)).toBe(text);
    expect(answer.bytes.length).toBeLessThan(text.length / 5);
  });

  it.each(['/openapi.json', '/openapi.yaml', '/docs/page.css', '/docs/swagger-ui-bundle.js'])(
    'sends %s compressed',
    async (path) => {
      const url = `${service.baseUrl}${path}`;
      const answer = await rawRequest(url, { headers: accepting('br, gzip') });
      expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
      expect(inflated(answer)).toBe((await rawRequest(url)).text);
    },
  );

  it('sends errors and stored answers compressed', async () => {
    const faults = await post({ companies: websites }, accepting('gzip'));
    expect([faults.status, faults.headers['content-encoding']]).toEqual([422, 'gzip']);
    const headers = { 'Idempotency-Key': 'key' };
    const first = await post(many, { ...headers, ...accepting('gzip') });
    const replay = await post(many, { ...headers, ...accepting('br') });
    expect(replay.headers).toMatchObject({ 'idempotent-replayed': 'true', 'content-encoding': 'br' });
    expect(inflated(replay)).toBe(inflated(first));
  });
});

describe('The compression of answers, where it does not apply,', () => {
  it.each([
    ['a client without Accept-Encoding', many, {}],
    ['a client that refuses gzip and br', many, accepting('gzip;q=0, br;q=0')],
    ['a client that accepts only zstd', many, accepting('zstd')],
    ['an answer of less than 1 kB', one, accepting('gzip, br')],
  ])('sends no compressed answer for %s', async (_what, body, headers) => {
    const { status, headers: sent, bytes } = await post(body, headers);
    expect([status, sent['content-encoding'], sent.vary]).toEqual([200, undefined, 'Accept-Encoding']);
    expect(sent['content-length']).toBe(String(bytes.length));
  });

  it('sends no compressed answer to a HEAD request, and none if COMPRESSION is off', async () => {
    const headers = accepting('gzip, br');
    const head = await rawRequest(`${service.baseUrl}/openapi.json`, { method: 'HEAD', headers });
    expect([head.status, head.headers['content-encoding']]).toEqual([200, undefined]);
    const answer = await post(many, headers, { ...client, baseUrl: plain.baseUrl });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  });
});

describe('A compressed stream succeeds', () => {
  it.each(['gzip', 'br'])(
    'stops reading signals from the database while the client reads none (%s)',
    async (encoding) => {
      const answer = await open(encoding);
      await once(answer, 'readable');
      expect(acquired).toBeLessThan(pages / 2);
      await untilReadingStops();
      expect(acquired).toBeLessThan(pages / 2);
      await drain(answer);
      expect([answer.complete, answer.headers['content-encoding']]).toEqual([true, encoding]);
      expect(acquired).toBeGreaterThanOrEqual(pages);
    },
  );

  it('sends its first signals before the last are read from the database', async () => {
    const answer = await open('gzip');
    const text = answer.pipe(createGunzip());
    const [first] = (await once(text, 'data')) as [Buffer];
    text.pause();
    expect(first.toString('utf8')).toMatch(/^\{"signals":\{"acme\.example":\[\{"date":"2026-01-01"/);
    expect(acquired).toBeLessThan(pages);
    answer.destroy();
  });

  it('closes the connection when a read of the database fails, and stops reading when the client disconnects', async () => {
    const broken = await open('br');
    await untilReadingStops();
    await service.database.pool.query('alter table signal rename to signal_elsewhere');
    try {
      await expect(drain(broken)).rejects.toThrow('aborted');
    } finally {
      await service.database.pool.query('alter table signal_elsewhere rename to signal');
    }
    acquired = 0;
    const left = await open('gzip');
    await once(left, 'readable');
    left.destroy();
    await untilReadingStops();
    expect(acquired).toBeLessThan(pages / 2);
    await eventually(() => pool().idleCount === pool().totalCount);
  });
});
