import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { charges } from '../../src/billing/credits/credit-amounts.js';
import { CreditScheduleService } from '../../src/billing/credits/credit-schedule.service.js';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { dayAt } from '../../src/billing/usage/usage-period.js';
import { never } from '../../src/platform/async/with-timeout.js';
import { spend } from '../support/credits/credit-history.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { type Answer, call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface Grant {
  readonly amount: number;
  readonly left: number | null;
  readonly lapsed: number | null;
}

const operatorKey = 'operators-know-this-secret';
const today = dayAt(Date.now());
const tomorrow = dayAt(Date.now() + 86_400_000);
const month = today.slice(0, 7);

let service: TestService;
let document: OpenApiDocument;

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const credits = <T = unknown>(...words: string[]) => admin.answerOf<T>(['credits', ...words]);
const errorOf = async (...words: string[]): Promise<string> => (await admin.run(['credits', ...words])).stderr;

beforeAll(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  document = await OpenApiDocument.of(service.baseUrl, '/operator/openapi.json');
});

afterAll(async () => {
  expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  expect(await admin.answerOf(['ledger', 'verify'])).toEqual({ archive: null, discrepancies: [] });
  await service.close();
});

async function asOperator(method: string, route: string, path: string, body?: object): Promise<Answer> {
  const answer = await call(`${service.baseUrl}/operator/v1/tenants/${path}`, {
    ...{ method, headers: { 'X-Operator-Key': operatorKey } },
    ...(body === undefined ? {} : { body }),
  });
  expect(document.faultsOfAnswer(method, `/operator/v1/tenants/{tenant}/credits/${route}`, answer)).toEqual([]);
  return answer;
}

/** Charges credits as requests do, or leaves them reserved. */
const use = (tenant: string, amount: number, end: 'charge' | 'reserve' = 'charge'): Promise<void> =>
  spend(service.app, {
    ...{ tenant, requestId: 'a', reserve: { data_access: amount } },
    ...(end === 'charge' ? { settle: { data_access: amount } } : {}),
  });

/** Makes all grants of a tenant one day older, so that those that can be used today only have lapsed. */
async function aDayLater(tenant: string): Promise<void> {
  await service.database.pool.query('update credit_grant set last_day = last_day - 1 where tenant_id = $1', [tenant]);
}

const schedule = () => service.app.get(CreditScheduleService, { strict: false });
const lapse = () => schedule().lapseAll(never);
const grantsOf = (tenant: string) => credits<Grant[]>('grants', tenant);
const lapsesOf = async (tenant: string): Promise<number[]> =>
  (await credits<{ kind: string; granted: number }[]>('entries', tenant))
    .filter(({ kind }) => kind === 'lapse')
    .map(({ granted }) => granted);

describe('A grant with a note and a last day', () => {
  it('is listed with both by the command and the API, and the log has no text of the note', async () => {
    await service.issueKeyWithoutCredits('noted');
    await credits('grant', 'noted', 'data_access', '100', '--note', ' Trial of May ', '--expires', tomorrow);
    const body = { feature: 'contact_data', amount: '7', note: 'Gift', id: 'gift' };
    expect((await asOperator('POST', 'grant', 'noted/credits/grant', body)).status).toBe(200);
    const grants = await grantsOf('noted');
    const none = { note: null, expires: null, month: null, left: null, lapsed: null, created_at: expect.any(String) };
    expect(grants).toEqual([
      { ...none, feature: 'contact_data', amount: 7, note: 'Gift' },
      { ...none, feature: 'data_access', amount: 100, note: 'Trial of May', expires: tomorrow, left: 100 },
    ]);
    expect((await asOperator('GET', 'grants', 'noted/credits/grants')).body).toEqual({ grants });
    const log = await admin.answerOf<object[]>(['log', '--limit', '2']);
    expect(JSON.stringify(log)).not.toMatch(/Trial|Gift/);
    expect(log).toMatchObject([{ command: 'credits grant' }, { details: { expires: tomorrow } }]);
  });

  it('is refused with a wrong day, a long note, or no number of credits', async () => {
    await service.issueKeyWithoutCredits('refused');
    const grant = (amount: string, ...words: string[]) => errorOf('grant', 'refused', 'data_access', amount, ...words);
    expect(await grant('5', '--expires', '2026-02-30')).toBe(
      'The last day of the credits must be a date, YYYY-MM-DD\n',
    );
    expect(await grant('5', '--expires', '2020-01-01')).toBe('The last day of the credits, 2020-01-01, has passed\n');
    expect(await grant('5', '--note', 'x'.repeat(1_001))).toBe('A note may have at most 1000 characters\n');
    expect(await grant('unlimited', '--note', 'x')).toBe(
      '--note can only be used with an amount, not with unlimited\n',
    );
    const body = { feature: 'data_access', amount: '5', expires: 'soon' };
    expect((await asOperator('POST', 'grant', 'refused/credits/grant', body)).status).toBe(400);
    expect(await grantsOf('refused')).toEqual([]);
  });

  it('is made once with an id, and the same id with another last day is refused', async () => {
    await service.issueKeyWithoutCredits('repeated');
    const words = ['grant', 'repeated', 'data_access', '5', '--id', 'x', '--expires'];
    await credits(...words, tomorrow);
    await credits(...words, tomorrow);
    expect(await grantsOf('repeated')).toMatchObject([{ amount: 5 }]);
    expect(await errorOf(...words, today)).toMatch(/^"x" is the id of a grant with another last day already/);
  });
});

