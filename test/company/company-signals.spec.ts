import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enrich, resultsOf, type Client } from '../support/records/company-api.js';
import { storeManySignals, storeSignals, type SignalRecord } from '../support/records/signals.js';
import { usedCredits } from '../support/credits/credits.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let ours: Client;
let theirs: Client;

beforeAll(async () => {
  service = await startTestService();
  ours = await service.clientOf('ours');
  theirs = await service.clientOf('theirs');
  await storeCompany('Acme', ['acme.com', 'acme.de', 'acme-shop.com']);
  await storeCompany('Quiet', ['quiet.com']);
  await storeCompany('Other', ['other.com']);
  await storeSignals(service.database, 'ours', [
    { account_website: 'acme.com', date: '2026-03-03', message_text: 'website, March', signal_type: 'Promotion' },
    { account_website: 'acme.de', date: '2026-01-01', message_text: 'alias, January', source_type: 'event' },
    { account_website: 'acme-shop.com', date: '2026-02-02', message_text: 'second alias, February' },
    { account_website: 'acme.com', date: '2026-02-02', message_text: 'website, February, later' },
    { account_website: 'jobs.acme.com', message_text: 'a site that is not the company’s' },
    { account_website: null, message_text: 'no site' },
    { account_website: 'other.com', message_text: 'other' },
  ]);
  await storeSignals(service.database, 'theirs', [{ account_website: 'acme.de', message_text: 'not yours' }]);
});

afterAll(() => service.close());

async function storeCompany(name: string, [website = '', ...aliases]: readonly string[]): Promise<void> {
  const domains = [website, ...aliases].map((domain) => ({ domain, isPrimary: domain === website }));
  await service.database.prisma.company.create({ data: { name, website, domains: { create: domains } } });
}

async function dataOf(website: string, request: object, client = ours): Promise<Record<string, unknown>> {
  const [result] = await resultsOf(client, { companies: [{ website }], ...request });
  return result?.data ?? {};
}

async function textsOf(website: string, allow_signals: object, client = ours): Promise<unknown[]> {
  const data = await dataOf(website, { allow_signals }, client);
  return (data.signals as SignalRecord[]).map((record) => record.message_text);
}

const allOfAcme = ['alias, January', 'second alias, February', 'website, February, later', 'website, March'];

describe('POST /v1/company/enrich succeeds with allow_signals', () => {
  it('returns the signals of all websites of a company, by date', async () => {
    expect(await textsOf('acme.com', {})).toEqual(allOfAcme);
  });

  it.each(['acme.de', 'https://www.acme-shop.com/cart', 'jobs.acme.com'])(
    'returns the same signals for a company that is matched by %s',
    async (website) => {
      expect(await textsOf(website, {})).toEqual(allOfAcme);
    },
  );

  it('returns the five members of a signal, and no others', async () => {
    const data = await dataOf('acme.com', { allow_signals: { end_time: '2026-01-31' } });
    const signal = {
      date: '2026-01-01',
      signal_type: 'Article',
      message_text: 'alias, January',
      intent_holder_network_url: null,
      source_type: 'event',
    };
    expect(JSON.stringify(data)).toBe(JSON.stringify({ signals: [signal] }));
  });

  it.each<[what: string, filter: object, texts: string[]]>([
    ['from a day on', { start_time: '2026-02-02' }, allOfAcme.slice(1)],
    ['up to a day', { end_time: '2026-02-02' }, allOfAcme.slice(0, 3)],
    ['of one day', { start_time: '2026-02-02', end_time: '2026-02-02' }, allOfAcme.slice(1, 3)],
    ['of a type', { type: 'Promotion' }, ['website, March']],
    ['of a type and a period', { type: 'Article', start_time: '2026-01-02' }, allOfAcme.slice(1, 3)],
    ['of all types for the type ALL', { type: 'ALL' }, allOfAcme],
    ['of all days and types if every member is null', { start_time: null, end_time: null, type: null }, allOfAcme],
    ['of a type only in its exact spelling', { type: 'new_hire' }, []],
    ['of no day if the last day is before the first', { start_time: '2026-03-01', end_time: '2026-01-01' }, []],
  ])('returns the signals %s', async (_what, filter, texts) => {
    expect(await textsOf('acme.com', filter)).toEqual(texts);
  });

  it('returns the signals of each company, an empty list if it has none, and null without a match', async () => {
    const sites = ['other.com', 'quiet.com', 'nobody-has-this.example.org', 'acme.com', 'other.com'];
    const companies = sites.map((website) => ({ website }));
    const results = await resultsOf(ours, { companies, fields: ['name'], allow_signals: {} });
    const texts = results.map(({ data }) => {
      const signals = data.signals as SignalRecord[] | null;
      return signals === null ? null : signals.map((record) => record.message_text);
    });
    expect(results.map(({ matched, data }) => [matched, data.name])).toEqual([
      [true, 'Other'],
      [true, 'Quiet'],
      [false, null],
      [true, 'Acme'],
      [true, 'Other'],
    ]);
    expect(texts).toEqual([['other'], [], null, allOfAcme, ['other']]);
  });

  it('returns signals also with strict matching', async () => {
    const strict = await dataOf('acme.com', { enhanced_matching: false, allow_signals: { type: 'Promotion' } });
    expect(strict.signals).toHaveLength(1);
  });

  it('returns signals only once if `fields` names `signals`, too', async () => {
    const data = await dataOf('acme.com', { fields: ['signals', 'name'], allow_signals: { type: 'Promotion' } });
    expect(data).toEqual({ signals: [expect.objectContaining({ message_text: 'website, March' })], name: 'Acme' });
  });
});

