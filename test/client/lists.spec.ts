import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataAccessClient, ValidationFailed } from 'data-access-client';
import { openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { call } from '../support/http/http.js';
import { storeManySignals, storeSignals } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let client: DataAccessClient;
let apiKey: string;

const days = { start_time: '2026-01-01', end_time: '2026-12-31' };

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  ({ apiKey } = await service.issueKey('ours'));
  client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey });
  await storeManySignals(service.database, 'ours', { count: 5_000, sites: 7, textLength: 100 });
  await storeSignals(service.database, 'ours', [
    { account_website: 'quoted.example', message_text: 'He said "{[\\" and \\' },
    { account_website: 'quoted.example', message_text: ']}",', signal_type: 'Topic Engagement' },
  ]);
});

afterAll(() => service.close());

async function allOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) all.push(each);
  return all;
}

/** The signals of the tenant, read by a plain request without the client. */
async function expectedSignals(): Promise<object[]> {
  const { body } = await call(`${service.baseUrl}/v1/signals/get-signals`, { apiKey, body: days });
  const { signals } = body as { signals: Record<string, object[]> };
  return Object.entries(signals).flatMap(([website, records]) => records.map((record) => ({ website, ...record })));
}

describe('signals', () => {
  it('yields each signal with the website of its account', async () => {
    const found = await allOf(client.signals(days));
    expect(found).toHaveLength(5_002);
    expect(found).toEqual(await expectedSignals());
  });

  it('yields only signals of the requested days and type, and throws ValidationFailed for an invalid day', async () => {
    const found = await allOf(client.signals({ ...days, type: 'Topic Engagement' }));
    expect(found.map(({ website }) => website)).toEqual(['quoted.example']);
    expect(await allOf(client.signals({ start_time: '2020-01-01', end_time: '2020-01-02' }))).toEqual([]);
    await expect(allOf(client.signals({ ...days, end_time: 'soon' }))).rejects.toThrow(ValidationFailed);
  });

  it('yields each signal once when the connection is cut three times', async () => {
    let breaks = 3;
    const proxy = await openBreakingProxy(service.baseUrl, [[/signals/, (status) => (breaks-- > 0 ? 'half' : status)]]);
    try {
      const behind = new DataAccessClient({ baseUrl: proxy.baseUrl, apiKey });
      expect(await allOf(behind.signals(days))).toEqual(await expectedSignals());
    } finally {
      await proxy.close();
    }
  });

  it('can be called again after the consumer of an earlier call has stopped early', async () => {
    for await (const { website } of client.signals(days)) {
      expect(website).toEqual(expect.any(String));
      break;
    }
    expect(await allOf(client.signals({ ...days, type: 'Promotion' }))).toEqual([]);
  });
});

describe('The client in a page without a secure context', () => {
  // Browsers have no `crypto.randomUUID` on plain HTTP.
  beforeAll(() => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  });
  afterAll(() => {
    Reflect.deleteProperty(crypto, 'randomUUID');
  });

  it('makes a different UUID for each request id and each idempotency key', async () => {
    const sent: Headers[] = [];
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      sent.push(new Headers(init.headers));
      return globalThis.fetch(url, init);
    };
    const page = new DataAccessClient({ baseUrl: service.baseUrl, apiKey, fetch });
    const { response } = await page.me().withResponse();
    for (const website of ['a.example', 'b.example']) await page.enrichCompanies([{ website }], { fields: ['name'] });
    await page.prospecting.start({ network_url: 'network.com/company/none' });
    const ids = sent.flatMap((headers) => [headers.get('x-request-id'), headers.get('idempotency-key') ?? []].flat());
    expect(ids).toEqual(
      Array(7).fill(expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}(:1)?$/)),
    );
    expect(new Set(ids).size).toBe(7);
    expect(ids[0]).toBe(response.requestId);
  });
});

describe('The client', () => {
  it('returns the tenant, its keys, credits, fields and teams', async () => {
    expect(await client.me()).toMatchObject({ tenant_id: 'ours', limits: { identifiers_per_request: 1_000 } });
    const { keys } = await client.keys();
    expect(keys).toEqual([expect.objectContaining({ revoked_at: null, current: true })]);
    const { credits } = await client.credits();
    expect(credits.map(({ feature }) => feature)).toEqual(['data_access', 'contact_data', 'prospecting']);
    const { company, query_fields: own } = await client.fields();
    expect([company.map(({ name }) => name), own]).toEqual([expect.arrayContaining(['name', 'founded_year']), []]);
    expect(await client.teams()).toEqual({ teams: [] });
  });

  it('finds companies by a text with characters that a query string must encode', async () => {
    const siemens = {
      name: 'Siemens',
      website: 'siemens.com',
      domains: { create: { domain: 'siemens.com', isPrimary: true } },
    };
    await service.database.prisma.company.create({ data: siemens });
    const found = {
      name: 'Siemens',
      website: 'siemens.com',
      network_url: null,
      location_country: null,
      industry: null,
    };
    expect(await client.findCompanies('https://www.siemens.com/?a&b=1')).toEqual({ companies: [found] });
    expect(await client.findCompanies('acme & co+')).toEqual({ companies: [] });
  });

  it('yields the requests of all pages or only those with a given status, and returns the ledger entries of a single request', async () => {
    const { apiKey: key } = await service.issueKey('busy');
    const busy = new DataAccessClient({ baseUrl: service.baseUrl, apiKey: key });
    const companies = Array.from({ length: 130 }, (_, index) => ({ website: `none${index}.example` }));
    await busy.enrichCompanies(companies, { fields: ['name'], chunkSize: 1 });
    const listed = await allOf(busy.requests());
    expect(new Set(listed.map(({ request_id: id }) => id)).size).toBe(130);
    expect(await allOf(busy.requests({ status: 'charged' }))).toEqual([]);
    const [newest] = listed;
    const { entries } = await busy.requestUsage(newest?.request_id ?? '');
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', expect.stringMatching(/^(post|void)$/)]);
    const { groups } = await busy.usage({ group_by: 'endpoint' });
    expect(groups).toEqual([
      expect.objectContaining({ group: 'POST /v1/company/enrich', identifiers: 130, matched: 0 }),
    ]);
  });
});
