import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreditGrantService } from '../../src/billing/credits/credit-grant.service.js';
import { CommandLine } from '../support/service/command-line.js';
import { spend } from '../support/credits/credit-history.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { call } from '../support/http/http.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const run = (...args: string[]) => admin.run(['credits', ...args]);
const answerOf = (...args: string[]) => admin.answerOf(['credits', ...args]);

/** Grants credits without the command, for tests of other commands. */
function grant(tenant: string, amount: string): Promise<void> {
  return service.app.get(CreditGrantService, { strict: false }).grant(tenant, 'data_access', amount);
}

const none = { granted: 0, consumed: 0, reserved: 0, available: 0 };
const noAccounts = { data_access: none, contact_data: none, prospecting: none };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function entry(members: object): object {
  const unchanged = {
    granted: 0,
    posted: 0,
    pending: 0,
    request_id: null,
    key_id: null,
    endpoint: null,
    operation_id: null,
  };
  return { id: expect.any(Number), feature: 'data_access', ...unchanged, created_at: time, ...members };
}

describe('The credits commands succeed', () => {
  it('grant credits, add them up, and show every feature', async () => {
    await service.issueKeyWithoutCredits('granted');
    expect(await answerOf('show', 'granted')).toEqual(noAccounts);
    const hundred = { ...none, granted: 100, available: 100 };
    expect(await answerOf('grant', 'granted', 'contact_data', '100')).toEqual({ ...noAccounts, contact_data: hundred });
    const most = { ...none, granted: 1_000_000_000_100, available: 1_000_000_000_100 };
    const after = { ...noAccounts, contact_data: most };
    expect(await answerOf('grant', 'granted', 'contact_data', '1000000000000')).toEqual(after);
    expect(await answerOf('show', 'granted')).toEqual(after);
  });

  it('show the consumed and the reserved credits', async () => {
    await service.issueKeyWithoutCredits('used');
    await grant('used', '100');
    await spend(service.app, {
      tenant: 'used',
      requestId: 'a',
      reserve: { data_access: 30 },
      settle: { data_access: 20 },
    });
    await spend(service.app, { tenant: 'used', requestId: 'b', reserve: { data_access: 5 } });
    const account = { granted: 100, consumed: 20, reserved: 5, available: 75 };
    expect(await answerOf('show', 'used')).toEqual({ ...noAccounts, data_access: account });
  });

  it('remove and restore the limit of an account, and refuse to restore it while more credits are used than granted', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('free');
    await grant('free', '10');
    const unlimited = { granted: 10, consumed: 0, reserved: 0, available: null, unlimited: true };
    expect(await answerOf('grant', 'free', 'data_access', 'unlimited')).toEqual({
      ...noAccounts,
      data_access: unlimited,
    });
    await spend(service.app, {
      tenant: 'free',
      requestId: 'a',
      reserve: { data_access: 12 },
      settle: { data_access: 12 },
    });
    const stderr = expect.stringMatching(singleLine(/"free" uses more data_access credits than it was granted/));
    expect(await run('grant', 'free', 'data_access', 'limited')).toEqual({ code: 1, stdout: '', stderr });
    expect(await answerOf('show', 'free')).toMatchObject({ data_access: { ...unlimited, consumed: 12 } });
    await grant('free', '5');
    const limited = { granted: 15, consumed: 12, reserved: 0, available: 3 };
    expect(await answerOf('grant', 'free', 'data_access', 'limited')).toEqual({ ...noAccounts, data_access: limited });
    const { body } = await call(`${service.baseUrl}/v1/usage`, { apiKey });
    expect(body).toMatchObject({ usage: [{ charged: 12 }] });
  });

  it('revoke the credits that are neither consumed nor reserved, and refuse to revoke more', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('revoked');
    await grant('revoked', '100');
    await spend(service.app, {
      tenant: 'revoked',
      requestId: 'a',
      reserve: { data_access: 30 },
      settle: { data_access: 20 },
    });
    await spend(service.app, { tenant: 'revoked', requestId: 'b', reserve: { data_access: 5 } });
    const stderr = expect.stringMatching(
      singleLine(/^At most 75 data_access credits of tenant "revoked" can be revoked/),
    );
    expect(await run('revoke', 'revoked', 'data_access', '76')).toEqual({ code: 1, stdout: '', stderr });
    const none = expect.stringMatching(singleLine(/^At most 0 contact_data credits/));
    expect(await run('revoke', 'revoked', 'contact_data', '1')).toEqual({ code: 1, stdout: '', stderr: none });
    const left = { granted: 25, consumed: 20, reserved: 5, available: 0 };
    expect(await answerOf('revoke', 'revoked', 'data_access', '75')).toEqual({ ...noAccounts, data_access: left });
    expect(await answerOf('entries', 'revoked', '--limit', '1')).toEqual([entry({ kind: 'revoke', granted: -75 })]);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
    const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
    expect((await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body })).status).toBe(402);
    const usage = await call(`${service.baseUrl}/v1/usage`, { apiKey });
    expect(usage.body).toMatchObject({ usage: [{ reserved: 35, charged: 20, released: 10 }] });
  });

  it('grant and revoke credits only once for each operation id, even if several grants run at the same time', async () => {
    await service.issueKeyWithoutCredits('repeated');
    const account = (granted: number) => ({
      ...noAccounts,
      prospecting: { ...none, granted, available: granted },
    });
    const granting = ['grant', 'repeated', 'prospecting', '10', '--id', 'order-1'];
    expect(await answerOf(...granting)).toEqual(account(10));
    expect(await answerOf(...granting)).toEqual(account(10));
    const revoking = ['revoke', 'repeated', 'prospecting', '10', '--id', 'order-2'];
    expect(await answerOf(...revoking)).toEqual(account(0));
    expect(await answerOf(...revoking)).toEqual(account(0));
    const credits = service.app.get(CreditGrantService, { strict: false });
    const again = Array.from({ length: 8 }, () => credits.grant('repeated', 'prospecting', '7', { id: 'order-3' }));
    await Promise.all(again);
    expect(await answerOf('show', 'repeated')).toEqual(account(7));
    const operations = [
      ['grant', 10, 'order-1'],
      ['revoke', -10, 'order-2'],
      ['grant', 7, 'order-3'],
    ].map(([kind, granted, operation_id]) => entry({ feature: 'prospecting', kind, granted, operation_id }));
    expect(await answerOf('entries', 'repeated')).toEqual(operations);
    for (const other of ['prospecting 11', 'data_access 10']) {
      const stderr = expect.stringMatching(
        singleLine(/^"order-1" is the id of a grant of 10 prospecting credits already/),
      );
      const ended = await run('grant', 'repeated', ...other.split(' '), '--id', 'order-1');
      expect(ended).toEqual({ code: 1, stdout: '', stderr });
    }
    await service.issueKeyWithoutCredits('repeated-elsewhere');
    expect(await answerOf('grant', 'repeated-elsewhere', 'prospecting', '11', '--id', 'order-1')).toEqual(account(11));
  });

  it('show accounts as a table on a terminal', async () => {
    await service.issueKeyWithoutCredits('seen');
    await grant('seen', '100');
    const { stdout } = await admin.run(['credits', 'show', 'seen'], { screen: 80 });
    expect(stdout.split('\n')).toEqual([
      'feature       granted  consumed  reserved  available',
      'data_access       100         0         0        100',
      'contact_data        0         0         0          0',
      'prospecting         0         0         0          0',
      '',
    ]);
  });

  it('list the ledger entries, the newest last: all entries, only the newest ones, or those of one request', async () => {
    await service.issueKeyWithoutCredits('listed');
    for (const amount of ['50', 'unlimited', 'limited']) await grant('listed', amount);
    const origin = { keyId: 'key_1', endpoint: 'POST /v1/company/enrich' };
    const spent = { tenant: 'listed', ...origin, reserve: { data_access: 4 } };
    await spend(service.app, { ...spent, requestId: 'first', settle: { data_access: 3 } });
    await spend(service.app, { ...spent, requestId: 'second', settle: {} });
    const of = (request_id: string): object => ({ request_id, key_id: 'key_1', endpoint: 'POST /v1/company/enrich' });
    const all = [
      entry({ kind: 'grant', granted: 50 }),
      entry({ kind: 'unlimited' }),
      entry({ kind: 'limited' }),
      entry({ kind: 'reserve', pending: 4, ...of('first') }),
      entry({ kind: 'post', posted: 3, pending: -4, ...of('first') }),
      entry({ kind: 'reserve', pending: 4, ...of('second') }),
      entry({ kind: 'void', pending: -4, ...of('second') }),
    ];
    expect(await answerOf('entries', 'listed')).toEqual(all);
    expect(await answerOf('entries', 'listed', '--limit', '3')).toEqual(all.slice(-3));
    expect(await answerOf('entries', 'listed', '--request', 'first')).toEqual(all.slice(3, 5));
    expect(await answerOf('entries', 'listed', '--request', 'second', '--limit', '1')).toEqual(all.slice(-1));
    expect(await answerOf('entries', 'listed', '--request', 'third')).toEqual([]);
  });

  it('list only entries of the given tenant', async () => {
    await service.issueKey('ours');
    await service.issueKeyWithoutCredits('others');
    await spend(service.app, { tenant: 'ours', requestId: 'same', reserve: { data_access: 1 } });
    expect(await answerOf('entries', 'others', '--request', 'same')).toEqual([]);
    expect(await answerOf('entries', 'others')).toEqual([]);
    expect(await answerOf('show', 'others')).toEqual(noAccounts);
  });
});

