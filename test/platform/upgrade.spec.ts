import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { call, type Answer, type Call } from '../support/http/http.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';
import { startTestService, type TestService } from '../support/service/test-service.js';

/**
 * The folder with the dump of a database that an earlier version has filled, and with the answers of that version.
 * CONTRIBUTING.md says what a migration must keep.
 */
const folder = join(import.meta.dirname, 'earlier');

/** What the earlier version answered. */
interface EarlierAnswers {
  readonly pepper: string;
  readonly keys: { readonly acme: string; readonly globex: string; readonly revoked: string };
  readonly job: { readonly job_id: number };
  readonly jobs: object;
  readonly results: object;
  readonly credits: { readonly credits: readonly { readonly used: number }[] };
  readonly stored: object;
  readonly persons: object;
}

/** A table of the earlier version, with its columns in their order. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables to which every start of the service may write. They are not compared. */
const written = new Set(['_prisma_migrations']);

let answers: EarlierAnswers;
let tables: Table[];
let before: ReadonlyMap<string, unknown>;
let home: TestDatabase;

beforeAll(async () => {
  answers = JSON.parse(await readFile(join(folder, 'answers.json'), 'utf8')) as EarlierAnswers;
  const dump = gunzipSync(await readFile(join(folder, 'database.sql.gz'))).toString();
  const { TEST_SERVER_URL: server = '', TEST_TEMPLATE: template = '' } = process.env;
  const name = template.replace('template', randomBytes(6).toString('hex'));
  await execute(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = name;
  try {
    await execute(url.href, dump);
    const ask = async (sql: string) => (await execute(url.href, sql)).rows;
    tables = (await ask(
      `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
         from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
    )) as unknown as Table[];
    before = await contents(ask);
    home = await createTestDatabase(name);
  } finally {
    await dropDatabase(server, name);
  }
});

afterAll(() => home.drop());

/** The number of rows of each table, and a digest of the values that the earlier version stored in them. */
async function contents(ask: (sql: string) => Promise<object[]>): Promise<ReadonlyMap<string, unknown>> {
  const stored = tables.filter(({ name }) => !written.has(name));
  const parts = stored.map(({ name, columns }) => {
    const values = `row(${columns.map((column) => `"${column}"`).join()})::text`;
    return `select '${name}' as name, count(*)::int as rows, md5(string_agg(${values}, ',' order by ${values})) as digest from "${name}"`;
  });
  const rows = (await ask(parts.join(' union all '))) as { name: string }[];
  return new Map(rows.map((row) => [row.name, row]));
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  return (await home.database.pool.query<Row>(sql)).rows;
}

describe('A database of an earlier version', () => {
  let service: TestService;
  const ask = (path: string, apiKey: string, options: Call = {}): Promise<Answer> =>
    call(`${service.baseUrl}${path}`, { apiKey, ...options });

  afterAll(() => service.close());

  // The tests run in this order on one database: the fourth test starts the service.
  it('has kept every row and value after all migrations of the present version', async () => {
    expect(await contents(query)).toEqual(before);
    const rowsOf = (table: string): unknown => (before.get(table) as { rows: number } | undefined)?.rows;
    const filled = ['tenant', 'api_key', 'company', 'person', 'signal', 'query_field', 'credit_entry', 'credit_hold'];
    filled.push('stored_answer', 'prospecting_job', 'prospect', 'callback_delivery', 'suppression', 'team');
    for (const table of filled) expect([table, rowsOf(table)]).not.toEqual([table, 0]);
    const migrations = await query(`select from _prisma_migrations where migration_name not like 'functions/%'`);
    expect(migrations.length).toBeGreaterThan(6);
  });

  it('has the functions of the present version', async () => {
    const sources = join(import.meta.dirname, '../../prisma/functions');
    const files = await Promise.all((await readdir(sources)).map((name) => readFile(join(sources, name), 'utf8')));
    const written = [...files.join('\n').matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name]) => name);
    const stored = await query<{ name: string }>('select proname as name from pg_proc');
    expect(written).toContain('apply_credit_batch');
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(written));
  });

  it('has credit balances that agree with the credit history', async () => {
    expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
  });

  it('lets the service accept the keys that were valid, and refuse the one that was revoked', async () => {
    service = await startTestService({
      sharing: { database: home.database, databaseUrl: home.url },
      env: { API_KEY_PEPPER: answers.pepper },
    });
    const { acme, globex, revoked } = answers.keys;
    const statuses = await Promise.all([acme, globex, revoked].map(async (key) => (await ask('/v1/me', key)).status));
    expect(statuses).toEqual([200, 200, 401]);
  });

  it('lets the service return the credits that were granted, used and reserved', async () => {
    expect((await ask('/v1/credits', answers.keys.acme)).body).toMatchObject(answers.credits);
  });

  it('lets the service return the prospecting runs and their results', async () => {
    const { acme } = answers.keys;
    const path = `/v1/prospecting/jobs/${answers.job.job_id}`;
    expect((await ask(path, acme)).body).toMatchObject(answers.job);
    expect((await ask(`${path}/results`, acme)).body).toMatchObject(answers.results);
    expect((await ask('/v1/prospecting/jobs', acme)).body).toMatchObject(answers.jobs);
  });

  it('lets the service return the stored answer to a retry with the idempotency key of an earlier request, without a charge', async () => {
    // An answer is stored for one day, so this one has expired. It is made valid again.
    await query(`update stored_answer set expires_at = now() + interval '1 hour'`);
    const body = { companies: [{ website: 'initech.com' }], fields: ['name'] };
    const headers = { 'Idempotency-Key': 'answer-of-before' };
    const retry = await ask('/v1/company/enrich', answers.keys.acme, { body, headers });
    expect([retry.status, retry.body]).toEqual([200, answers.stored]);
    expect((await ask('/v1/credits', answers.keys.acme)).body).toMatchObject(answers.credits);
  });

  it('lets the service find companies with their query fields, persons with their contact data, and signals', async () => {
    const { acme } = answers.keys;
    const companies = [{ website: 'acme.de' }];
    const company = await ask('/v1/company/enrich', acme, {
      body: { companies, fields: ['name', 'employee_count'], include_metadata: true },
    });
    expect(company.body).toMatchObject({
      results: [{ matched: true, data: { name: 'Acme GmbH', employee_count: 120, data_engineers: 1 } }],
    });
    const persons = [
      { network_url: 'network.com/in/jane-doe' },
      { full_name: 'John Smith', company_domain: 'acme.com' },
    ];
    const body = { persons, fields: ['full_name', 'job_title'], include_contact_data: true };
    expect((await ask('/v1/person/enrich', acme, { body })).body).toMatchObject(answers.persons);
    const days = { start_time: '2026-10-01', end_time: '2026-11-30' };
    const signals = await ask('/v1/signals/get-signals', acme, { body: days });
    expect(JSON.stringify(signals.body).match(/"signal_type"/g)).toHaveLength(3);
  });

  it('lets an import reject a person who was erased', async () => {
    const admin = new CommandLine(() => ({ DATABASE_URL: home.url, API_KEY_PEPPER: answers.pepper }));
    const person = { network_url: 'network.com/in/eve-erased', first_name: 'Eve', last_name: 'Erased' };
    const args = ['import', 'persons', '-', '--rejects', '/dev/null'];
    const ended = await admin.run(args, { stdin: JSON.stringify(person) });
    expect(JSON.parse(ended.stdout)).toMatchObject({ inserted: 0, rejected: 1 });
  });

  it('lets a worker end the waiting run, and give back the credits that an unfinished request had reserved', async () => {
    const worker = await startTestService({
      sharing: { database: home.database, databaseUrl: home.url },
      env: { API_KEY_PEPPER: answers.pepper, WORKER: 'inline' },
    });
    try {
      const open = `select from prospecting_job where status = 'running'
                    union all select from credit_hold where state = 'pending'`;
      await eventually(async () => (await query(open)).length === 0, 60_000);
    } finally {
      await worker.close();
    }
    expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
  });
});
