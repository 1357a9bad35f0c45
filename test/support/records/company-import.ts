import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportService, type RunOptions } from '../../../src/imports/import.service.js';
import type { ImportSummary } from '../../../src/imports/merging/import-summary.js';
import { ImportHistory } from '../../../src/imports/history/import-history.sql.js';
import { ImportUndoService } from '../../../src/imports/undo/import-undo.service.js';
import { ImportJournal } from '../../../src/imports/import-journal.sql.js';
import { Pepper } from '../../../src/platform/auth/pepper.sql.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { SuppressionReader } from '../../../src/privacy/suppression.reader.js';
import { TenantDeletionSql } from '../../../src/tenancy/tenants/tenant-deletion.sql.js';
import { TenantRepository } from '../../../src/tenancy/tenants/tenant.repository.js';
import { TenantService } from '../../../src/tenancy/tenants/tenant.service.js';
import { createTestDatabase, type TestDatabase } from '../service/test-database.js';
import { ndjson } from './ndjson.js';

export interface CompanyImport {
  readonly service: ImportService;
  readonly url: string;
  readonly database: TestDatabase['database'];
  /** The directory of input and rejects files. */
  readonly folder: string;
  /** Writes content, or records as NDJSON, to a file and imports it. */
  load(content: string | Buffer | readonly object[], options?: RunOptions & { name?: string }): Promise<ImportSummary>;
  /** All stored companies with their lists, in the order of their creation; null values are omitted. */
  companies(): Promise<Record<string, unknown>[]>;
  /** The row versions of all tables that an import writes. */
  rowVersions(): Promise<string[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

const tables = [
  'company',
  'company_domain',
  'company_former_name',
  'company_alias',
  'company_technology',
  'company_headcount',
];

const selectCompanies = `
  select (to_jsonb(c) - 'id' - 'name_key' - 'sources') || jsonb_build_object(
    'aliases', (select jsonb_agg(domain order by domain) from company_domain where company_id = c.id and not is_primary),
    'primary', (select jsonb_agg(domain order by domain) from company_domain where company_id = c.id and is_primary),
    'other_names', (select jsonb_agg(name order by name) from company_alias where company_id = c.id),
    'former_names', (select jsonb_agg(name order by name) from company_former_name where company_id = c.id),
    'technologies', (select jsonb_object_agg(name, first_seen) from company_technology where company_id = c.id),
    'headcounts', (select jsonb_object_agg(month, array[total, tech]) from company_headcount where company_id = c.id)
  ) as company
  from company c order by c.id`;

/** Creates the import service, and what it needs of other modules. */
export async function importServiceOn({ database, url }: Pick<TestDatabase, 'database' | 'url'>): Promise<{
  readonly service: ImportService;
  readonly suppression: SuppressionReader;
  readonly tenants: TenantService;
}> {
  const config = readConfig({ DATABASE_URL: url });
  const pepper = await Pepper.resolve(config, database);
  const suppression = new SuppressionReader(database, pepper);
  const tenants = new TenantService(new TenantRepository(database), new TenantDeletionSql(database));
  const [journal, history] = [new ImportJournal(database), new ImportHistory(database)];
  const undos = new ImportUndoService(database, journal, suppression, config);
  return {
    service: new ImportService(database, suppression, tenants, pepper, journal, history, undos, config),
    suppression,
    tenants,
  };
}

/** Creates the import service on an empty database. */
export async function openCompanyImport(): Promise<CompanyImport> {
  const test = await createTestDatabase();
  const { database } = test;
  const folder = await mkdtemp(join(tmpdir(), 'company-import-'));
  const { service } = await importServiceOn(test);
  const query = async <Row extends object>(sql: string): Promise<Row[]> => (await database.pool.query<Row>(sql)).rows;
  return {
    service,
    url: test.url,
    database,
    folder,
    load: async (content, { name = 'companies.ndjson', ...options } = {}) => {
      const path = join(folder, name);
      await writeFile(path, isRecords(content) ? ndjson(content) : content);
      return service.run('companies', path, options);
    },
    companies: async () => (await query<{ company: object }>(selectCompanies)).map((row) => withoutNulls(row.company)),
    rowVersions: () => rowVersionsOf(database, tables),
    clear: async () => {
      await query(`truncate ${tables.join(', ')} restart identity cascade`);
    },
    close: async () => {
      await test.drop();
      await rm(folder, { recursive: true });
    },
  };
}

function isRecords(content: string | Buffer | readonly object[]): content is readonly object[] {
  return Array.isArray(content);
}

/** The row versions of some tables. A version changes whenever its row is written. */
export async function rowVersionsOf({ pool }: TestDatabase['database'], names: readonly string[]): Promise<string[]> {
  const versions = names.map(
    (table) => `select '${table} ' || ctid || ' ' || xmin || ' ' || xmax as version from ${table}`,
  );
  const { rows } = await pool.query<{ version: string }>(versions.join(' union all '));
  return rows.map((row) => row.version).sort();
}

export function withoutNulls(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