describe('The credits commands reject with one line', () => {
  const amount = /The amount must be a whole number from 1 to 1000000000000, or the word "unlimited" or "limited"/;

  it.each([
    ['a missing subcommand', '', /credits: grant, revoke, show, grants, plan or entries/],
    ['an unknown command', 'take acme', /credits: grant, revoke, show, grants, plan or entries/],
    ['a revocation of 0 credits', 'revoke acme data_access 0', /must be a whole number from 1 to 1000000000000(?!,)/],
    ['an invalid operation id', 'grant acme data_access 1 --id a/b', /--id must have 1 to 128/],
    [
      'an operation id together with the amount limited',
      'grant acme data_access limited --id a',
      /--id can only be used with an amount/,
    ],
    ['an unknown tenant', 'grant missing data_access 1', /There is no tenant "missing"/],
    ['the credits of an unknown tenant', 'show missing', /There is no tenant "missing"/],
    ['the entries of an unknown tenant', 'entries missing', /There is no tenant "missing"/],
    ['an unknown feature', 'grant acme data-access 1', /must be one of data_access, contact_data, prospecting/],
    ['an amount of 0', 'grant acme data_access 0', amount],
    ['a negative amount', 'grant acme data_access -- -1', amount],
    ['an amount that looks like an option', 'grant acme data_access -1', amount],
    ['a part of a credit', 'grant acme data_access 1.5', amount],
    ['an amount with a power', 'grant acme data_access 1e3', amount],
    ['an amount in other digits', 'grant acme data_access ٣', amount],
    ['an amount that is too large', 'grant acme data_access 1000000000001', amount],
    ['a word for the amount', 'grant acme data_access Unlimited', amount],
    ['no amount', 'grant acme data_access', /missing required argument 'amount'/],
    ['an argument too many', 'show acme data_access', /too many arguments/],
    ['an unknown option', 'entries acme --all', /unknown option '--all'/],
    ['the value 0 of --limit', 'entries acme --limit 0', /--limit must be a whole number from 1/],
    [
      'a value of --limit that is too large',
      'entries acme --limit 100001',
      /--limit must be a whole number from 1 to 100000/,
    ],
    ['--limit without a value', 'entries acme --limit', /'--limit <entries>' argument missing/],
    ['--request without a value', 'entries acme --request', /'--request <id>' argument missing/],
  ])('reject %s', async (_what, line, words) => {
    const args = line.split(' ').filter((word) => word !== '');
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
  });

  it('reject a grant above the maximum of an account', async () => {
    await service.issueKeyWithoutCredits('rich');
    await service.database.pool.query(
      `insert into credit_account (tenant_id, feature, granted) values ('rich', 'prospecting', 9007199254740991)`,
    );
    const stderr = expect.stringMatching(singleLine(/cannot have more than 9007199254740991 credits/));
    expect(await run('grant', 'rich', 'prospecting', '1')).toEqual({ code: 1, stdout: '', stderr });
  });
});
