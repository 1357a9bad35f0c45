import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { dayAt } from '../../src/billing/usage/usage-period.js';
import { UsageSumSql } from '../../src/billing/usage/usage-sum.sql.js';
import { KeyUses } from '../../src/platform/auth/key-uses.sql.js';
import { storeMovements } from '../support/credits/credit-history.js';
import { grantCredits } from '../support/credits/credits.js';
import { type Answer, call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { importRecords } from '../support/records/import-records.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface Group {
  readonly group: string | null;
  readonly requests: number;
  readonly errors: number;
  readonly credits: readonly { readonly feature: string; readonly charged: number }[];
}

interface Report {
  readonly groups: readonly Group[];
  readonly left_out: number;
}

const operatorKey = 'operators-know-this-secret';
const company = 'POST /v1/company/enrich';
const today = dayAt(Date.now());
const daysAgo = (count: number): string => dayAt(Date.now() - count * 86_400_000);

let service: TestService;
let document: OpenApiDocument;
let keyId: string;

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const report = (...words: string[]) => admin.answerOf<Report>(['usage', ...words]);

/** Asks the API for operators, and compares the answer with the document of this API. */
async function asked(query: string, route = '/operator/v1/usage', path = route): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}${query}`, {
    headers: { 'X-Operator-Key': operatorKey },
  });
  expect(document.faultsOfAnswer('GET', route, answer)).toEqual([]);
  return answer;
}

/** The buyer has spent 40 credits 20 days ago, and today 2 with a key; the browser sends free and refused requests only; the idle tenant sends none. */
beforeAll(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  document = await OpenApiDocument.of(service.baseUrl, '/operator/openapi.json');
  await importRecords(service.app, {
    companies: ['acme.com', 'beta.com'].map((website) => ({ name: website, website })),
  });
  for (const tenant of ['buyer', 'browser', 'idle']) await service.issueKeyWithoutCredits(tenant);
  await grantCredits(service.database, 'buyer', 'data_access', 100);
  await storeMovements(service.database, 'buyer', [
    { at: `${daysAgo(20)}T09:00:00Z`, reserve: 50 },
    { at: `${daysAgo(20)}T09:00:01Z`, post: 40, of: 50 },
  ]);
  const sums = new UsageSumSql(service.database);
  while (await sums.sumNextDay());
  const buyer = await service.issueKeyWithoutCredits('buyer');
  keyId = buyer.keyId;
  const enrich = (apiKey: string, body: object) => call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body });
  const websites = ['acme.com', 'beta.com', 'nowhere.example'].map((website) => ({ website }));
  expect((await enrich(buyer.apiKey, { companies: websites, fields: ['name'] })).status).toBe(200);
  const browser = await service.issueKeyWithoutCredits('browser');
  expect((await enrich(browser.apiKey, { companies: websites, allow_signals: {} })).status).toBe(200);
  expect((await enrich(browser.apiKey, { companies: websites, fields: ['name'] })).status).toBe(402);
  await service.app.get(FreeUsage, { strict: false }).flush();
  await service.app.get(KeyUses, { strict: false }).flush();
});

afterAll(() => service.close());

const nothing = { granted: 0, consumed: 0, reserved: 0, available: 0 };
const trend = (charged: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: 30 }, (_, index) => charged[29 - index] ?? 0);

describe('Usage across tenants succeeds', () => {
  it('the command and the API report each tenant with its use, its accounts and its last request, the largest first', async () => {
    const expected = {
      ...{ from: daysAgo(29), to: today, group_by: 'tenant', tenant: null, left_out: 0 },
      groups: [
        {
          ...{ group: 'buyer', label: 'buyer', tenant: null, requests: 1, identifiers: 3, matched: 2, errors: 0 },
          credits: [{ feature: 'data_access', reserved: 53, charged: 42, released: 11 }],
          accounts: {
            data_access: { granted: 100, consumed: 2, reserved: 0, available: 98 },
            contact_data: nothing,
            prospecting: nothing,
          },
          charged_by_day: trend({ 20: 40, 0: 2 }),
          last_request_at: expect.stringMatching(new RegExp(`^${today}T`)),
        },
        {
          ...{ group: 'browser', label: 'browser', tenant: null, requests: 1, identifiers: 3, matched: 2, errors: 1 },
          credits: [],
          accounts: { data_access: nothing, contact_data: nothing, prospecting: nothing },
          charged_by_day: trend({}),
          last_request_at: expect.stringMatching(new RegExp(`^${today}T`)),
        },
        {
          ...{ group: 'idle', label: 'idle', tenant: null, requests: 0, identifiers: 0, matched: 0, errors: 0 },
          credits: [],
          accounts: { data_access: nothing, contact_data: nothing, prospecting: nothing },
          charged_by_day: trend({}),
          last_request_at: null,
        },
      ],
    };
    expect(await report()).toEqual(expected);
    expect(await asked('')).toMatchObject({ status: 200, body: expected });
  });

  it('groups by endpoint, key, feature and day count the same requests, errors and credits', async () => {
    for (const by of ['tenant', 'endpoint', 'key', 'feature', 'day']) {
      const { groups } = await report('--by', by);
      const sum = (of: (group: Group) => number): number => groups.reduce((total, group) => total + of(group), 0);
      const charged = sum(({ credits }) => credits.reduce((total, used) => total + used.charged, 0));
      expect({ by, charged, errors: sum(({ errors }) => errors) }).toEqual({ by, charged: 42, errors: 1 });
      expect((await asked(`?group_by=${by}`)).body).toEqual(await report('--by', by));
    }
  });

  it('a group by key names the tenant of the key, and runs without a key have no name', async () => {
    const { groups } = await report('--by', 'key', '--tenant', 'buyer');
    expect(groups).toMatchObject([
      { group: null, tenant: 'buyer', label: null, credits: [{ charged: 40 }] },
      { group: keyId, tenant: 'buyer', requests: 1, identifiers: 3, matched: 2, credits: [{ charged: 2 }] },
    ]);
  });

  it('by feature, free and failed requests are a group without a name', async () => {
    expect((await report('--by', 'feature')).groups).toMatchObject([
      { group: 'data_access', requests: 2, errors: 0 },
      { group: null, requests: 1, errors: 1, credits: [] },
    ]);
  });

  it('a report of one tenant and of some days leaves all others out', async () => {
    expect((await report('--by', 'endpoint', '--tenant', 'buyer', '--from', today)).groups).toMatchObject([
      { group: company, requests: 1, errors: 0, credits: [{ reserved: 3, charged: 2, released: 1 }] },
    ]);
    expect(await report('--by', 'day', '--to', daysAgo(20))).toMatchObject({
      ...{ from: daysAgo(49), to: daysAgo(20) },
      groups: [{ group: daysAgo(20), requests: 0, credits: [{ charged: 40 }] }],
    });
  });

  it('the limit keeps the largest groups, and the answer says how many it left out', async () => {
    expect(await report('--limit', '1')).toMatchObject({ groups: [{ group: 'buyer' }], left_out: 2 });
    const shown = await admin.run(['usage', '--limit', '2'], { screen: 200 });
    expect(shown.stderr).toBe('1 more groups; --limit shows more\n');
    expect(shown.stdout.split('\n')).toEqual([
      expect.stringMatching(/^tenant +name +requests +errors +identifiers +matched +data access +contact data/),
      expect.stringMatching(/^buyer +buyer +1 +0 +3 +2 +42 +0 +0 +\d{4}-/),
      expect.stringMatching(/^browser +browser +1 +1 +3 +2 +0 +0 +0 +\d{4}-/),
      '',
    ]);
  });

  it('a report of a year has no credits by day', async () => {
    const { groups } = await report('--from', daysAgo(365));
    expect(groups[0]).toMatchObject({ group: 'buyer', accounts: expect.any(Object) });
    expect(groups[0]).not.toHaveProperty('charged_by_day');
  });
});

describe('The requests and follows of a tenant', () => {
  const ofTenant = (tenant: string, what: 'requests' | 'follows', query = '') =>
    asked(query, `/operator/v1/tenants/{tenant}/${what}`, `/operator/v1/tenants/${tenant}/${what}`);

  it('a command and the API list the newest requests as the tenant itself sees them', async () => {
    const requests = await admin.answerOf<object[]>(['tenant', 'requests', 'buyer', '--limit', '1']);
    expect(requests).toMatchObject([
      { endpoint: company, key_id: keyId, status: 'charged', identifiers: 3, matched: 2, credits: [{ charged: 2 }] },
    ]);
    expect((await ofTenant('buyer', 'requests', '?limit=1')).body).toEqual({ requests });
    const { apiKey } = await service.issueKeyWithoutCredits('buyer');
    const own = await call(`${service.baseUrl}/v1/usage/requests?limit=1`, { apiKey });
    expect((own.body as { requests: object[] }).requests).toEqual(requests);
    const shown = await admin.run(['tenant', 'requests', 'buyer', '--limit', '1'], { screen: 200 });
    expect(shown.stdout).toMatch(/^started at +status +identifiers +matched +charged +endpoint +request id\n/);
  });

  it('the API says how many records a tenant follows, as the command does', async () => {
    await admin.run(['follow', 'buyer', '--companies', '-'], { stdin: 'website\nacme.com\n' });
    const follows = await admin.answerOf(['follow', 'buyer']);
    expect(follows).toEqual({ tenant: 'buyer', all_enriched: false, companies: 1, persons: 0 });
    expect((await ofTenant('buyer', 'follows')).body).toEqual(follows);
  });

  it('both refuse an unknown tenant and a wrong limit', async () => {
    for (const what of ['requests', 'follows'] as const) expect((await ofTenant('missing', what)).status).toBe(404);
    expect((await ofTenant('buyer', 'requests', '?limit=501')).status).toBe(422);
    expect((await admin.run(['tenant', 'requests', 'buyer', '--limit', '501'])).stderr).toBe(
      '--limit must be a whole number from 1 to 500\n',
    );
    expect((await admin.run(['tenant', 'requests', 'missing'])).stderr).toBe('There is no tenant "missing"\n');
  });
});

describe('Usage across tenants rejects', () => {
  it.each<[words: string[], error: string]>([
    [['--by', 'weather'], 'Usage is grouped by tenant, feature, key, endpoint, day, not by "weather"'],
    [['--from', '2026-02-30'], '--from must be a date, YYYY-MM-DD'],
    [['--to', 'yesterday'], '--to must be a date, YYYY-MM-DD'],
    [['--from', '2026-03-02', '--to', '2026-03-01'], 'The first day, 2026-03-02, is after the last day, 2026-03-01'],
    [['--from', '2025-01-01', '--to', '2026-01-02'], 'At most 366 days can be reported at once, not 367'],
    [['--limit', '10001'], '--limit must be a whole number from 1 to 10000'],
    [['--tenant', 'missing'], 'There is no tenant "missing"'],
  ])('the command with %j says what is wrong', async (words, error) => {
    expect(await admin.run(['usage', ...words])).toEqual({ code: 1, stdout: '', stderr: `${error}\n` });
  });

  it.each<[query: string, status: number]>([
    ['?group_by=weather', 422],
    ['?from=2026-02-30', 422],
    ['?limit=0', 422],
    ['?from=2026-03-02&to=2026-03-01', 400],
    ['?from=2025-01-01&to=2026-01-02', 400],
    ['?tenant=missing', 404],
    ['?tenant=%00', 404],
  ])('the API answers %s with %i', async (query, status) => {
    expect((await asked(query)).status).toBe(status);
  });
});

describe('Usage across tenants protects', () => {
  it('the API refuses a request without the operator key, also with the key of a tenant', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('idle');
    expect((await call(`${service.baseUrl}/operator/v1/usage`, { apiKey })).status).toBe(401);
  });

  it('many reports at once use one connection, and a request of a tenant is answered meanwhile', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('idle');
    const { pool } = service.database;
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table usage_progress in access exclusive mode');
    const reports = Array.from({ length: 40 }, () => asked('?group_by=day'));
    const waiting = async (): Promise<number> => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%usage_progress%'`,
      );
      return rows[0]?.count ?? 0;
    };
    try {
      await eventually(async () => (await waiting()) > 0);
      expect((await call(`${service.baseUrl}/v1/credits`, { apiKey })).status).toBe(200);
      expect(await waiting()).toBe(1);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    for (const { status } of await Promise.all(reports)) expect([200, 503]).toContain(status);
  });
});
