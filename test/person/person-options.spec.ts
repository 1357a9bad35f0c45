import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { companyFieldNames } from '../support/records/company-fields.js';
import { resultsOf, type Client } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { storeSignals, type SignalRecord } from '../support/records/signals.js';

const page = (slug: string): string => `https://www.network.com/in/${slug}`;
const person = (slug: string): object => ({ network_url: page(slug) });

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      {
        website: 'acme.test',
        domains: ['acme.example'],
        name: 'Acme Inc.',
        industry: 'Software',
        employee_count: 12,
        specialities: ['anvils'],
      },
    ],
    persons: [
      {
        network_url: 'network.com/in/jane',
        full_name: 'Jane Doe',
        job_title: 'Chief Technology Officer',
        company_website: 'acme.test',
        emails: [
          { address: 'a.jane@home.test', type: 'personal' },
          { address: 'a.jane@former.test', type: 'work' },
          { address: 'jane@acme.test', type: 'work' },
          { address: 'doe@acme.example', type: 'work' },
        ],
        phones: ['+49 89 2', '+49 89 1'],
        skills: ['Go'],
      },
      { network_url: 'network.com/in/dirk', job_title: 'Sales Director', phones: ['+1 234'] },
      {
        network_url: 'network.com/in/lea',
        full_name: 'Lea Dahl',
        job_title: 'Team Lead Software Engineering',
        company_website: 'acme.example',
        emails: [{ address: 'lea@home.test', type: 'personal' }],
      },
      {
        ...{ network_url: 'network.com/in/ian', job_title: 'Software Engineer', company_website: 'elsewhere.test' },
        emails: [{ address: 'b.ian@former.test' }, { address: 'a.ian@former.test' }],
      },
      { network_url: 'network.com/in/nadal', full_name: 'Nil Nadal' },
    ],
  });
  const fields = service.app.get(QueryFieldService, { strict: false });
  const engineers = { titles: ['software engineer', 'software engineering', 'technology officer'] };
  await fields.set('ours', 'engineers', { scope: 'both', definition: engineers, metadata: false });
  await fields.set('ours', 'gophers', { scope: 'person', definition: { technologies: ['go'] }, metadata: false });
  await fields.set('ours', 'staff', { scope: 'company', definition: {}, metadata: true });
  await fields.set('theirs', 'leaders', { scope: 'both', definition: { seniorities: ['teamlead'] }, metadata: false });
  await storeSignals(service.database, 'ours', [
    { intent_holder_network_url: page('jane'), date: '2026-02-01', message_text: 'later', signal_type: 'Promotion' },
    { intent_holder_network_url: page('jane'), date: '2026-01-01', message_text: 'earlier', source_type: 'event' },
    { account_website: 'acme.test', message_text: 'of the employer' },
  ]);
  await storeSignals(service.database, 'theirs', [{ intent_holder_network_url: page('jane'), message_text: 'secret' }]);
});

afterAll(() => service.close());

async function dataOf(
  slugs: readonly string[],
  request: object,
  client = service.ours,
): Promise<Record<string, unknown>[]> {
  const results = await personResultsOf(client, { persons: slugs.map(person), ...request });
  return results.map(({ data }) => data);
}

async function textsOf(slug: string, allow_signals: object, client?: Client): Promise<unknown> {
  const [data] = await dataOf([slug], { allow_signals }, client);
  return (data?.signals as SignalRecord[] | null)?.map((signal) => signal.message_text) ?? null;
}

describe('POST /v1/person/enrich succeeds with query fields', () => {
  it('returns 1 if the person matches the query field, 0 if not, and null if no person is found', async () => {
    const fields = ['engineers', 'gophers'];
    expect(await dataOf(['jane', 'dirk', 'lea', 'nadal', 'nobody'], { fields })).toEqual([
      { engineers: 1, gophers: 1 },
      { engineers: 0, gophers: 0 },
      { engineers: 1, gophers: 0 },
      { engineers: 0, gophers: 0 },
      { engineers: null, gophers: null },
    ]);
  });

  it.each(['staff', 'leaders', 'unknown', 'name', 'Engineers', 'email'])(
    'returns 0 for %s, because the tenant has no query field of persons with this name',
    async (field) => {
      expect(await dataOf(['lea', 'nobody'], { fields: [field] })).toEqual([{ [field]: 0 }, { [field]: null }]);
    },
  );

  it('returns query fields and profile fields in the order of the request', async () => {
    const [data] = await dataOf(['jane'], { fields: ['gophers', 'full_name', 'other', 'engineers'] });
    expect(JSON.stringify(data)).toBe('{"gophers":1,"full_name":"Jane Doe","other":0,"engineers":1}');
  });
});

describe('POST /v1/person/enrich succeeds with include_personas', () => {
  it('returns each of the four seniorities, and null if no title is stored or no person is found', async () => {
    const found = await dataOf(['jane', 'dirk', 'lea', 'ian', 'nadal', 'nobody'], { include_personas: true });
    expect(found.map(({ seniority }) => seniority)).toEqual([
      'seniority_executive',
      'seniority_director',
      'seniority_teamlead',
      'seniority_ic',
      null,
      null,
    ]);
    for (const data of found) expect(Object.keys(data)).toEqual(['personas', 'seniority']);
  });

  it('returns the role tags of a person, an empty list if the person has none, and null if no person is found', async () => {
    const found = await dataOf(['dirk', 'nadal', 'nobody'], { include_personas: true });
    expect(found.map(({ personas }) => personas)).toEqual([['sales'], [], null]);
  });
});

