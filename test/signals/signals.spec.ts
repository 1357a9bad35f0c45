import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/records/company-api.js';
import { getSignals, signalsOf, storeManySignals, storeSignals, year } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let ours: Client;
let theirs: Client;

beforeAll(async () => {
  service = await startTestService();
  ours = await service.clientOf('ours');
  theirs = await service.clientOf('theirs');
});

afterAll(() => service.close());

/** Stores these signals for a new tenant, and signals on the same websites and days for another tenant. */
async function tenantWith(...signals: Parameters<typeof storeSignals>[2]): Promise<Client> {
  const name = `tenant-${++tenants}`;
  const client = await service.clientOf(name);
  await storeSignals(service.database, name, signals);
  await storeSignals(
    service.database,
    'theirs',
    signals.map((signal) => ({ ...signal, message_text: 'not yours' })),
  );
  return client;
}

let tenants = 0;

/** The texts of the signals in an answer, by website. */
async function textsOf(client: Client, body: unknown): Promise<Record<string, (string | null)[]>> {
  const sites = Object.entries(await signalsOf(client, body));
  return Object.fromEntries(sites.map(([site, records]) => [site, records.map((record) => record.message_text)]));
}

describe('POST /v1/signals/get-signals succeeds', () => {
  it('groups signals by account website, and sorts them by website, by date, and by the order of the import', async () => {
    const client = await tenantWith(
      { account_website: 'b.example', message_text: 'late', date: '2026-03-01' },
      { account_website: 'b.example', message_text: 'early', date: '2026-02-01' },
      { account_website: 'c.example', message_text: 'only' },
      { account_website: 'a.example', message_text: 'first of the day' },
      { account_website: 'a.example', message_text: 'second of the day' },
    );
    const texts = await textsOf(client, year);
    expect(Object.entries(texts)).toEqual([
      ['a.example', ['first of the day', 'second of the day']],
      ['b.example', ['early', 'late']],
      ['c.example', ['only']],
    ]);
  });

  it('returns the five members of each signal, and null for a missing value', async () => {
    const full = {
      date: '2024-02-29',
      signal_type: 'Topic Engagement',
      message_text: 'Says "hello"\n\u{1F44B} \\ </script>',
      intent_holder_network_url: 'https://www.network.com/in/jos%C3%A9',
      source_type: 'article',
    };
    const client = await tenantWith({ ...full, account_website: 'a.example' }, { account_website: 'b.example' });
    const { body } = await getSignals(client, { start_time: '2024-01-01', end_time: '2026-12-31' });
    const bare = { ...full, date: '2026-01-15', signal_type: 'Article', message_text: null };
    const empty = { ...bare, intent_holder_network_url: null, source_type: null };
    expect(JSON.stringify(body)).toBe(JSON.stringify({ signals: { 'a.example': [full], 'b.example': [empty] } }));
  });

  it('includes the first and the last day of the range, and no day outside of the range', async () => {
    const days = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13'];
    const client = await tenantWith(...days.map((date) => ({ date, message_text: date })));
    const texts = await textsOf(client, { start_time: '2026-01-10', end_time: '2026-01-12' });
    expect(texts).toEqual({ 'example.com': ['2026-01-10', '2026-01-11', '2026-01-12'] });
  });

  it('returns only the requested type, in exactly this case and spelling', async () => {
    const types = ['New Hire', 'new_hire', 'role_change', 'Role Change'];
    const client = await tenantWith(...types.map((type) => ({ signal_type: type, message_text: type })));
    for (const type of types) expect(await textsOf(client, { ...year, type })).toEqual({ 'example.com': [type] });
  });

  it('omits websites without a matching signal, and signals without a website', async () => {
    const client = await tenantWith(
      { account_website: 'wrong-day.example', date: '2025-12-31' },
      { account_website: 'wrong-type.example', signal_type: 'Promotion' },
      { account_website: null },
      { account_website: 'right.example', message_text: 'found' },
    );
    expect(await textsOf(client, { ...year, type: 'Article' })).toEqual({ 'right.example': ['found'] });
  });

  it('returns the signals of websites that have the names of object members, __proto__ and constructor', async () => {
    const client = await tenantWith({ account_website: '__proto__' }, { account_website: 'constructor' });
    expect(Object.keys(await signalsOf(client, year))).toEqual(['__proto__', 'constructor']);
  });

  it('keeps the signals in their order and groups in an answer that is read in many pages', async () => {
    const client = await service.clientOf('many');
    await storeManySignals(service.database, 'many', { count: 9_000, sites: 7, textLength: 0 });
    const found = Object.entries(await signalsOf(client, year));
    const records = found.flatMap(([site, signals]) => signals.map((signal) => ({ site, ...signal })));
    const numbers = records.map((record) => Number(record.message_text));
    expect(found.map(([site]) => site)).toEqual(Array.from({ length: 7 }, (_, site) => `site${site}.example`));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 9_000 }, (_, index) => index + 1));
    const inOrder = records.toSorted(
      (a, b) =>
        Number(a.site > b.site) - Number(a.site < b.site) ||
        Number(a.date > b.date) - Number(a.date < b.date) ||
        Number(a.message_text) - Number(b.message_text),
    );
    expect(records).toEqual(inOrder);
  });

  it.each([1_999, 2_000, 2_001, 4_000, 4_001])(
    'returns each signal once if their number, %i, is at or near a multiple of the page size',
    async (count) => {
      const tenant = `edge-${count}`;
      const client = await service.clientOf(tenant);
      await storeManySignals(service.database, tenant, { count, sites: 3, textLength: 0 });
      const texts = Object.values(await textsOf(client, year)).flat();
      expect([texts.length, new Set(texts).size]).toEqual([count, count]);
    },
  );

  it('returns the signals of a rare type among many others', async () => {
    const client = await service.clientOf('rare');
    await storeManySignals(service.database, 'rare', { count: 5_000, sites: 50, textLength: 0 });
    await storeSignals(service.database, 'rare', [{ signal_type: 'High Intent', message_text: 'there' }]);
    expect(await textsOf(client, { ...year, type: 'High Intent' })).toEqual({ 'example.com': ['there'] });
  });
});

describe("POST /v1/signals/get-signals protects a tenant's signals", () => {
  it('hides signals from the keys of another tenant, also if both tenants have signals on the same website and day', async () => {
    await storeSignals(service.database, 'ours', [{ message_text: 'ours', account_website: 'shared.example' }]);
    await storeSignals(service.database, 'theirs', [{ message_text: 'theirs', account_website: 'shared.example' }]);
    expect((await textsOf(ours, year))['shared.example']).toEqual(['ours']);
    expect((await textsOf(theirs, year))['shared.example']).toEqual(['theirs']);
  });
});
