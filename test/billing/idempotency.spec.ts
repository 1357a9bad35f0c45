import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../support/records/company-api.js';
import { companyEnrich, personEnrich, post, signals, storedRows, type Endpoint } from '../support/http/idempotency.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { rawRequest } from '../support/http/raw-request.js';
import { storeManySignals, storeSignals } from '../support/records/signals.js';

let service: PersonService;
let client: Client;

beforeAll(async () => {
  service = await startPersonService({
    companies: [{ website: 'acme.example', name: 'Acmé' }],
    persons: [{ network_url: 'network.com/in/jane-doe', full_name: 'Jané Doe' }],
  });
  client = service.ours;
});

beforeEach(async () => {
  await service.database.pool.query('delete from stored_answer');
  await service.database.pool.query('delete from signal');
  await storeSignals(service.database, 'ours', [{ message_text: 'Año nuevo "\u2028"' }]);
});

afterAll(() => service.close());

/** Changes the companies, persons and signals from which the endpoints make their answers. */
async function changeData(): Promise<void> {
  await service.database.pool.query('update company set name = name || $1', ['!']);
  await service.database.pool.query('update person set full_name = full_name || $1', ['!']);
  await service.database.pool.query('delete from signal');
}

const charged: readonly (readonly [string, Endpoint])[] = [companyEnrich, personEnrich].map(
  (endpoint) => [endpoint.path, endpoint] as const,
);
const free: readonly (readonly [string, Endpoint])[] = [
  ['a request for signals', signals],
  [
    'an enrichment that matches no company',
    { ...companyEnrich, body: { companies: [{ external_id: 'a', website: 'nobody.example' }], fields: ['name'] } },
  ],
  [
    'an enrichment that returns only signals',
    { ...companyEnrich, body: { companies: [{ external_id: 'a', website: 'acme.example' }], allow_signals: {} } },
  ],
];

