import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { usedCredits } from '../support/credits/credits.js';
import { type Answer, call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import type { PersonService } from '../support/records/person-service.js';
import { startSearchService } from '../support/records/search-service.js';

let service: PersonService;
let document: OpenApiDocument;

const companies = Array.from({ length: 30 }, (_, index) => ({
  website: `c${index}.test`,
  name: `Company ${index}`,
  network_url: `network.com/company/c-${index}`,
  industry: index % 3 === 0 ? 'Mining' : 'Software',
  employee_count: index,
  location_country: index % 2 === 0 ? 'Germany' : 'France',
}));

const persons = Array.from({ length: 40 }, (_, index) => ({
  network_url: `network.com/in/p-${index}`,
  full_name: `Person ${index}`,
  job_title: index % 4 === 0 ? 'Head of Sales' : 'Software Engineer',
  company_website: `c${index % 30}.test`,
  contact_country: index % 2 === 0 ? 'Germany' : 'France',
  ...(index % 2 === 0 ? { emails: [{ address: `p${index}@c${index % 30}.test` }] } : {}),
}));

beforeAll(async () => {
  service = await startSearchService({ companies, persons });
  document = await OpenApiDocument.of(service.baseUrl);
});

beforeEach(() => service.database.pool.query('delete from search_charge'));

afterAll(() => service.close());

const companyPath = '/v1/company/search';
const personPath = '/v1/person/search';

interface Page {
  readonly results: { readonly identifier: Record<string, unknown>; readonly data: Record<string, unknown> }[];
  readonly total: { readonly count: number; readonly kind: string } | null;
  readonly facets: Record<string, { readonly value: string; readonly records: number }[]>;
  readonly cursor: string | null;
}

const send = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body, headers });

/** Sends a search that must succeed, and checks the answer against the OpenAPI document. */
async function search(path: string, body: object): Promise<Page> {
  const answer = await send(path, body);
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer.body as Page;
}

/** All pages of a search. @param between is called before each further page */
async function allPages(
  path: string,
  body: object,
  between: (page: number) => Promise<unknown> = () => Promise.resolve(),
) {
  const pages: Page[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await search(path, { ...body, cursor });
    pages.push(page);
    cursor = page.cursor;
    if (cursor === null) return pages.flatMap(({ results }) => results);
    await between(pages.length);
  }
}

const sites = (results: Page['results']) => results.map(({ identifier }) => identifier.website);

describe('A search for companies', () => {
  it('answers as an enrichment would, with page and website as identifier, the total and the facets', async () => {
    const page = await search(companyPath, {
      where: { industries: ['mining'], employee_count: { min: 3, max: 9 } },
      fields: ['name', 'employee_count'],
      facets: ['countries'],
    });
    expect(page.results).toEqual(
      [3, 6, 9].map((index) => ({
        identifier: { website: `c${index}.test`, network_url: `https://www.network.com/company/c-${index}` },
        data: { name: `Company ${index}`, employee_count: index },
        matched: true,
      })),
    );
    expect(page.total).toEqual({ count: 3, kind: 'exact' });
    expect(page.facets).toEqual({
      countries: [
        { value: 'France', records: 2 },
        { value: 'Germany', records: 1 },
      ],
    });
    expect(page.cursor).toBeNull();
  });

  it('delivers usual fields if none is named, and no total if none is wanted', async () => {
    const page = await search(companyPath, { where: { names: ['company 4'] }, total: 'none' });
    expect(page.results[0]?.data).toEqual({
      ...{ name: 'Company 4', industry: 'Software', employee_count: 4, location_country: 'Germany' },
    });
    expect(page.total).toBeNull();
  });

  it('pages through all records, each once and in order', async () => {
    expect(sites(await allPages(companyPath, { size: 7 }))).toEqual(companies.map(({ website }) => website));
  });

  it('leaves out nothing and repeats nothing while an import changes, adds and removes records', async () => {
    const results = await allPages(companyPath, { where: { industries: ['Software'] }, size: 4 }, async (page) => {
      await service.database.pool.query('update company set tagline = $1, employee_count = employee_count + 100', [
        `Page ${page}`,
      ]);
      await service.load({ companies: [{ website: `new-${page}.test`, name: 'New', industry: 'Software' }] });
    });
    const old = companies.filter(({ industry }) => industry === 'Software').map(({ website }) => website);
    expect(sites(results).slice(0, old.length)).toEqual(old);
    expect(new Set(sites(results)).size).toBe(results.length);
    await service.database.pool.query(`delete from company where website like 'new-%'`);
    await service.database.pool.query('update company set employee_count = employee_count % 100');
  });

  it('compares the counts of query fields', async () => {
    const fields = service.app.get(QueryFieldService, { strict: false });
    await fields.set('ours', 'sellers', { scope: 'company', definition: { titles: ['sales'] }, metadata: false });
    const where = { query_fields: { sellers: { min: 1 } }, industries: ['Mining'] };
    expect(sites(await allPages(companyPath, { where }))).toEqual(['c0.test', 'c6.test', 'c12.test', 'c24.test']);
    expect(
      (await search(companyPath, { where: { query_fields: { sellers: { max: 0 } } }, size: 0 })).total?.count,
    ).toBe(20);
    const unknown = await send(companyPath, { where: { any: [{ query_fields: { nope: { min: 1 } } }] } });
    expect(unknown.body).toMatchObject({ detail: [{ loc: ['body', 'where', 'any', 0, 'query_fields', 'nope'] }] });
  });
});

