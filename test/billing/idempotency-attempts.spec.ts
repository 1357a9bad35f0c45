import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Attempt } from '../../src/billing/idempotency/stored-answer.js';
import { StoredAnswerSql } from '../../src/billing/idempotency/stored-answer.sql.js';
import { StoredAnswersTimer } from '../../src/billing/idempotency/stored-answers.timer.js';
import type { Client } from '../support/records/company-api.js';
import {
  companyEnrich,
  lockTable,
  post,
  shortAnswer,
  signals,
  storedAnswersOf,
  storedRows,
  untilWaiting,
} from '../support/http/idempotency.js';
import { storeCompanies } from '../support/records/person-factory.js';
import type { RawAnswer } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let second: TestService;
let client: Client;
/** A client of the same tenant at another process. */
let elsewhere: Client;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  second = await startTestService({ sharing: service, env: { WORKER: 'off' } });
  await storeCompanies(service.database, ['acme.example']);
  const { apiKey } = await service.issueKey('ours');
  client = { baseUrl: service.baseUrl, apiKey };
  elsewhere = { baseUrl: second.baseUrl, apiKey };
});

afterEach(async () => {
  await service.database.pool.query('delete from stored_answer');
});

afterAll(async () => {
  await second.close();
  await service.close();
});

const endpoints = [companyEnrich, signals].map((endpoint) => [endpoint.path, endpoint] as const);
const inUse = { detail: { status: 'IDEMPOTENCY_KEY_IN_USE', message: expect.stringMatching(/./) } };

function isReplayed({ headers }: RawAnswer): boolean {
  return headers['idempotent-replayed'] === 'true';
}

function expectInUse(answer: RawAnswer): void {
  expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text)]).toEqual([409, '1', inUse]);
}

/** Stores the claim of a killed process. @param lease the time until its lease ends, such as `1 minute`; negative if it has ended */
async function leaveClaim(lease: string): Promise<void> {
  await post(client, companyEnrich, 'key', { 'X-Request-Id': 'dead' });
  await service.database.pool.query(
    `update stored_answer set status = null, body = null, claim = gen_random_uuid(), lease_until = now() + $1::interval`,
    [lease],
  );
}

describe('Concurrent requests with one idempotency key', () => {
  it.each(endpoints)('to %s are answered 409 while the first of them is being answered', async (_path, endpoint) => {
    const hold = await lockTable(service.database, endpoint.table);
    const first = post(client, endpoint, 'key');
    await untilWaiting(service.database, endpoint.table, 1);
    expectInUse(await post(client, endpoint, 'key'));
    expectInUse(await post(elsewhere, endpoint, 'key'));
    expect((await post(elsewhere, { ...endpoint, body: '{}' }, 'key')).status).toBe(422);
    await hold.release();
    const { status, text } = await first;
    const again = await post(elsewhere, endpoint, 'key');
    // A retry does free work again, because a free answer is not stored.
    expect([status, isReplayed(again), again.text]).toEqual([200, endpoint === companyEnrich, text]);
  });
});

