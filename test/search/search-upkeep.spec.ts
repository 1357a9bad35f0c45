import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { SearchPreparationService } from '../../src/search/values/search-preparation.service.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { type Answer, call } from '../support/http/http.js';
import type { PersonService } from '../support/records/person-service.js';
import { startSearchService } from '../support/records/search-service.js';

let service: PersonService;
let preparation: SearchPreparationService;

beforeAll(async () => {
  service = await startSearchService({
    companies: [{ website: 'acme.test', name: 'Acme', industry: 'Mining' }],
    persons: Array.from({ length: 6 }, (_, index) => ({
      ...{ network_url: `network.com/in/p-${index}`, full_name: `Person ${index}`, company_website: 'acme.test' },
      job_title: index === 0 ? 'Keeper of the Seal' : 'Engineer',
    })),
  });
  preparation = service.app.get(SearchPreparationService, { strict: false });
});

afterAll(() => service.close());

const send = (body: object): Promise<Answer> =>
  call(`${service.baseUrl}/v1/person/search`, { apiKey: service.ours.apiKey, body });

const keepUp = () => preparation.keepUp(new AbortController().signal);

async function titlesOnRecord(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query<{ value: string; records: number }>(
    `select value, records from search_value where member = 'person.title' order by value`,
  );
  return rows;
}

describe('Searches at the same time', () => {
  it('charge each record once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await service.database.pool.query('delete from search_charge');
      const answers = await Promise.all(Array.from({ length: 4 }, () => send({ where: { titles: ['engineer'] } })));
      const charged = answers.map(({ headers }) => Number(headers.get('x-credits-data-access-charged')));
      expect([answers.map(({ status }) => status), charged.reduce((sum, each) => sum + each, 0)]).toEqual([
        [200, 200, 200, 200],
        5,
      ]);
    }
  });
});

describe('The values on record', () => {
  it('are counted again after an import', async () => {
    await service.load({
      persons: [
        { network_url: 'network.com/in/new', full_name: 'New', company_website: 'acme.test', job_title: 'Cooper' },
      ],
    });
    expect((await send({ where: { titles: ['cooper'] }, size: 0 })).body).toMatchObject({ total: { count: 1 } });
    await keepUp();
    expect(await titlesOnRecord()).toEqual([
      { value: 'Cooper', records: 1 },
      { value: 'Engineer', records: 5 },
      { value: 'Keeper of the Seal', records: 1 },
    ]);
  });

  it('no longer have the title of an erased person, if nobody else has it', async () => {
    await service.app.get(ErasureService, { strict: false }).erase({ networkUrl: 'https://www.network.com/in/p-0' });
    await keepUp();
    expect(await titlesOnRecord()).toEqual([
      { value: 'Cooper', records: 1 },
      { value: 'Engineer', records: 5 },
    ]);
  });

  it('are added by a count if they are missing, and have one row each', async () => {
    const { pool } = service.database;
    await pool.query(`delete from search_value where value = 'Cooper'`);
    await pool.query(`insert into search_value (member, value) values ('person.title', 'Engineer')`);
    await pool.query(`update installation set search_prepared_at = now() - interval '25 hours'`);
    await keepUp();
    expect(await titlesOnRecord()).toEqual([
      { value: 'Cooper', records: 1 },
      { value: 'Engineer', records: 5 },
    ]);
    expect((await send({ where: { titles: ['cooper'] }, size: 0 })).body).toMatchObject({ total: { count: 1 } });
  });
});

describe('The preparation', () => {
  it('is repeated where its triggers are missing, as in a restored database, and no search is answered before', async () => {
    await service.database.pool.query('drop function search_values_of_person() cascade');
    const refused = await send({ size: 0 });
    expect([refused.status, refused.body]).toMatchObject([503, { detail: { status: 'SEARCH_NOT_READY' } }]);
    await keepUp();
    expect((await send({ size: 0 })).status).toBe(200);
  });

  it('leaves nothing behind when it is taken back, and can be made again', async () => {
    await preparation.drop();
    const { rows } = await service.database.pool.query(
      `select relname as name from pg_class where relname like 'search\\_%' and relkind = 'i' and relname not like '%pkey'
          and relname not like 'search\\_charge%'
        union all select tgname from pg_trigger where tgname like '%\\_search\\_of\\_%'
        union all select value from search_value`,
    );
    expect(rows).toEqual([]);
    expect((await send({ size: 0 })).status).toBe(503);
    await keepUp();
    expect((await send({ size: 0 })).status).toBe(200);
  });
});

describe('A search that matches more than 10,000 records', () => {
  it('has an estimated total and estimated facets, and pages without gaps', async () => {
    await service.database.pool.query(
      `insert into person (network_url, full_name, job_title, country)
       select 'https://www.network.com/in/many-' || n, 'Many ' || n, 'Porter', case when n % 4 = 0 then 'Peru' else 'Chad' end
         from generate_series(1, 12000) n`,
    );
    await service.database.pool.query('analyze person');
    const { body } = await send({ where: { titles: ['porter'] }, size: 3, facets: ['countries'] });
    const page = body as {
      results: { identifier: object }[];
      total: { count: number; kind: string };
      facets: { countries: { value: string; records: number }[] };
      cursor: string;
    };
    expect(page.total.kind).toBe('estimate');
    expect(page.total.count).toBeGreaterThan(10_000);
    expect(page.facets.countries.map(({ value }) => value)).toEqual(['Chad', 'Peru']);
    const next = await send({ where: { titles: ['porter'] }, size: 2, cursor: page.cursor });
    const pageOf = (number: number) => ({ network_url: `https://www.network.com/in/many-${number}` });
    expect(page.results.map(({ identifier }) => identifier)).toEqual([pageOf(1), pageOf(2), pageOf(3)]);
    expect((next.body as typeof page).results.map(({ identifier }) => identifier)).toEqual([pageOf(4), pageOf(5)]);
  });
});

describe('A search that takes too long', () => {
  it('is refused, and says what to do', async () => {
    await inTransaction(service.database.pool, async (client) => {
      await client.query('lock table person in access exclusive mode');
      const answer = await send({ size: 0 });
      expect([answer.status, answer.body]).toMatchObject([400, { detail: { status: 'SEARCH_TOO_COSTLY' } }]);
    });
  });
});