describe('A search for persons', () => {
  it('finds by the employer, and delivers contact data of those who have it', async () => {
    const page = await search(personPath, {
      where: { titles: ['head of sales'], has: ['email'], company: { industries: ['Mining'] } },
      fields: ['full_name'],
      include_contact_data: true,
      size: 2,
    });
    expect(page.results.map(({ identifier, data }) => [identifier, data])).toEqual([
      [{ network_url: 'https://www.network.com/in/p-0' }, { full_name: 'Person 0', email: 'p0@c0.test', phone: null }],
      [
        { network_url: 'https://www.network.com/in/p-12' },
        { full_name: 'Person 12', email: 'p12@c12.test', phone: null },
      ],
    ]);
    expect(page.total?.count).toBe(4);
  });

  it('counts the values of the employers as facets', async () => {
    const page = await search(personPath, {
      where: { titles: ['sales'] },
      size: 0,
      facets: ['company.industries', 'titles'],
    });
    expect(page.facets).toEqual({
      'company.industries': [
        { value: 'Software', records: 6 },
        { value: 'Mining', records: 4 },
      ],
      titles: [{ value: 'Head of Sales', records: 10 }],
    });
  });

  it('names a person without a page by name and employer', async () => {
    await service.load({
      persons: [
        {
          full_name: 'Ada Ohne',
          emails: [{ address: 'ada@c1.test' }],
          company_website: 'c1.test',
          job_title: 'Notary',
        },
      ],
    });
    const page = await search(personPath, { where: { titles: ['notary'] } });
    expect(page.results[0]?.identifier).toEqual({
      network_url: null,
      full_name: 'Ada Ohne',
      company_domain: 'c1.test',
    });
  });

  it('never delivers an erased person', async () => {
    await service.load({
      persons: [
        { network_url: 'network.com/in/gone', full_name: 'Gone', job_title: 'Cooper', company_website: 'c1.test' },
      ],
    });
    expect((await search(personPath, { where: { titles: ['cooper'] } })).results).toHaveLength(1);
    await service.app.get(ErasureService, { strict: false }).erase({ networkUrl: 'https://www.network.com/in/gone' });
    expect(await search(personPath, { where: { titles: ['cooper'] } })).toMatchObject({
      results: [],
      total: { count: 0 },
    });
  });
});

describe('The cost of a search', () => {
  const where = { titles: ['software engineer'] };

  it('is that of the enrichment of each delivered record, and nothing for what was delivered before', async () => {
    const used = async () => {
      const { data_access: data, contact_data: contact } = await usedCredits(service.database, 'ours');
      return [data?.charged ?? 0, contact?.charged ?? 0] as const;
    };
    const before = await used();
    const ask = (body: object) => send(personPath, { where, size: 4, ...body });
    const first = await ask({ fields: ['full_name'] });
    expect(first.headers.get('x-credits-data-access-charged')).toBe('4');
    expect((await ask({ fields: ['job_title'] })).headers.get('x-credits-data-access-charged')).toBe('0');
    const contacts = await ask({ include_contact_data: true });
    expect(contacts.headers.get('x-credits-data-access-charged')).toBe('0');
    expect(contacts.headers.get('x-credits-contact-data-charged')).toBe('1');
    expect((await ask({ size: 6 })).headers.get('x-credits-data-access-charged')).toBe('2');
    const after = await used();
    expect(after).toEqual([before[0] + 6, before[1] + 1]);
    await service.database.pool.query(`update search_charge set charged_at = now() - interval '24 hours'`);
    expect((await ask({ size: 6 })).headers.get('x-credits-data-access-charged')).toBe('6');
  });

  it('is nothing for totals and facets', async () => {
    const answer = await send(personPath, { where, size: 0, facets: ['countries'] });
    expect(answer.headers.get('x-credits-data-access-charged')).toBe('0');
  });

  it('is at most `max_credits`, and a retry with an idempotency key pays nothing', async () => {
    const refused = await send(personPath, { where, size: 3, max_credits: 2 });
    expect([refused.status, (refused.body as { detail: { status: string } }).detail.status]).toEqual([
      402,
      'MAXIMUM_CREDITS_EXCEEDED',
    ]);
    const key = { 'Idempotency-Key': 'search-once' };
    const first = await send(personPath, { where, size: 3 }, key);
    const again = await send(personPath, { where, size: 3 }, key);
    expect([
      first.headers.get('x-credits-data-access-charged'),
      again.headers.get('x-credits-data-access-charged'),
    ]).toEqual(['3', '0']);
    expect(again.body).toEqual(first.body);
  });

  it('is told by a preview, which shows no page', async () => {
    await service.app.get(TenantService, { strict: false }).update('ours', { previews: true }, {});
    const body = { where, size: 2, fields: ['full_name'], preview: true };
    let answer = await send(personPath, body);
    for (let attempt = 0; attempt < 50 && answer.status === 403; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      answer = await send(personPath, body);
    }
    expect(answer.body).toMatchObject({ credits: { data_access: 2 }, total: { count: 30 } });
    expect((answer.body as Page).results[0]).toEqual({
      ...{ identifier: {}, data: {}, matched: true, has: { full_name: true, email: false, phone: false } },
    });
  });
});