describe('POST /v1/company/enrich succeeds without allow_signals', () => {
  it('returns null for the name `signals` in `fields`, because no query field has this name', async () => {
    expect(await dataOf('acme.com', { fields: ['signals'] })).toEqual({ signals: null });
  });
});

describe('POST /v1/company/enrich protects itself from too many signals', () => {
  const busy = [{ website: 'site0.example' }];
  const request = { companies: busy, fields: ['name'], allow_signals: {} };
  let client: Client;

  /** Creates a tenant with `count` signals of one company, and sets `client` to a client with a key of this tenant. */
  async function tenantWith(tenant: string, signals: { count: number; textLength: number }): Promise<void> {
    client = await service.clientOf(tenant);
    await storeManySignals(service.database, tenant, { ...signals, sites: 1 });
  }

  beforeAll(() => storeCompany('Busy', ['site0.example']));

  it('returns all signals of a company that has a few thousand', async () => {
    await tenantWith('thousands', { count: 5_000, textLength: 10 });
    const [result] = await resultsOf(client, request);
    const dates = ((result?.data.signals ?? []) as SignalRecord[]).map(({ date }) => date);
    expect(dates).toHaveLength(5_000);
    expect(dates).toEqual([...dates].sort());
  });

  it.each([
    ['a company listed so often that the answer is too large', { count: 5_000, textLength: 10 }, 1_000, 'companies'],
    ['too many signals', { count: 100_001, textLength: 10 }, 1, 'allow_signals'],
    ['signals with too long texts', { count: 2_500, textLength: 15_000 }, 1, 'allow_signals'],
  ])('refuses %s, and charges nothing', async (what, signals, times, member) => {
    const tenant = what.replaceAll(' ', '-');
    await tenantWith(tenant, signals);
    const { status, body } = await enrich(client, { ...request, companies: Array<object>(times).fill(busy[0] ?? {}) });
    expect([status, body]).toMatchObject([422, { detail: [{ type: 'value_error', loc: ['body', member] }] }]);
    expect(await usedCredits(service.database, tenant)).toMatchObject({ data_access: { charged: 0, reserved: 0 } });
  });

  it('refuses too many signals, and advises a shorter range of days or, if there are several companies, fewer companies', async () => {
    await storeCompany('Other', ['other.example']);
    const faultsOf = async (companies: object[]): Promise<unknown> => {
      const { body } = await enrich(client, { ...request, companies, allow_signals: { start_time: '2026-01-01' } });
      return (body as { detail: unknown }).detail;
    };
    const fault = (advice: string) => ({
      type: 'value_error',
      loc: ['body', 'allow_signals'],
      msg: `Value error, the answer would have more than 100000 signals, or too long ones: ${advice}`,
      input: { start_time: '2026-01-01' },
      ctx: { error: {} },
    });
    const range = 'ask for a shorter range of days with `start_time` and `end_time`';
    expect(await faultsOf(busy)).toEqual([fault(range)]);
    const several = [...busy, { website: 'other.example' }];
    expect(await faultsOf(several)).toEqual([fault(`list fewer companies, or ${range}`)]);
  });

  it('returns the signals if the request is repeated with a shorter range of days', async () => {
    const allow_signals = { start_time: '2026-01-01', end_time: '2026-01-01' };
    const [result] = await resultsOf(client, { ...request, allow_signals });
    expect(result?.data.signals).toHaveLength(Math.floor(2_500 / 40));
  });
});

describe("POST /v1/company/enrich protects a tenant's signals", () => {
  it('hides signals from the keys of another tenant', async () => {
    expect(await textsOf('acme.com', {}, theirs)).toEqual(['not yours']);
    expect(await textsOf('other.com', {}, theirs)).toEqual([]);
  });
});
