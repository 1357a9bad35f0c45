import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { CommandLine } from '../support/service/command-line.js';
import { ndjson } from '../support/records/ndjson.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, startProgram } from '../support/service/programs.js';

let service: PersonService;
let folder: string;
let document: OpenApiDocument;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startPersonService({});
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

interface Summary {
  readonly inserted: number;
  readonly updated: number;
}

/** The number of records of a file that an import merges in two batches: 5,000 records, and then one. */
const moreThanABatch = 5_001;

/** Imports records from a file with this name. */
async function load(
  kind: 'companies' | 'persons',
  name: string,
  records: readonly object[],
  ...options: string[]
): Promise<Summary> {
  const file = join(folder, name);
  await writeFile(file, ndjson(records));
  return admin.answerOf<Summary>(['import', kind, file, ...options]);
}

const show = <T>(...words: string[]) => admin.answerOf<T>([...words, '--json']);

interface Sourced {
  readonly sources: Readonly<Record<string, { readonly source: string; readonly confirmed: string }>>;
}

async function ask(path: string, body: object): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body });
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

const company = { website: 'acme.test', name: 'Acme', industry: 'Machinery', location_country: 'Germany' };
const person = {
  ...{ network_url: 'network.com/in/jane', full_name: 'Jane Doe', job_title: 'Engineer' },
  ...{ company_website: 'acme.test', emails: [{ address: 'jane@acme.test' }], contact_country: 'Germany' },
};
const from = (source: string, confirmed = today) => ({ source, confirmed });

describe('An import', () => {
  it('stores the source of each group of fields: the one in the record, else the option --source, else the name of the file', async () => {
    expect(await load('companies', 'first.ndjson', [company])).toMatchObject({ inserted: 1 });
    expect((await show<Sourced>('company', 'show', 'acme.test')).sources).toEqual({
      profile: from('first.ndjson'),
      firmographics: from('first.ndjson'),
      location: from('first.ndjson'),
    });
    const funding = { website: 'acme.test', funding_last_type: 'Series A' };
    await load('companies', 'second.ndjson', [funding], '--source', 'Trade register');
    await load('companies', 'third.ndjson', [{ website: 'acme.test', location_country: 'France', source: 'Partner' }]);
    expect((await show<Sourced>('company', 'show', 'acme.test')).sources).toEqual({
      profile: from('Partner'),
      firmographics: from('first.ndjson'),
      location: from('Partner'),
      funding: from('Trade register'),
    });
  });

  it('sets the source and the day `confirmed` of each group of fields of which the file has values, and does not count that alone as an update', async () => {
    await load('persons', 'persons.ndjson', [person]);
    await service.database.pool.query(
      `update person set sources = '{"profile": ["old.csv", "2026-01-02"], "skills": ["old.csv", "2026-01-02"]}'`,
    );
    expect(await load('persons', 'persons.ndjson', [person])).toMatchObject({ inserted: 0, updated: 0 });
    expect((await show<Sourced>('person', 'show', 'network.com/in/jane')).sources).toEqual({
      profile: from('persons.ndjson'),
      skills: from('old.csv', '2026-01-02'),
      employment: from('persons.ndjson'),
      contact: from('persons.ndjson'),
      location: from('persons.ndjson'),
    });
  });

  it('gives every record the new source and day, changed or not, also if it is killed half-way and repeated', async () => {
    const { pool } = service.database;
    const written = (title: (index: number) => string): object[] =>
      Array.from({ length: moreThanABatch }, (_, index) => ({
        ...{ network_url: `network.com/in/many-${index}`, full_name: `Many ${index}` },
        ...{ job_title: title(index), emails: [{ address: `many-${index}@acme.test` }] },
      }));
    const titleOf = (index: number): string => (index % 10 === 0 ? 'Manager' : 'Engineer');
    await load(
      'persons',
      'crm.ndjson',
      written(() => 'Engineer'),
    );
    await pool.query(
      `update person set sources = '{"profile": ["old.csv", "2026-01-02"], "contact": ["old.csv", "2026-01-02"]}'
        where network_url like '%/many-%'`,
    );
    const renewed = written(titleOf);
    const file = join(folder, 'renewed.ndjson');
    await writeFile(file, ndjson(renewed));

    // A lock on the last person stops the import in its second batch, when the first batch is stored.
    const client = await pool.connect();
    try {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      await client.query(`select from person where network_url like $1 for update`, [`%/many-${moreThanABatch - 1}`]);
      const program = startProgram(['dist/admin.js', 'import', 'persons', file], {
        env: { DATABASE_URL: service.databaseUrl, DATA_DIR: folder },
      });
      const ended = endOf(program);
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return program.exitCode !== null || (await pool.query(waiting)).rowCount === 1;
      }, 120_000);
      program.kill('SIGKILL');
      expect(await ended).toMatchObject({ code: null });
    } finally {
      await client.query('rollback');
      client.release();
    }
    const counted = `
      select sources->'contact' as contact, job_title, count(*)::int from person
       where network_url like '%/many-%' group by 1, 2 order by 3 desc`;
    const ofSource = async (source: string, day: string): Promise<object[]> =>
      (await pool.query<{ contact: readonly string[] }>(counted)).rows.filter(
        ({ contact }) => contact.join() === `${source},${day}`,
      );
    expect(await ofSource('old.csv', '2026-01-02')).toEqual([expect.objectContaining({ count: 1 })]);

    expect(await load('persons', 'renewed.ndjson', renewed)).toMatchObject({ inserted: 0, updated: 1 });
    const managers = renewed.filter((_, index) => titleOf(index) === 'Manager').length;
    expect((await pool.query(counted)).rows).toEqual([
      { contact: ['renewed.ndjson', today], job_title: 'Engineer', count: moreThanABatch - managers },
      { contact: ['renewed.ndjson', today], job_title: 'Manager', count: managers },
    ]);
    const { rows } = await pool.query(`select distinct sources from person where network_url like '%/many-%'`);
    expect(rows).toEqual([
      {
        sources: Object.fromEntries(
          ['profile', 'employment', 'contact'].map((group) => [group, ['renewed.ndjson', today]]),
        ),
      },
    ]);
  }, 300_000);

  it('rejects an empty or a very long name of a source', async () => {
    for (const name of [' ', 'x'.repeat(201)]) {
      const { code, stderr } = await admin.run(['import', 'companies', join(folder, 'first.ndjson'), '--source', name]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('--source must be a name of at most 200 characters')]);
    }
  });
});

