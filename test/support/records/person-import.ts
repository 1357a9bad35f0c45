import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportOptions } from '../../../src/imports/merging/bulk-import.js';
import type { RunOptions } from '../../../src/imports/import.service.js';
import type { ImportSummary } from '../../../src/imports/merging/import-summary.js';
import type { SuppressionReader } from '../../../src/privacy/suppression.reader.js';
import { importServiceOn, rowVersionsOf, withoutNulls } from './company-import.js';
import { createTestDatabase, type TestDatabase } from '../service/test-database.js';
import { ndjson } from './ndjson.js';

export interface PersonImport {
  readonly url: string;
  readonly database: TestDatabase['database'];
  readonly suppression: SuppressionReader;
  /** The directory of input and rejects files. */
  readonly folder: string;
  /** Writes content, or records as NDJSON, to a file and imports it. */
  load(
    content: string | Buffer | readonly object[],
    options?: ImportOptions & { name?: string },
  ): Promise<ImportSummary>;
  loadCompanies(records: readonly object[]): Promise<ImportSummary>;
  /** Imports signals of a tenant, which is created if necessary. */
  loadSignals(
    tenant: string,
    content: string | Buffer | readonly object[],
    options?: Omit<RunOptions, 'tenant'> & { name?: string },
  ): Promise<ImportSummary>;
  /** The entries of the rejects file of the last import of persons or signals. */
  rejects(): Promise<unknown[]>;
  /** All stored persons with their lists, in the order of their creation. Null values are left out, and a company is given by its name. */
  persons(): Promise<Record<string, unknown>[]>;
  /** The rows of `person_block` as texts `employer token`. An employer that is a stored company is written as `c:name`. */
  blocks(): Promise<string[]>;
  /** The names of companies that are due for counting. */
  due(): Promise<string[]>;
  /** The row versions of all tables that an import writes. */
  rowVersions(): Promise<string[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

const tables = [
  'person',
  'person_email',
  'person_phone',
  'person_skill',
  'person_education',
  'person_experience',
  'person_block',
];

const selectPersons = `
  select (to_jsonb(p) - 'id' - 'company_id' - 'sources') || jsonb_build_object(
    'company', (select name from company where id = p.company_id),
    'emails', (select jsonb_object_agg(address, type) from person_email where person_id = p.id),
    'phones', (select jsonb_agg(number order by number) from person_phone where person_id = p.id),
    'skills', (select jsonb_agg(name order by name) from person_skill where person_id = p.id),
    'education', (select jsonb_agg(jsonb_build_array(school, start_year, end_year) order by id)
      from person_education where person_id = p.id),
    'experience', (select jsonb_agg(jsonb_build_array(e.title, e.company_name, c.name, e.start_date, e.end_date) order by e.id)
      from person_experience e left join company c on c.id = e.company_id where person_id = p.id)
  ) as person
  from person p order by p.id`;

const selectBlocks = `
  select block from (
    select coalesce('c:' || c.name, b.employer) || ' ' || b.token as block
    from person_block b left join company c on b.employer = 'c' || c.id) named order by block collate "C"`;

/** Creates the import services on an empty database. */
export async function openPersonImport(): Promise<PersonImport> {
  const test = await createTestDatabase();
  const { database } = test;
  const folder = await mkdtemp(join(tmpdir(), 'person-import-'));
  const { service, suppression, tenants } = await importServiceOn(test);
  const query = async <Row extends object>(sql: string): Promise<Row[]> => (await database.pool.query<Row>(sql)).rows;
  const write = async (name: string, content: string | Buffer | readonly object[]): Promise<string> => {
    const path = join(folder, name);
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(path, isText ? content : ndjson(content));
    return path;
  };
  let last: ImportSummary | undefined;
  return {
    url: test.url,
    database,
    suppression,
    folder,
    load: async (content, { name = 'persons.ndjson', ...options } = {}) =>
      (last = await service.run('persons', await write(name, content), options)),
    loadSignals: async (tenant, content, { name = 'signals.ndjson', ...options } = {}) => {
      if ((await tenants.find(tenant)) === null) await tenants.create(tenant, null, null);
      return (last = await service.run('signals', await write(name, content), { ...options, tenant }));
    },
    rejects: async () => {
      const lines = await readFile(last?.rejects ?? 'there is no such file', 'utf8');
      return lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    },
    loadCompanies: async (records) => service.run('companies', await write('companies.ndjson', records)),
    persons: async () => (await query<{ person: object }>(selectPersons)).map((row) => withoutNulls(row.person)),
    blocks: async () => (await query<{ block: string }>(selectBlocks)).map(({ block }) => block),
    due: async () => {
      const due = 'select name from query_count_due join company on id = company_id order by name';
      return (await query<{ name: string }>(due)).map(({ name }) => name);
    },
    rowVersions: () => rowVersionsOf(database, tables),
    clear: async () => {
      // For few rows this is faster than `truncate`.
      for (const table of ['company', 'person', 'suppression', 'tenant']) await query(`delete from ${table}`);
    },
    close: async () => {
      await test.drop();
      await rm(folder, { recursive: true });
    },
  };
}