describe('The work of concurrent requests with one idempotency key', () => {
  it('is done once, whichever processes receive the requests', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = randomUUID();
      const clients = [client, elsewhere, client, elsewhere];
      const answers = await Promise.all(clients.map((one) => post(one, companyEnrich, key)));
      const executed = answers.filter((answer) => answer.status === 200 && !isReplayed(answer));
      expect(executed).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 200) expectInUse(answer);
    }
  });

  it('is done once, also if the client of the first request has disconnected', async () => {
    const hold = await lockTable(service.database, companyEnrich.table);
    const impatient = new AbortController();
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': client.apiKey, 'Idempotency-Key': 'key' };
    const lost = fetch(`${client.baseUrl}${companyEnrich.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(companyEnrich.body),
      signal: impatient.signal,
    });
    await untilWaiting(service.database, companyEnrich.table, 1);
    impatient.abort();
    await expect(lost).rejects.toThrow();
    await hold.release();
    let retry = await post(client, companyEnrich, 'key');
    while (retry.status === 409) retry = await post(client, companyEnrich, 'key');
    expect([retry.status, isReplayed(retry)]).toEqual([200, true]);
  });
});

describe('The idempotency key of a request whose process was killed or is too slow', () => {
  it('is in use until the lease ends', async () => {
    await leaveClaim('1 minute');
    expectInUse(await post(elsewhere, companyEnrich, 'key'));
  });

  it('can be used by the next attempt after the lease', async () => {
    await leaveClaim('-1 second');
    const answer = await post(elsewhere, companyEnrich, 'key', { 'X-Request-Id': 'alive' });
    expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
    const again = await post(client, companyEnrich, 'key');
    expect([again.text, again.headers['original-request-id']]).toEqual([answer.text, 'alive']);
  });

  it('cannot be used for a different request after the lease', async () => {
    await leaveClaim('-1 second');
    expect((await post(elsewhere, signals, 'key')).status).toBe(422);
  });

  it('gets the answer of the next attempt, and not that of a slow process that has lost its lease', async () => {
    const endpoint = companyEnrich;
    const hold = await lockTable(service.database, endpoint.table);
    const slow = post(client, endpoint, 'key', { 'X-Request-Id': 'slow' });
    await untilWaiting(service.database, endpoint.table, 1);
    await service.database.pool.query("update stored_answer set lease_until = now() - interval '1 s'");
    const quick = post(elsewhere, endpoint, 'key', { 'X-Request-Id': 'quick' });
    await untilWaiting(service.database, endpoint.table, 2);
    await hold.release();
    expectInUse(await slow);
    expect((await quick).status).toBe(200);
    expect(await storedRows(service.database)).toMatchObject([{ request_id: 'quick', status: 200 }]);
  });
});

describe('An attempt whose idempotency key another attempt has taken over', () => {
  const answer = shortAnswer('{}');

  async function attempt(requestId: string): Promise<Attempt> {
    const request = { tenantId: 'ours', key: 'key', digest: Buffer.alloc(32), requestId };
    const outcome = await storedAnswersOf(service.database).claim(request);
    if (outcome.state !== 'claimed') throw new Error(outcome.state);
    return outcome.attempt;
  }

  it('neither stores nor releases anything, whether or not the other attempt has already stored its answer', async () => {
    const answers = storedAnswersOf(service.database);
    const former = await attempt('former');
    await service.database.pool.query("update stored_answer set lease_until = now() - interval '1 s'");
    const latter = await attempt('latter');
    const refusal = { code: 'IDEMPOTENCY_KEY_IN_USE' };
    await expect(answers.completeAlone(former, answer)).rejects.toMatchObject(refusal);
    await answers.release(former);
    expect(await storedRows(service.database)).toMatchObject([{ request_id: 'latter', status: null }]);
    await answers.completeAlone(latter, answer);
    await expect(answers.completeAlone(former, answer)).rejects.toMatchObject(refusal);
    await answers.release(latter);
    expect(await storedRows(service.database)).toMatchObject([{ request_id: 'latter', status: 200 }]);
  });
});

describe('The idempotency key of a failed request', () => {
  it.each([
    ['422', { ...companyEnrich, body: '{}' }, 422],
    ['400', { ...companyEnrich, body: { companies: [] } }, 400],
  ])('can be used again after the status %s', async (_what, wrong, status) => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await post(client, wrong, 'key');
      expect([answer.status, isReplayed(answer)]).toEqual([status, false]);
      expect(await storedRows(service.database)).toEqual([]);
    }
    expect((await post(client, companyEnrich, 'key')).status).toBe(200);
  });

  it.each(endpoints)('can be used again after the status 500 of %s', async (_path, endpoint) => {
    await service.database.pool.query(`alter table ${endpoint.table} rename to away`);
    try {
      expect((await post(client, endpoint, 'key')).status).toBe(500);
      expect(await storedRows(service.database)).toEqual([]);
    } finally {
      await service.database.pool.query(`alter table away rename to ${endpoint.table}`);
    }
    const answer = await post(client, endpoint, 'key');
    expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
  });
});

describe('The deletion of expired answers', () => {
  it('deletes 1,200 expired answers, and no answer that has not expired', async () => {
    await post(client, companyEnrich, 'key');
    await service.database.pool.query(
      `insert into stored_answer (tenant_id, key, request, request_id, claim, lease_until, erasures, expires_at)
       select 'ours', n::text, '', '', gen_random_uuid(), now(), 0, now() from generate_series(1, 1200) n`,
    );
    const timer = new StoredAnswersTimer(service.app.get(StoredAnswerSql, { strict: false }));
    await timer.round(new AbortController().signal);
    expect(await storedRows(service.database)).toMatchObject([{ key: 'key' }]);
  });
});