describe('A POST with an idempotency key', () => {
  it.each(charged)('replays the answer of %s with the same status and bytes', async (_path, endpoint) => {
    const key = randomUUID();
    const first = await post(client, endpoint, key, { 'X-Request-Id': 'first' });
    expect(first).toMatchObject({ status: 200, headers: { 'x-request-id': 'first' } });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    await changeData();
    const second = await post(client, endpoint, key, { 'X-Request-Id': 'second' });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': first.headers['content-length'],
      'x-request-id': 'second',
      'idempotent-replayed': 'true',
      'original-request-id': 'first',
    });
    expect((await post(client, endpoint, randomUUID())).text).not.toBe(first.text);
  });

  it.each([...charged, ...free])('gets the answer that it would get without a key, for %s', async (_path, endpoint) => {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': client.apiKey };
    const plain = await rawRequest(`${client.baseUrl}${endpoint.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(endpoint.body),
    });
    const { status, text, headers: sent } = await post(client, endpoint, randomUUID());
    expect([status, text, sent['content-type']]).toEqual([200, plain.text, plain.headers['content-type']]);
    if (endpoint !== signals) expect(text).toContain('"identifier":{"external_id":"a",');
  });

  it('charges only the first request, and returns the charged credits and the balance each time', async () => {
    const first = await post(client, companyEnrich, 'key');
    const second = await post(client, companyEnrich, 'key');
    const charged = [first, second].map(({ headers }) => headers['x-credits-data-access-charged']);
    const remaining = [first, second].map(({ headers }) => headers['x-credits-data-access-remaining']);
    expect(charged).toEqual(['1', '0']);
    expect(remaining).toEqual([expect.stringMatching(/^\d+$/), remaining[0]]);
  });

  it('stores the answer for 24 hours', async () => {
    const first = await post(client, companyEnrich, 'key');
    expect(await storedRows(service.database)).toMatchObject([{ key: 'key', status: 200, hours: 24 }]);
    await service.database.pool.query(`update stored_answer set expires_at = now() + interval '1 minute'`);
    expect((await post(client, companyEnrich, 'key')).headers).toHaveProperty('idempotent-replayed');
    await service.database.pool.query('update stored_answer set expires_at = now()');
    await changeData();
    const anew = await post(client, companyEnrich, 'key');
    expect(anew.headers).not.toHaveProperty('idempotent-replayed');
    expect(anew.text).not.toBe(first.text);
  });

  it('accepts an expired key for a different request', async () => {
    await post(client, companyEnrich, 'key');
    await service.database.pool.query('update stored_answer set expires_at = now()');
    expect((await post(client, personEnrich, 'key')).status).toBe(200);
    expect((await post(client, personEnrich, 'key')).headers).toHaveProperty('idempotent-replayed');
  });

  it.each(free)('stores no free answer, and does the work again, for %s', async (_what, endpoint) => {
    for (const id of ['first', 'second']) {
      const { status, headers } = await post(client, endpoint, 'key', { 'X-Request-Id': id });
      expect([status, headers['x-request-id'], headers['idempotent-replayed']]).toEqual([200, id, undefined]);
      expect(await storedRows(service.database)).toEqual([]);
    }
    expect((await post(client, companyEnrich, 'key')).status).toBe(200);
    expect((await post(client, companyEnrich, 'key')).headers).toHaveProperty('idempotent-replayed');
  });

  it('streams a long free answer', async () => {
    await storeManySignals(service.database, 'ours', { count: 5_000, sites: 3, textLength: 100 });
    const { headers, text } = await post(client, signals, 'key');
    expect(headers['transfer-encoding']).toBe('chunked');
    const answer = JSON.parse(text) as { signals: Record<string, unknown[]> };
    expect(Object.values(answer.signals).flat()).toHaveLength(5_001);
  });
});

describe('A POST with an unusable idempotency key', () => {
  const refused = (input: unknown) => ({
    detail: [
      {
        type: 'value_error',
        loc: ['header', 'idempotency-key'],
        msg: expect.stringMatching(/^Value error, ./),
        input,
        ctx: { error: {} },
      },
    ],
  });

  it.each([
    ['another body', { ...companyEnrich, body: { ...companyEnrich.body, fields: ['website'] } }],
    ['a space before the body', { ...companyEnrich, body: ` ${JSON.stringify(companyEnrich.body)}` }],
    ['a body that does not match the schema', { ...companyEnrich, body: '{}' }],
    ['a missing body', { ...companyEnrich, body: '' }],
    ['another endpoint', { ...companyEnrich, path: personEnrich.path }],
  ])('is rejected if its key belongs to another request, from which it differs by %s', async (_what, other) => {
    const first = await post(client, companyEnrich, 'key');
    const answer = await post(client, other, 'key');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([422, refused('key')]);
    expect((await post(client, companyEnrich, 'key')).text).toBe(first.text);
  });

  it.each([
    ['an empty key', ''],
    ['a key that is too long', 'x'.repeat(256)],
    ['a key with a tab', 'a\tb'],
    ['a key with a letter that is not ASCII', 'schlüssel'],
  ])('is rejected because of its key: %s', async (_what, key) => {
    const answer = await post(client, companyEnrich, key);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([422, refused(expect.any(String))]);
    expect(await storedRows(service.database)).toEqual([]);
  });

  it('is rejected when it has several keys', async () => {
    const answer = await post(client, companyEnrich, ['a', 'a']);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([422, refused(['a', 'a'])]);
  });
});

describe('Idempotency keys', () => {
  it('are independent of the keys of other tenants', async () => {
    await post(client, companyEnrich, 'key');
    const theirs = await post(service.theirs, personEnrich, 'key');
    expect([theirs.status, theirs.text]).toEqual([200, expect.stringContaining('Jan')]);
    expect(await storedRows(service.database)).toMatchObject([{ tenant_id: 'ours' }, { tenant_id: 'theirs' }]);
  });

  it('are shared by all API keys of a tenant', async () => {
    await post(client, companyEnrich, 'key');
    const { apiKey } = await service.issueKey('ours');
    expect((await post({ ...client, apiKey }, companyEnrich, 'key')).headers).toHaveProperty('idempotent-replayed');
  });

  it('are not stored for requests without a key, for unknown routes and for /health', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': client.apiKey };
    for (const { path, body } of [companyEnrich, personEnrich, signals]) {
      const answer = await rawRequest(`${client.baseUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
    expect((await post(client, { path: '/v1/nowhere', body: {} }, 'key')).status).toBe(404);
    const health = await rawRequest(`${client.baseUrl}/health`, { headers: { 'Idempotency-Key': 'x'.repeat(300) } });
    expect(health.status).toBe(200);
    expect(await storedRows(service.database)).toEqual([]);
  });
});
