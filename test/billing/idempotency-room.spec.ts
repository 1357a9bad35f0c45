import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { StoredAnswerSql } from '../../src/billing/idempotency/stored-answer.sql.js';
import { StoredAnswersTimer } from '../../src/billing/idempotency/stored-answers.timer.js';
import type { Client } from '../support/records/company-api.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { companyEnrich, personEnrich, post } from '../support/http/idempotency.js';
import { storeCompanies } from '../support/records/person-factory.js';
import type { RawAnswer } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const room = 1024 * 1024;
/** A request whose answer has 100 kB, which compress to half of that. */
const long = { ...companyEnrich, body: { companies: [{ website: 'long.example' }], fields: ['account_description'] } };
const endless = { ...companyEnrich, body: { ...long.body, companies: [{ website: 'endless.example' }] } };
const start = { path: '/v1/prospecting/start', body: { network_url: 'network.com/company/acme' } };

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off', STORED_ANSWERS_MB: '1' } });
  await storeCompanies(service.database, ['acme.example', 'long.example', 'endless.example']);
  const describe = 'update company set account_description = $2 where website = $1';
  await service.database.pool.query(describe, ['long.example', randomBytes(50_000).toString('hex')]);
  await service.database.pool.query(describe, ['endless.example', randomBytes(8_500_000).toString('hex')]);
  client = await service.clientOf('ours');
});

afterEach(async () => {
  await service.database.pool.query('delete from stored_answer');
  expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
});

afterAll(() => service.close());

async function numbers(sql: string): Promise<number[]> {
  const { rows } = await service.database.pool.query<number[]>({ text: sql, rowMode: 'array' });
  return rows[0] ?? [];
}

/** The counted and the actual size of the tenant's stored answers. */
const taken = () =>
  numbers(`select coalesce(sum(t.bytes), 0)::float8,
    (select coalesce(sum(512 + coalesce(length(body), 0) + coalesce(length(packed), 0)), 0)::float8 from stored_answer
      where status is not null) from stored_answer_total t`);
const charged = async () => (await numbers(`select coalesce(sum(posted), 0)::int from credit_account`))[0] ?? 0;

async function fill(): Promise<number> {
  for (let stored = 0; ; stored += 1) if ((await post(client, long, randomUUID())).status !== 200) return stored;
}

function expectRefused({ status, text }: RawAnswer, key: string, words: RegExp): void {
  const item = {
    type: 'value_error',
    loc: ['header', 'idempotency-key'],
    input: key,
    msg: expect.stringMatching(words),
  };
  expect([status, JSON.parse(text)]).toEqual([422, { detail: [{ ...item, ctx: { error: {} } }] }]);
}

describe('Stored answers', () => {
  it('are compressed', async () => {
    const fields = ['name', ...Array.from({ length: 200 }, () => randomBytes(24).toString('hex'))];
    const strangers = Array.from({ length: 300 }, (_, index) => ({ website: `stranger-${index}.example` }));
    const body = { companies: [{ website: 'acme.example' }, ...strangers], fields };
    const first = await post(client, { ...companyEnrich, body }, 'key');
    const replay = await post(client, { ...companyEnrich, body }, 'key');
    expect([replay.status, replay.headers['idempotent-replayed'], replay.text]).toEqual([200, 'true', first.text]);
    const [, bytes = 0] = await taken();
    expect(bytes).toBeGreaterThan(512);
    expect(bytes).toBeLessThan(first.bytes.length / 50);
  });

  it('have a total size that is counted correctly after answers are stored, expire or are deleted', async () => {
    for (const endpoint of [long, companyEnrich, long]) await post(client, endpoint, randomUUID());
    const [counted = 0, real] = await taken();
    expect(counted).toBe(real);
    expect(counted).toBeGreaterThan(100_000);
    await service.database.pool.query(`update stored_answer set expires_at = now() where packed is null`);
    const timer = new StoredAnswersTimer(service.app.get(StoredAnswerSql, { strict: false }));
    await timer.round(new AbortController().signal);
    expect((await taken())[0]).toBeLessThan(counted);
    await service.database.pool.query('delete from stored_answer');
    expect(await taken()).toEqual([0, 0]);
  });
});

describe('A tenant whose stored answers have reached their limit', () => {
  it('gets 422 and no charge for a new key, and still gets the stored answers', async () => {
    await post(client, companyEnrich, 'first');
    expect(await fill()).toBeGreaterThan(15);
    const before = await charged();
    await service.database.pool.query(`update stored_answer_total set bytes = bytes + ${room}`);
    expectRefused(await post(client, companyEnrich, 'key'), 'key', /have reached their limit/);
    expectRefused(await post(client, start, 'key'), 'key', /have reached their limit/);
    expect((await post(client, companyEnrich, 'first')).headers['idempotent-replayed']).toBe('true');
    expect((await post(client, personEnrich, 'first')).status).toBe(422);
    expect([await charged(), await numbers('select count(*)::int from prospecting_job')]).toEqual([before, [0]]);
    await service.database.pool.query(`update stored_answer_total set bytes = bytes - ${room}`);
  });

  it('is not charged for an answer that is too long to be stored', async () => {
    await fill();
    const before = await charged();
    expectRefused(await post(client, long, 'key'), 'key', /have reached their limit/);
    expectRefused(await post(client, endless, 'key'), 'key', /too long/);
    expect(await charged()).toBe(before);
    expect(await numbers(`select count(*)::int from stored_answer where key = 'key'`)).toEqual([0]);
    expect((await post(client, companyEnrich, 'key')).status).toBe(200);
  });

  it('cannot exceed the limit by sending requests at the same time', async () => {
    const before = await charged();
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(client, long, randomUUID())));
    const stored = answers.filter(({ status }) => status === 200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const [counted = 0, real] = await taken();
    expect(counted).toBe(real);
    expect(counted).toBeLessThanOrEqual(room);
    expect(counted).toBeGreaterThan(room * 0.9);
    expect((await charged()) - before).toBe(stored.length);
  });

  it('does not affect other tenants', async () => {
    await fill();
    const theirs = { ...client, apiKey: (await service.issueKey('theirs')).apiKey };
    expect((await post(theirs, long, 'key')).status).toBe(200);
    expect((await post(theirs, long, 'key')).headers['idempotent-replayed']).toBe('true');
  });
});