describe('include_sources', () => {
  it('adds the sources of the groups of the requested fields to each matched result, and nothing to other results', async () => {
    const { body } = await ask('/v1/company/enrich', {
      companies: [{ website: 'acme.test' }, { website: 'none.test' }],
      fields: ['name', 'funding_last_type', 'ticker'],
      include_sources: true,
    });
    expect(body).toEqual({
      results: [
        {
          ...{ identifier: { website: 'acme.test' }, matched: true },
          data: { name: 'Acme', funding_last_type: 'Series A', ticker: null },
          sources: { profile: from('Partner'), funding: from('Trade register'), firmographics: from('first.ndjson') },
        },
        {
          ...{ identifier: { website: 'none.test' }, matched: false },
          data: { name: null, funding_last_type: null, ticker: null },
        },
      ],
    });
  });

  it("adds the sources of the person's own fields, of contact data, of personas and of the employer's fields", async () => {
    const { body } = await ask('/v1/person/enrich', {
      ...{ persons: [{ work_email: 'jane@acme.test' }], fields: ['full_name', 'contact_country'] },
      ...{ include_contact_data: true, include_personas: true, enrich_company: ['industry'], include_sources: true },
    });
    const [result] = (body as { results: Sourced[] }).results;
    expect(result?.sources).toEqual({
      ...{ profile: from('persons.ndjson'), location: from('persons.ndjson'), contact: from('persons.ndjson') },
      ...{ employment: from('persons.ndjson'), 'company.firmographics': from('first.ndjson') },
    });
  });

  it('adds an empty object to the result for a record that was imported before sources were stored', async () => {
    await load('companies', 'old.ndjson', [{ website: 'old.test', name: 'Old' }]);
    await service.database.pool.query(`update company set sources = null where website = 'old.test'`);
    const request = { companies: [{ website: 'old.test' }], fields: ['name'] };
    const { body } = await ask('/v1/company/enrich', { ...request, include_sources: true });
    expect(body).toMatchObject({ results: [{ sources: {} }] });
  });

  it('changes nothing in the answer if it is false', async () => {
    const request = { companies: [{ website: 'acme.test' }, { website: 'none.test' }], fields: ['name'] };
    const plain = await ask('/v1/company/enrich', request);
    const without = await ask('/v1/company/enrich', { ...request, include_sources: false });
    expect(JSON.stringify(without.body)).toBe(JSON.stringify(plain.body));
  });
});
