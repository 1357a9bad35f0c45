import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { markCountsDue } from '../../src/tenancy/query-fields/query-field.sql.js';
import { QueryCountService } from '../../src/tenancy/query-fields/query-count.service.js';
import { type QueryFieldDraft, QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { type Client, resultsOf } from '../support/records/company-api.js';
import { storeCompanies, storePersons } from '../support/records/person-factory.js';
import { importRecords } from '../support/records/import-records.js';
import { storeSignals } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let database: Database;
let ours: Client;
let theirs: Client;
let fields: QueryFieldService;
let counts: QueryCountService;

beforeAll(async () => {
  // Without a worker, only the tests count.
  service = await startTestService({ env: { WORKER: 'off' } });
  database = service.database;
  ours = await service.clientOf('ours');
  theirs = await service.clientOf('theirs');
  fields = service.app.get(QueryFieldService, { strict: false });
  counts = service.app.get(QueryCountService, { strict: false });
});

beforeEach(async () => {
  await database.pool.query('truncate company, person, query_field restart identity cascade');
  const [acme, globex] = await storeCompanies(database, ['acme.example', 'globex.example', 'empty.example']);
  const [first] = await storePersons(database, [
    {
      companyId: acme,
      jobTitle: 'Senior Software Engineer',
      country: 'France',
      region: 'Bavaria',
      skills: ['Go', 'Rust'],
    },
    { companyId: acme, jobTitle: 'Ingénieur', country: 'France', seniority: 'seniority_ic' },
    { companyId: acme, jobTitle: 'Software Engineer (Intern)', skills: ['go'] },
    { companyId: acme, jobTitle: 'CEO', seniority: 'seniority_executive', personas: ['leadership'] },
    { companyId: globex, jobTitle: 'Software Engineer', country: 'Peru', locationLocality: 'Lima' },
    { companyId: null, jobTitle: 'Software Engineer' },
  ]);
  await database.pool.query(`update company set industry = 'Mining', employee_count = 10 where id = $1`, [acme]);
  await database.pool.query(
    `insert into person_email (address, person_id, type) values ('a@acme.example', $1, 'work')`,
    [first],
  );
  await database.pool.query(
    `insert into person_experience (person_id, start_date) values ($1, current_date - 40), ($1, current_date - 4000)`,
    [first],
  );
  const { rows } = await database.pool.query<{ url: string }>('select network_url as url from person where id = $1', [
    first,
  ]);
  await database.pool.query('delete from signal');
  await storeSignals(database, 'ours', [{ intent_holder_network_url: rows[0]?.url ?? '' }]);
  await storeSignals(database, 'theirs', [{ signal_type: 'Visit', intent_holder_network_url: rows[0]?.url ?? '' }]);
});

afterAll(() => service.close());

function set(
  name: string,
  draft: Partial<QueryFieldDraft> = {},
  tenant = 'ours',
): ReturnType<QueryFieldService['set']> {
  return fields.set(tenant, name, { scope: 'company', definition: {}, metadata: false, ...draft });
}

/** The values of a field for acme, globex, a company without employees and an unknown company. */
async function valuesOf(name: string, client = ours): Promise<unknown[]> {
  const websites = ['acme.example', 'globex.example', 'empty.example', 'unknown.example'];
  const results = await resultsOf(client, { companies: websites.map((website) => ({ website })), fields: [name] });
  return results.map(({ data }) => data[name]);
}

async function namesWithMetadata(request: object = {}, client = ours): Promise<string[]> {
  const companies = [{ website: 'acme.example' }];
  const [result] = await resultsOf(client, { companies, fields: [], include_metadata: true, ...request });
  return Object.keys(result?.data ?? {});
}

describe('A query field of companies', () => {
  it('is the number of current employees who match, as soon as it is set', async () => {
    const field = await set('engineers', { definition: { titles: ['software engineer'] } });
    expect(field.countedAt).toEqual(expect.any(Date));
    expect(await valuesOf('engineers')).toEqual([2, 1, 0, null]);
  });

  it.each([
    ['a definition without members', {}, [4, 1, 0, null]],
    ['a title but not another', { titles: ['engineer'], exclude_titles: ['intern'] }, [1, 1, 0, null]],
    ['a technology', { technologies: ['GO'] }, [2, 0, 0, null]],
    ['a country', { countries: ['france', 'Chile'] }, [2, 0, 0, null]],
    ['a seniority', { seniorities: ['executive', 'ic'] }, [2, 0, 0, null]],
    ['a persona', { personas: ['Leadership'] }, [1, 0, 0, null]],
    ['several things at once', { titles: ['ingenieur'], countries: ['France'], seniorities: ['ic'] }, [1, 0, 0, null]],
    ['a technology of no person', { technologies: ['COBOL'] }, [0, 0, 0, null]],
    ['a region or a city', { any: [{ regions: ['bavaria'] }, { localities: ['Lima'] }] }, [1, 1, 0, null]],
    ['a time in the position', { months_in_role: { max: 12 } }, [1, 0, 0, null]],
    ['contact data', { has: ['email'] }, [1, 0, 0, null]],
    ['a signal of the tenant', { signals: { types: ['Article'], since: '2026-01-01' } }, [1, 0, 0, null]],
    ['a signal that only another tenant has', { signals: { types: ['Visit'] } }, [0, 0, 0, null]],
    ['data of the employer', { company: { industries: ['MINING'], employee_count: { min: 10 } } }, [4, 0, 0, null]],
    ['none of several things', { none: [{ titles: ['engineer'] }, { personas: ['leadership'] }] }, [1, 0, 0, null]],
  ])('is the number of employees who match %s', async (_what, definition, expected) => {
    await set('wanted', { definition });
    expect(await valuesOf('wanted')).toEqual(expected);
  });

  it('has the same counts with the scope "both" as with the scope "company"', async () => {
    await set('engineers', { scope: 'both', definition: { titles: ['software engineer'] } });
    expect(await valuesOf('engineers')).toEqual([2, 1, 0, null]);
  });

  it('is counted again for the companies that are due for counting', async () => {
    await set('people');
    const [, globex] = await storedIds();
    await storePersons(database, [{ companyId: globex, jobTitle: 'Clerk' }]);
    expect(await valuesOf('people')).toEqual([4, 1, 0, null]);
    await database.pool.query(markCountsDue(`values (${globex}), (null), (${globex})`));
    await counts.refresh();
    expect(await valuesOf('people')).toEqual([4, 2, 0, null]);
    await database.pool.query('delete from person where company_id = $1', [globex]);
    await database.pool.query(markCountsDue(`select ${globex}`));
    await counts.refresh();
    expect(await valuesOf('people')).toEqual([4, 0, 0, null]);
  });

  it('is counted again after an import that changes what it compares of the company', async () => {
    await set('miners', { definition: { company: { industries: ['Mining'] } } });
    expect(await valuesOf('miners')).toEqual([4, 0, 0, null]);
    await importRecords(service.app, {
      companies: [{ website: 'globex.example', name: 'Globex', industry: 'mining' }],
    });
    await counts.refresh();
    expect(await valuesOf('miners')).toEqual([4, 1, 0, null]);
  });

  it('is counted again after a day if it compares the time in a position', async () => {
    await set('new', { definition: { months_in_role: { max: 12 } } });
    await set('people');
    await database.pool.query(`update person_experience set start_date = current_date - 800`);
    await counts.refresh();
    expect(await valuesOf('new')).toEqual([1, 0, 0, null]);
    await database.pool.query(`update query_field set counted_at = now() - interval '25 hours'`);
    await counts.refresh();
    expect(await valuesOf('new')).toEqual([0, 0, 0, null]);
  });

  it('cannot use other query fields', async () => {
    await expect(set('nested', { definition: { any: [{ query_fields: ['people'] }] } })).rejects.toThrow(
      'any[0].query_fields cannot be used in the definition of a query field',
    );
  });

  it('is counted by the new definition after a replacement', async () => {
    await set('wanted', { definition: { titles: ['ceo'] } });
    await set('wanted', { definition: { titles: ['software engineer'] } });
    expect(await valuesOf('wanted')).toEqual([2, 1, 0, null]);
    expect(await fields.list('ours')).toHaveLength(1);
  });

  it('keeps its counts when only its member `metadata` changes', async () => {
    const { countedAt } = await set('people');
    expect(await set('people', { metadata: true })).toMatchObject({ countedAt, metadata: true });
    expect(await valuesOf('people')).toEqual([4, 1, 0, null]);
  });

  it('is null until it is counted, and then 0 for companies without employees', async () => {
    await set('people');
    await database.pool.query('update query_field set counted_at = null');
    expect(await valuesOf('people')).toEqual([null, null, null, null]);
    await counts.refresh();
    expect(await valuesOf('people')).toEqual([4, 1, 0, null]);
  });

  it('is counted again after its scope changes to persons and back', async () => {
    await set('people');
    await set('people', { scope: 'person' });
    await database.pool.query('delete from person where job_title = $1', ['CEO']);
    await set('people');
    expect(await valuesOf('people')).toEqual([3, 1, 0, null]);
  });

  it('is null after its deletion, and its counts are removed', async () => {
    await set('people');
    await fields.remove('ours', 'people');
    expect(await valuesOf('people')).toEqual([null, null, null, null]);
    expect((await database.pool.query('select from query_count')).rowCount).toBe(0);
  });

  it('can have an unusual name, such as `__proto__`', async () => {
    for (const name of ['__proto__', 'constructor', 'Größe "€"', "a'b"]) {
      await set(name);
      expect(await valuesOf(name)).toEqual([4, 1, 0, null]);
    }
  });
});

describe('`include_metadata`', () => {
  it('adds the query fields whose `metadata` is true, with their counts, in the order of their creation', async () => {
    await set('people', { metadata: true });
    await set('hidden');
    await set('ceos', { metadata: true, definition: { titles: ['ceo'] }, scope: 'both' });
    await set('of_persons', { metadata: true, scope: 'person' });
    const companies = [{ website: 'acme.example' }];
    const [result] = await resultsOf(ours, { companies, fields: ['name', 'ceos'], include_metadata: true });
    expect(Object.entries(result?.data ?? {})).toEqual([
      ['name', 'acme.example'],
      ['ceos', 1],
      ['people', 4],
    ]);
  });

  it('omits a query field whose `metadata` is no longer true', async () => {
    await set('people', { metadata: true });
    expect(await namesWithMetadata()).toEqual(['people']);
    await set('people', { metadata: false });
    expect(await namesWithMetadata()).toEqual([]);
  });
});

describe('QueryFieldService', () => {
  it.each(['name', 'company_website', 'contact_country', 'job_title', 'signals', 'seniority'])(
    'rejects the name %s, which has another meaning in answers',
    async (name) => {
      await expect(set(name)).rejects.toThrow(`"${name}" means something in every tenant's answers already`);
    },
  );

  it.each(['', ' engineers', 'engineers ', 'a\u0000b', 'a\nb', 'x'.repeat(101), 'a\u200bb'])(
    'rejects the name %j, which requests cannot contain',
    async (name) => {
      await expect(set(name)).rejects.toThrow("A field's name must have 1 to 100 visible characters");
    },
  );

  it('rejects a tenant that does not exist', async () => {
    await expect(set('engineers', {}, 'missing')).rejects.toThrow('There is no tenant "missing"');
    await expect(fields.list('missing')).rejects.toThrow('There is no tenant "missing"');
    await expect(fields.remove('missing', 'x')).rejects.toThrow('There is no tenant "missing"');
  });

  it('rejects an unknown scope and an unknown member of the definition, and keeps the field', async () => {
    await set('people');
    await expect(set('people', { scope: 'all' })).rejects.toThrow('The scope must be one of company, person, both');
    await expect(set('people', { definition: { title: [] } })).rejects.toThrow('it has "title", which is unknown');
    expect(await valuesOf('people')).toEqual([4, 1, 0, null]);
  });

  it('rejects the deletion of an unknown field', async () => {
    await expect(fields.remove('ours', 'people')).rejects.toThrow('Tenant "ours" has no query field "people"');
  });
});

describe('The query fields of a tenant', () => {
  it('are hidden from other tenants, which may use the same names', async () => {
    await set('wanted', { definition: { titles: ['ceo'] }, metadata: true });
    expect(await valuesOf('wanted', theirs)).toEqual([null, null, null, null]);
    expect(await namesWithMetadata({ allow_signals: {} }, theirs)).toEqual(['signals']);
    await set('wanted', { definition: { countries: ['Peru'] } }, 'theirs');
    expect(await valuesOf('wanted', theirs)).toEqual([0, 1, 0, null]);
    expect(await valuesOf('wanted')).toEqual([1, 0, 0, null]);
    await fields.remove('theirs', 'wanted');
    expect(await valuesOf('wanted')).toEqual([1, 0, 0, null]);
  });

  it('do not apply to companies if their scope is person', async () => {
    await set('people', { scope: 'person', metadata: true });
    expect(await valuesOf('people')).toEqual([null, null, null, null]);
    expect(await namesWithMetadata({ fields: ['name'] })).toEqual(['name']);
  });

  it('cause no failure if a request has a name that the database rejects', async () => {
    for (const name of ['a\u0000b', '\ud800']) expect(await valuesOf(name)).toEqual([null, null, null, null]);
  });
});

async function storedIds(): Promise<bigint[]> {
  return (await database.prisma.company.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
}
