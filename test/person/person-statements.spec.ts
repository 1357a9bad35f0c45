import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { PersonReader } from '../../src/person/person.reader.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

/** A node of a plan of PostgreSQL, as `explain (format json)` writes it. */
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const pageOf = (number: number): string => `https://www.network.com/in/person-${number}`;
const urls = [5, 1_234, 19_999].map(pageOf);

let home: TestDatabase;
let reader: PersonReader;

/** A database with enough persons that PostgreSQL does not read whole tables, and with the statistics by which it plans. */
beforeAll(async () => {
  home = await createTestDatabase();
  reader = new PersonReader(home.database);
  await home.database.pool.query(`
    insert into company (id, website, name, network_url)
      select n, 'company-' || n || '.com', 'Company ' || n, 'https://www.network.com/company/company-' || n
        from generate_series(1, 5000) n;
    insert into company_domain (domain, company_id, is_primary)
      select website, id, true from company union all select 'alias-' || id || '.com', id, false from company;
    insert into person (network_url, full_name, company_id)
      select 'https://www.network.com/in/person-' || n, 'Person ' || n, 1 + n % 5000 from generate_series(1, 20000) n;
    analyze company, company_domain, person;`);
});

afterAll(() => home.drop());

/** Reads persons, and returns the nodes of the plan by which PostgreSQL executes the statement that the reader has just sent. */
async function planOfReading(names: readonly string[], mode = 'force_custom_plan'): Promise<PlanNode[]> {
  const fields = names.flatMap((name) => personCatalogue.get(name) ?? []);
  expect([...(await reader.profilesByUrl(urls, { fields, withFacts: false })).keys()].sort()).toEqual([...urls].sort());
  // The pool has one connection, because the test never sends two statements at a time. So the prepared statement can be executed here.
  const { rows } = await home.database.reads.query<{ name: string }>(
    'select name from pg_prepared_statements order by prepare_time desc limit 1',
  );
  const keys = urls.map((url) => `'${url}'`).join();
  await home.database.reads.query(`set plan_cache_mode = ${mode}`);
  const { rows: plans } = await home.database.reads.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (format json) execute "${rows[0]?.name}" (array[${keys}])`,
  );
  return plans.flatMap((plan) => plan['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const indexesOf = (nodes: readonly PlanNode[]): string[] => nodes.flatMap((node) => node['Index Name'] ?? []);
const tablesOf = (nodes: readonly PlanNode[]): string[] => nodes.flatMap((node) => node['Relation Name'] ?? []);

describe('The statement for persons', () => {
  it.each(['force_custom_plan', 'force_generic_plan'])(
    'finds persons by the hash index of their profile pages, with %s',
    async (mode) => {
      const nodes = await planOfReading([mode === 'force_custom_plan' ? 'full_name' : 'job_title'], mode);
      expect(indexesOf(nodes)).toEqual(['person_network_url_idx']);
    },
  );

  it('does not read the table of companies if a request names no field of the employer except the website', async () => {
    expect(tablesOf(await planOfReading(['first_name', 'company_website'])).sort()).toEqual([
      'company_domain',
      'person',
    ]);
  });

  it('reads the table of companies if a request names the profile page of the employer', async () => {
    expect(tablesOf(await planOfReading(['company_network_url'])).sort()).toEqual(['company', 'person']);
  });
});

describe('The table of persons', () => {
  it('does not store a second person with the same profile page', async () => {
    const twin = home.database.pool.query('insert into person (network_url) values ($1)', [pageOf(5)]);
    await expect(twin).rejects.toMatchObject({ code: '23505', constraint: 'person_network_url_key' });
  });
});