describe('POST /v1/person/enrich succeeds with include_contact_data', () => {
  it('prefers work addresses, among these an address at the current employer, and among several such addresses the first in the list of the imported record', async () => {
    const found = await dataOf(['jane', 'dirk', 'lea', 'ian', 'nobody'], { include_contact_data: true });
    expect(found).toEqual([
      { email: 'jane@acme.test', phone: '+49 89 2' },
      { email: null, phone: '+1 234' },
      { email: 'lea@home.test', phone: null },
      { email: 'b.ian@former.test', phone: null },
      { email: null, phone: null },
    ]);
  });
});

describe('POST /v1/person/enrich succeeds with enrich_company', () => {
  it('returns every company field and query field if `enrich_company` is true, with the same values as the enrichment of the company', async () => {
    const fields = [...companyFieldNames, 'engineers', 'staff'];
    const companies = [{ website: 'acme.test' }];
    const [expected] = await resultsOf(service.ours, { companies, fields });
    const [data] = await dataOf(['jane'], { enrich_company: true });
    expect(data).toEqual({ company: expected?.data });
    expect(data?.company).toMatchObject({ name: 'Acme Inc.', employee_count: 12, staff: 2, engineers: 2 });
  });

  it('returns only the fields in the list if `enrich_company` is a list, in the order of the list', async () => {
    const [data] = await dataOf(['lea'], { enrich_company: ['staff', 'name', 'leaders', 'specialities'] });
    const company = { staff: 2, name: 'Acme Inc.', leaders: null, specialities: ['anvils'] };
    expect(JSON.stringify(data)).toBe(JSON.stringify({ company }));
  });

  it('returns null for `company` if the employer is unknown or not stored as a company, and if no person is found', async () => {
    const found = await dataOf(['ian', 'dirk', 'nobody'], { enrich_company: true });
    expect(found).toEqual([{ company: null }, { company: null }, { company: null }]);
  });

  it('adds no company data if `enrich_company` is false', async () => {
    expect(await dataOf(['jane'], { fields: ['last_name'], enrich_company: false })).toEqual([{ last_name: 'Doe' }]);
  });
});

describe('POST /v1/person/enrich succeeds with allow_signals', () => {
  it('returns the signals of a person by date, each with its five members', async () => {
    const [data] = await dataOf(['jane'], { allow_signals: { end_time: '2026-01-31' } });
    const signal = {
      date: '2026-01-01',
      signal_type: 'Article',
      message_text: 'earlier',
      intent_holder_network_url: page('jane'),
      source_type: 'event',
    };
    expect(data).toEqual({ signals: [signal] });
    expect(await textsOf('jane', {})).toEqual(['earlier', 'later']);
  });

  it.each<[what: string, filter: object, texts: string[]]>([
    ['from a day on', { start_time: '2026-02-01' }, ['later']],
    ['up to a day', { end_time: '2026-01-01' }, ['earlier']],
    ['of a type', { type: 'Promotion' }, ['later']],
    ['of a type that no signal has', { type: 'New Hire' }, []],
    ['of all types for the type ALL', { type: 'ALL' }, ['earlier', 'later']],
  ])('returns the signals %s', async (_what, filter, texts) => {
    expect(await textsOf('jane', filter)).toEqual(texts);
  });

  it('returns an empty list if a person has no signals, and null if no person is found', async () => {
    expect(await textsOf('dirk', {})).toEqual([]);
    expect(await textsOf('nobody', {})).toBeNull();
  });

  it('returns the signals of the stored profile page for a person who was found by e-mail address', async () => {
    const request = { persons: [{ work_email: 'jane@acme.test' }], allow_signals: {} };
    const [result] = await personResultsOf(service.ours, request);
    expect(result?.data.signals).toHaveLength(2);
  });
});

const everything = {
  fields: ['full_name', 'engineers'],
  include_personas: true,
  include_contact_data: true,
  enrich_company: ['name'],
  allow_signals: { type: 'Promotion' },
};

describe('POST /v1/person/enrich succeeds with all options', () => {
  it('returns the members of all options, after the requested fields', async () => {
    const [data] = await dataOf(['jane'], everything);
    expect(data).toMatchObject({
      full_name: 'Jane Doe',
      engineers: 1,
      seniority: 'seniority_executive',
      email: 'jane@acme.test',
      company: { name: 'Acme Inc.' },
      signals: [{ message_text: 'later' }],
    });
    const added = ['personas', 'seniority', 'email', 'phone', 'company', 'signals'];
    expect(Object.keys(data ?? {})).toEqual(['full_name', 'engineers', ...added]);
  });

  it('returns null for every key if no person is found', async () => {
    const [[found], [missing]] = await Promise.all([dataOf(['jane'], everything), dataOf(['nobody'], everything)]);
    expect(missing).toEqual(Object.fromEntries(Object.keys(found ?? {}).map((key) => [key, null])));
  });
});

describe('POST /v1/person/enrich protects data of other tenants', () => {
  it("returns only the tenant's own signals", async () => {
    expect(await textsOf('jane', {}, service.theirs)).toEqual(['secret']);
  });

  it('does not evaluate the query fields of another tenant', async () => {
    const request = { fields: ['engineers', 'gophers', 'leaders'], enrich_company: ['staff', 'engineers', 'leaders'] };
    const company = { staff: null, engineers: null, leaders: 1 };
    const [data] = await dataOf(['lea'], request, service.theirs);
    expect(data).toEqual({ engineers: 0, gophers: 0, leaders: 1, company });
    const [whole] = await dataOf(['lea'], { enrich_company: true }, service.theirs);
    expect(new Set(Object.keys(whole?.company ?? {}))).toEqual(new Set([...companyFieldNames, 'leaders']));
  });
});