describe('A cursor', () => {
  it('is refused for another tenant, another definition, another kind, and after a change', async () => {
    const where = { countries: ['Germany'] };
    const { cursor } = await search(companyPath, { where, size: 1 });
    const text = String(cursor);
    const altered = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    await service.app.get(TenantService, { strict: false }).update('theirs', { search: true }, {});
    const attempts: [string, object, string?][] = [
      [companyPath, { where: { countries: ['France'] }, cursor }],
      [personPath, { where, cursor }],
      [companyPath, { where, cursor: altered }],
      [companyPath, { where, cursor: `${text} ` }],
      [companyPath, { where, cursor: 'x' }],
      [companyPath, { where, cursor }, service.theirs.apiKey],
    ];
    for (const [path, body, apiKey = service.ours.apiKey] of attempts) {
      let answer = await call(`${service.baseUrl}${path}`, { apiKey, body });
      for (let attempt = 0; attempt < 50 && answer.status === 403; attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        answer = await call(`${service.baseUrl}${path}`, { apiKey, body });
      }
      expect([answer.status, (answer.body as { detail: { loc: string[] }[] }).detail[0]?.loc]).toEqual([
        422,
        ['body', 'cursor'],
      ]);
    }
    expect(sites((await search(companyPath, { where: { countries: ['Germany'] }, size: 1, cursor })).results)).toEqual([
      'c2.test',
    ]);
  });
});

describe('The permission to search', () => {
  it('is needed for every route', async () => {
    await service.issueKey('third');
    const { apiKey } = await service.clientOf('third');
    for (const path of [companyPath, personPath])
      expect((await call(`${service.baseUrl}${path}`, { apiKey, body: { size: 0 } })).status).toBe(403);
    expect((await call(`${service.baseUrl}/v1/search/fields`, { apiKey })).status).toBe(403);
  });
});

describe('The list of what searches can ask', () => {
  it('has every member, and the values on record with their counts', async () => {
    const answer = await call(`${service.baseUrl}/v1/search/fields`, { apiKey: service.ours.apiKey });
    expect(document.faultsOfAnswer('GET', '/v1/search/fields', answer)).toEqual([]);
    const { companies: members } = answer.body as { companies: { name: string; values?: object[] }[] };
    expect(members.find(({ name }) => name === 'industries')?.values).toEqual([
      { value: 'Software', records: 20 },
      { value: 'Mining', records: 10 },
    ]);
  });
});

describe('A definition that is not valid', () => {
  it.each([
    [{ title: ['CEO'] }, ['title'], 'extra_forbidden'],
    [{ any: [{ titles: ['...'] }] }, ['any', 0, 'titles', 0], 'value_error'],
    [{ company: { employee_count: { min: 5, max: 4 } } }, ['company', 'employee_count'], 'value_error'],
    [{ company: { titles: ['CEO'] } }, ['company', 'titles'], 'extra_forbidden'],
    [{ signals: { since: 'yesterday' } }, ['signals', 'since'], 'value_error'],
    [{ none: Array.from({ length: 21 }, () => ({})) }, ['none'], 'value_error'],
  ])('is refused with the place of the flaw: %j', async (where, path, type) => {
    const answer = await send(personPath, { where });
    expect([answer.status, answer.body]).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', 'where', ...path], type })] },
    ]);
  });
});

describe('The interpretation of a sentence', () => {
  it('returns conditions with the spelling on record, and what it did not understand', async () => {
    const answer = await call(`${service.baseUrl}/v1/search/interpret`, {
      ...{
        apiKey: service.ours.apiKey,
        body: { text: 'mining companies in Germany with 5 to 20 employees', of: 'companies' },
      },
    });
    expect([answer.status, document.faultsOfAnswer('POST', '/v1/search/interpret', answer)]).toEqual([200, []]);
    const { where, not_understood: rest } = answer.body as { where: object; not_understood: string[] };
    expect([where, rest]).toEqual([
      { industries: ['Mining'], countries: ['Germany'], employee_count: { min: 5, max: 20 } },
      [],
    ]);
    expect((await search(companyPath, { where })).total?.count).toBeGreaterThan(0);
  });
});