describe('Credits that lapse', () => {
  it('are used first, and only what is left of them is taken back, once, by an entry of its own kind', async () => {
    await service.issueKeyWithoutCredits('lapsing');
    await credits('grant', 'lapsing', 'data_access', '1000');
    await use('lapsing', 300);
    await credits('grant', 'lapsing', 'data_access', '100', '--expires', today);
    await use('lapsing', 30);
    expect(await grantsOf('lapsing')).toMatchObject([
      { amount: 100, left: 70 },
      { amount: 1_000, left: null },
    ]);
    await lapse();
    expect(await lapsesOf('lapsing')).toEqual([]);
    await aDayLater('lapsing');
    await Promise.all([lapse(), lapse(), lapse()]);
    await lapse();
    expect(await lapsesOf('lapsing')).toEqual([-70]);
    expect(await grantsOf('lapsing')).toMatchObject([{ amount: 100, left: null, lapsed: 70 }, { amount: 1_000 }]);
    expect(await credits('show', 'lapsing')).toMatchObject({
      data_access: { granted: 1_030, consumed: 330, available: 700 },
    });
  });

  it('of two grants are used in the order in which they lapse, whatever was granted first', async () => {
    await service.issueKeyWithoutCredits('ordered');
    await credits('grant', 'ordered', 'data_access', '50', '--expires', tomorrow);
    await use('ordered', 10);
    await credits('grant', 'ordered', 'data_access', '40', '--expires', today);
    await use('ordered', 25);
    expect(await grantsOf('ordered')).toMatchObject([
      { amount: 40, left: 15 },
      { amount: 50, left: 40 },
    ]);
    await aDayLater('ordered');
    await lapse();
    await aDayLater('ordered');
    await use('ordered', 5);
    await lapse();
    expect(await lapsesOf('ordered')).toEqual([-15, -35]);
    expect(await credits('show', 'ordered')).toMatchObject({ data_access: { granted: 40, available: 0 } });
  });

  it('stay with the tenant while a request that has begun before holds them', async () => {
    await service.issueKeyWithoutCredits('held');
    await credits('grant', 'held', 'data_access', '10', '--expires', today);
    await use('held', 4, 'reserve');
    await aDayLater('held');
    await lapse();
    expect(await lapsesOf('held')).toEqual([-6]);
    expect(await credits('show', 'held')).toMatchObject({ data_access: { granted: 4, reserved: 4, available: 0 } });
  });

  it('that were reserved at the lapse are no use of a later grant, whether they are then charged or released', async () => {
    await service.issueKeyWithoutCredits('ended-late');
    await credits('grant', 'ended-late', 'data_access', '10', '--expires', today);
    await use('ended-late', 4, 'reserve');
    await aDayLater('ended-late');
    await lapse();
    await credits('grant', 'ended-late', 'data_access', '50', '--expires', today);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select id from credit_hold where tenant_id = 'ended-late'`,
    );
    const ledger = service.app.get(Ledger, { strict: false });
    await ledger.settle(rows[0]?.id ?? '', 'ended-late', charges({ data_access: 3 }));
    await use('ended-late', 1);
    await aDayLater('ended-late');
    await lapse();
    expect(await lapsesOf('ended-late')).toEqual([-6, -50]);
    expect(await credits('show', 'ended-late')).toMatchObject({
      data_access: { granted: 4, consumed: 4, available: 0 },
    });
  });

  it('are listed without those that a revocation has taken', async () => {
    await service.issueKeyWithoutCredits('reduced');
    await credits('grant', 'reduced', 'data_access', '10', '--expires', today);
    await credits('revoke', 'reduced', 'data_access', '7');
    expect(await grantsOf('reduced')).toMatchObject([{ amount: 10, left: 3 }]);
    await aDayLater('reduced');
    await lapse();
    expect(await grantsOf('reduced')).toMatchObject([{ lapsed: 3 }]);
  });

  it('leave no entry if all of them were used, and a tenant without a limit loses them, too', async () => {
    await service.issueKeyWithoutCredits('spent');
    await credits('grant', 'spent', 'data_access', '10', '--expires', today);
    await use('spent', 10);
    await aDayLater('spent');
    await lapse();
    expect(await lapsesOf('spent')).toEqual([]);
    expect(await grantsOf('spent')).toMatchObject([{ lapsed: 0 }]);
    await credits('grant', 'spent', 'data_access', 'unlimited');
    await use('spent', 90);
    await credits('grant', 'spent', 'data_access', '8', '--expires', today);
    await aDayLater('spent');
    await lapse();
    expect(await lapsesOf('spent')).toEqual([-8]);
  });
});

describe('Credits each month', () => {
  const plan = { feature: 'data_access', amount: 500, lapses: true, granted_month: month };

  it('are granted at once and listed by the command and the API, and a grant of the month has the last day of the month', async () => {
    await service.issueKeyWithoutCredits('planned');
    const set = await credits('plan', 'planned', 'data_access', '500', '--monthly', '--lapse');
    expect(set).toEqual({ tenant: 'planned', plans: [plan] });
    expect(await credits('plan', 'planned')).toEqual([plan]);
    expect((await asOperator('GET', 'plans', 'planned/credits/plans')).body).toEqual(set);
    const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
    expect(await grantsOf('planned')).toMatchObject([{ amount: 500, month, expires: end, left: 500 }]);
  });

  it('are granted once, however often the plan is set and however many processes start', async () => {
    await service.issueKeyWithoutCredits('once');
    const body = { amount: '20' };
    const put = () => asOperator('PUT', 'plans/{feature}', 'once/credits/plans/prospecting', body);
    for (const { status } of await Promise.all([put(), put(), put()])) expect(status).toBe(200);
    await credits('plan', 'once', 'prospecting', '--remove');
    await credits('plan', 'once', 'prospecting', '30', '--monthly');
    await Promise.all(Array.from({ length: 8 }, () => schedule().grantMonth(null, never)));
    expect(await grantsOf('once')).toMatchObject([{ amount: 20, expires: null }]);
    await service.database.pool.query(
      `update credit_grant set month = month - interval '1 month' where tenant_id = 'once'`,
    );
    const env = { WORKER: 'inline' };
    const processes = await Promise.all([1, 2].map(() => startTestService({ sharing: service, env })));
    try {
      await eventually(async () => (await grantsOf('once')).length > 1);
    } finally {
      await Promise.all(processes.map((started) => started.close()));
    }
    expect(await grantsOf('once')).toMatchObject([{ amount: 30 }, { amount: 20 }]);
    expect(await credits('show', 'once')).toMatchObject({ prospecting: { granted: 50 } });
  });

  it('are not granted to a suspended tenant before it is resumed', async () => {
    await service.issueKeyWithoutCredits('paused');
    await admin.answerOf(['tenant', 'suspend', 'paused']);
    await credits('plan', 'paused', 'data_access', '5', '--monthly');
    expect(await grantsOf('paused')).toEqual([]);
    await admin.answerOf(['tenant', 'resume', 'paused']);
    await schedule().grantMonth(null, never);
    expect(await grantsOf('paused')).toMatchObject([{ amount: 5 }]);
  });

  it('are refused with words that do not fit together, and removed only if there are any', async () => {
    await service.issueKeyWithoutCredits('misused');
    const usage = 'Give a feature, an amount and --monthly, or a feature and --remove, or only the tenant\n';
    for (const words of [['data_access'], ['data_access', '5'], ['data_access', '5', '--remove'], ['--monthly']])
      expect(await errorOf('plan', 'misused', ...words)).toBe(usage);
    expect(await errorOf('plan', 'misused', 'data_access', '0', '--monthly')).toBe(
      'The amount must be a whole number from 1 to 1000000000000\n',
    );
    expect(await errorOf('plan', 'misused', 'weather', '5', '--monthly')).toBe(
      'The feature must be one of data_access, contact_data, prospecting\n',
    );
    expect(await errorOf('plan', 'misused', 'data_access', '--remove')).toBe(
      'Tenant "misused" gets no data_access credits each month\n',
    );
    const path = 'misused/credits/plans/data_access';
    expect((await asOperator('DELETE', 'plans/{feature}', path)).status).toBe(400);
    expect((await asOperator('PUT', 'plans/{feature}', path, {})).status).toBe(422);
    expect((await asOperator('GET', 'plans', 'unknown-tenant/credits/plans')).status).toBe(404);
  });

  it('and grants are deleted with their tenant', async () => {
    await service.issueKeyWithoutCredits('leaving');
    await credits('plan', 'leaving', 'data_access', '5', '--monthly', '--lapse');
    await admin.answerOf(['tenant', 'delete', 'leaving', '--yes']);
    const { rows } = await service.database.pool.query(`select from credit_grant where tenant_id = 'leaving'`);
    expect(rows).toEqual([]);
  });
});
