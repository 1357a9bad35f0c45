import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { RunSql } from '../../src/prospecting/run/run.sql.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { callbackOf, deliver, endRun, CallbackTenants, setCallback } from '../support/prospecting/callbacks.js';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { spend } from '../support/credits/credit-history.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { singleLine } from '../support/service/programs.js';
import { knownCompany, onlyRun, startRun } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
/** A second service in this process, which shares only the database. */
let other: TestService;
const listeners = new CallbackTenants();

/** Runs and callbacks are processed only on demand of a test. */
beforeAll(async () => {
  const env = { WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' };
  service = await startTestService({ env });
  other = await startTestService({ env, sharing: service });
});

afterAll(async () => {
  await listeners.closeAll(service);
  await other.close();
  await service.close();
});

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const answerOf = (...args: string[]) => admin.answerOf<Record<string, unknown>>(['tenant', ...args]);

async function refusalOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin.run(['tenant', ...args]);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(singleLine(/./))]);
  return stderr;
}

async function statuses(apiKey: string): Promise<number[]> {
  const answers = [service, other].map(({ baseUrl }) => call(`${baseUrl}/v1/usage`, { apiKey }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const comeTo = (apiKey: string, status: number) =>
  eventually(async () => (await statuses(apiKey)).every((each) => each === status));

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('tenant update succeeds', () => {
  it('changes the given name and limits, at once in all processes, and restores the default limits', async () => {
    const { apiKey } = await service.issueKey('changing');
    expect(await statuses(apiKey)).toEqual([200, 200]);
    const none = { burst_limit: null, burst_window_seconds: null, per_second: null };
    expect(await answerOf('update', 'changing', '--name', 'Changing')).toMatchObject({ name: 'Changing', ...none });
    const three = ['--burst-limit', '50', '--burst-window', '10', '--per-second', '40'];
    const limits = { burst_limit: 50, burst_window_seconds: 10, per_second: 40 };
    expect(await answerOf('update', 'changing', ...three)).toMatchObject({ name: 'Changing', ...limits });
    expect(await answerOf('update', 'changing', '--burst-limit', '1')).toMatchObject({ ...limits, burst_limit: 1 });
    await comeTo(apiKey, 429);
    expect(await answerOf('update', 'changing', '--default-limits')).toMatchObject({ name: 'Changing', ...none });
    await comeTo(apiKey, 200);
  });
});

describe('The name of a tenant', () => {
  it('is refused if it has control characters or a mark for the direction of text, and so is the label of a key', async () => {
    await answerOf('create', 'legible', '--name', 'क्\u200Dष Ltd');
    for (const text of ['a\u001B[2Jb', 'bell\u0007', 'a\u202Eb']) {
      expect(await refusalOf('create', 'hostile', '--name', text)).toContain('The name has a control character');
      expect(await refusalOf('update', 'legible', '--name', text)).toContain('The name has a control character');
      const key = await admin.run(['key', 'create', 'legible', '--label', text]);
      expect(key).toMatchObject({ code: 1, stderr: expect.stringContaining('The label has a control character') });
    }
  });
});

describe('A rate limit for which a tenant has no value of its own', () => {
  it('is the limit of the service, and the value `default` of an option restores it', async () => {
    const { apiKey } = await service.issueKey('partly');
    const { body } = await call(`${service.baseUrl}/v1/me`, { apiKey });
    const { limits: ofService } = body as { limits: object };
    const limits = async (): Promise<object> => {
      const answer = await call(`${service.baseUrl}/v1/me`, { apiKey });
      return (answer.body as { limits: object }).limits;
    };
    const stored = { burst_limit: null, burst_window_seconds: null, per_second: 7 };
    expect(await answerOf('update', 'partly', '--per-second', '7')).toMatchObject(stored);
    await eventually(async () => ((await limits()) as { requests_per_second: number }).requests_per_second === 7);
    expect(await limits()).toEqual({ ...ofService, requests_per_second: 7 });
    await answerOf('update', 'partly', '--burst-limit', '1', '--burst-window', '600');
    await comeTo(apiKey, 429);
    const reset = ['--burst-limit', 'default', '--per-second', 'default'];
    expect(await answerOf('update', 'partly', ...reset)).toMatchObject({
      ...stored,
      burst_window_seconds: 600,
      per_second: null,
    });
    await comeTo(apiKey, 200);
    expect(await limits()).toEqual({ ...ofService, burst_window_seconds: 600 });
  });

  it('need not be given when the tenant is created', async () => {
    const created = await answerOf('create', 'partly-created', '--per-second', '3');
    expect(created).toMatchObject({ burst_limit: null, burst_window_seconds: null, per_second: 3 });
  });
});

describe('tenant update rejects', () => {
  it('rejects a command without a change, a limit together with --default-limits, and an unknown tenant', async () => {
    await service.issueKey('unlimited');
    expect(await refusalOf('update', 'unlimited')).toContain('Nothing to change');
    const both = ['--default-limits', '--per-second', '5'];
    expect(await refusalOf('update', 'unlimited', ...both)).toContain('either limits or');
    expect(await refusalOf('update', 'missing', '--name', 'x')).toContain('There is no tenant "missing"');
  });
});

describe('A suspended tenant', () => {
  it('is answered 401, at once in all processes, until it is resumed', async () => {
    const { apiKey } = await service.issueKey('suspended');
    expect(await statuses(apiKey)).toEqual([200, 200]);
    const suspended = await answerOf('suspend', 'suspended');
    expect(suspended).toMatchObject({ tenant: 'suspended', suspended_at: time });
    await comeTo(apiKey, 401);
    const { body } = await call(`${service.baseUrl}/v1/usage`, { apiKey });
    expect(body).toEqual({ detail: 'Invalid API key' });
    expect(await answerOf('suspend', 'suspended')).toEqual(suspended);
    expect(await answerOf('resume', 'suspended')).toEqual({ ...suspended, suspended_at: null });
    await comeTo(apiKey, 200);
  });

  it('can start no new runs, and its runs and callbacks wait until it is resumed', async () => {
    const { tenant, hook } = await listeners.open(service);
    const { apiKey } = await service.issueKey(tenant);
    const runs = new RunSql(service.database, service.app.get(Ledger, { strict: false }));
    const waiting = await startRun({ baseUrl: service.baseUrl, apiKey });
    const ended = await endRun(service, tenant);
    await answerOf('suspend', tenant);
    expect([await runs.claimable(2, 9), await runs.claim(2, 30)]).toEqual([[], null]);
    await deliver(service);
    expect([hook.received, await callbackOf(service, ended)]).toEqual([[], expect.objectContaining({ attempts: 0 })]);
    for (const source of ['--network-url', '--file']) {
      const enqueuing = ['prospecting', 'enqueue', tenant, source, source === '--file' ? '-' : 'network.com/company/x'];
      const stderr = expect.stringMatching(singleLine(/is suspended; resume it first/));
      expect(await admin.run(enqueuing)).toEqual({ code: 1, stdout: '', stderr });
    }
    await answerOf('resume', tenant);
    await deliver(service);
    expect(hook.received).toHaveLength(1);
    expect([await runs.claimable(2, 9), await runs.claim(2, 30)]).toEqual([
      [waiting],
      expect.objectContaining({ tenantId: tenant }),
    ]);
  });
});

describe('tenant delete succeeds', () => {
  /** A tenant with a record of every kind. */
  async function tenantWithAll(tenant: string): Promise<string> {
    const { apiKey } = await service.issueKey(tenant);
    await service.database.pool.query('delete from prospecting_job');
    await spend(service.app, { tenant, requestId: 'a', reserve: { data_access: 3 }, settle: { data_access: 2 } });
    await spend(service.app, { tenant, requestId: 'b', reserve: { contact_data: 3 } });
    const definition = { titles: ['engineer'] };
    const draft = { scope: 'both', definition, metadata: false };
    await service.app.get(QueryFieldService, { strict: false }).set(tenant, 'engineers', draft);
    await admin.answerOf(['team', 'set', tenant, 'emea', '--schema', '-'], { stdin: '{}' });
    const signal = '{"date":"2026-01-01","signal_type":"Article","account_website":"acme.example"}';
    await admin.answerOf(['import', 'signals', '-', '--tenant', tenant], { stdin: signal });
    const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
    await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body });
    await setCallback(service, tenant, 'http://127.0.0.1:9/hook');
    const headers = { 'Idempotency-Key': 'once' };
    await call(`${service.baseUrl}/v1/prospecting/start`, { apiKey, body: { network_url: knownCompany }, headers });
    const { id } = await onlyRun(service);
    await service.database.pool.query(`insert into prospect (job_id, rank, document) values ($1, 1, '{}')`, [id]);
    return apiKey;
  }

  /** The tables with rows of the tenant. */
  async function traces(tenant: string): Promise<string[]> {
    const { rows } = await service.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'`,
    );
    const counted = rows.map(async ({ name }) => {
      const sql = `select from "${name}" where tenant_id = $1`;
      return (await service.database.pool.query(sql, [tenant])).rowCount === 0 ? [] : [name];
    });
    return (await Promise.all(counted)).flat().sort();
  }

  const owned = [
    'api_key',
    'credit_account',
    'credit_entry',
    'credit_hold',
    'prospecting_job',
    'query_field',
    'signal',
    'stored_answer',
    'stored_answer_total',
    'team',
  ];
  const counts = {
    prospects: 1,
    prospecting_jobs: 1,
    stored_answers: 1,
    signals: 1,
    query_fields: 1,
    teams: 1,
    keys: 1,
    credit_entries: expect.any(Number),
  };

  it('says without --yes how many records it would delete, and deletes them with --yes', async () => {
    const apiKey = await tenantWithAll('leaving');
    await tenantWithAll('staying');
    await service.database.pool.query(`insert into prospecting_job (id, tenant_id, company_network_url)
      values (77, 'leaving', 'https://www.network.com/company/acme')`);
    await service.database.pool.query(`insert into prospect (job_id, rank, document) values (77, 1, '{}')`);
    expect(await traces('leaving')).toEqual(owned);
    expect(await refusalOf('delete', 'leaving')).toMatch(
      /^This deletes tenant "leaving" permanently \(prospects: 1, prospecting jobs: 1, .*keys: 1, credit entries: \d+\); confirm with --yes/,
    );
    expect([await traces('leaving'), await statuses(apiKey)]).toEqual([owned, [200, 200]]);
    expect(await answerOf('delete', 'leaving', '--yes')).toEqual({ tenant: 'leaving', deleted: counts });
    expect(await traces('leaving')).toEqual([]);
    expect(await traces('staying')).toEqual(owned);
    await comeTo(apiKey, 401);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
    expect(await refusalOf('delete', 'leaving', '--yes')).toContain('There is no tenant "leaving"');
    expect(await answerOf('create', 'leaving')).toMatchObject({ tenant: 'leaving' });
    expect(await admin.answerOf(['credits', 'entries', 'leaving'])).toEqual([]);
  });

  it('deletes a run that a worker is working on, and the worker then stores nothing', async () => {
    await tenantWithAll('working');
    const runs = new RunSql(service.database, service.app.get(Ledger, { strict: false }));
    const claimed = await runs.claim(2, 30);
    if (claimed === null) throw new Error('There is no run');
    await answerOf('delete', 'working', '--yes');
    expect(await runs.renew(claimed.attempt, 30)).toBe(false);
    expect(await runs.finish(claimed.attempt, { status: 'success', prospects: [], metadata: {} })).toBeNull();
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });
});
