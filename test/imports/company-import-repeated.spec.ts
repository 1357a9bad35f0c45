import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { MergeCounts } from '../../src/imports/merging/batch-merge.js';
import { CompanyMerge } from '../../src/imports/companies/company-merge.sql.js';
import { type CompanyRow, readCompany } from '../../src/imports/companies/company-record.js';
import { ImportSession } from '../../src/imports/merging/import-session.sql.js';
import { RecordSources } from '../../src/imports/merging/record-sources.js';
import { ImportStopped } from '../../src/imports/merging/import-summary.js';
import { reasonOf } from '../../src/imports/reading/record-fields.js';
import { watching } from '../support/records/import-observers.js';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';
import { ndjson } from '../support/records/ndjson.js';

let imports: CompanyImport;

function company(index: number): object {
  return {
    network_id: String(index + 1),
    network_url: `network.com/company/acme-${index}`,
    website: `acme-${index}.com`,
    domains: [`acme-${index}.com`, `acme-${index}.de`],
    name: `Acme ${index}`,
    employee_count: index,
    specialities: ['everything'],
    former_names: [`Old Acme ${index}`],
    aliases: [`A${index}`],
    technologies: [{ name: 'Go', first_seen: '2021-03' }, { name: 'Kafka' }],
    headcount_history: [{ month: '2026-01', total: index }],
  };
}

const companies = Array.from({ length: 300 }, (_, index) => company(index));

/** More records than one batch can have. */
const manyCompanies = Array.from({ length: 5_200 }, (_, index) => ({
  network_id: String(index + 1),
  name: `Acme ${index}`,
}));

describe('A company import', () => {
  beforeAll(async () => {
    imports = await openCompanyImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());

  it('rewrites no row when the same file is imported again', async () => {
    expect(await imports.load(companies)).toMatchObject({ read: 300, inserted: 300, updated: 0 });
    const before = await imports.rowVersions();
    expect(await imports.load(companies)).toMatchObject({ read: 300, inserted: 0, updated: 0, rejected: 0 });
    expect(await imports.rowVersions()).toEqual(before);
  });

  it('stores lost hosts and list items again, and removes others, also if their number has stayed the same', async () => {
    await imports.load(companies.slice(0, 10));
    const before = await imports.companies();
    await imports.database.pool.query(`
      update company_domain set domain = domain || '.other';
      update company_former_name set name = name || ' and Sons';
      update company_alias set name = name || ' and Sons';
      delete from company_technology where name = 'Go';
      insert into company_technology (company_id, name) select id, 'Cobol' from company;
      update company_headcount set month = '2025-12-01'`);
    expect(await imports.companies()).not.toEqual(before);
    const restored = await imports.load(companies.slice(0, 10), { maxChanged: null });
    expect(restored).toMatchObject({ inserted: 0, updated: 10 });
    expect(await imports.companies()).toEqual(before);
  });

  it('counts a record as updated only if the record changes a stored value; a single item of a list is enough', async () => {
    await imports.load(companies.slice(0, 10));
    const changes = [
      { network_id: '1', name: 'Acme 0' },
      { network_id: '2', name: 'Other' },
      { network_id: '3', domains: ['acme-2.de', 'acme-2.fr'] },
      { network_id: '4', technologies: [{ name: 'Go', first_seen: '2021-04' }, { name: 'Kafka' }] },
      { network_id: '5', headcount_history: [{ month: '2026-01', total: 4, tech: 1 }] },
      { network_id: '6', former_names: [] },
      { network_id: '7', website: 'acme-6.com', former_names: ['Old Acme 6'] },
    ];
    expect(await imports.load(changes)).toMatchObject({ read: 7, inserted: 0, updated: 5 });
  });

  it('stores each company once when two imports of the same companies run at the same time', async () => {
    const orders = [manyCompanies, manyCompanies.toReversed()];
    const running = orders.map((records, index) => imports.load(records, { name: `order-${index}.ndjson` }));
    const summaries = await Promise.all(running);
    expect(summaries.map(({ read, rejected }) => [read, rejected])).toEqual([
      [5_200, 0],
      [5_200, 0],
    ]);
    expect(summaries.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(5_200);
    expect(await imports.companies()).toHaveLength(5_200);
  });

  it('waits while another import has an open transaction', async () => {
    const other = await ImportSession.open({ connectionString: imports.url });
    const importing = await other.transaction(async () => {
      const started = { summary: imports.load(companies) };
      while (!(await isImportWaiting())) await setTimeout(10);
      expect(await imports.companies()).toEqual([]);
      return started;
    });
    expect(await importing.summary).toMatchObject({ inserted: 300 });
    await other.close();
  });

  it('keeps the merged records when it is interrupted, and merges the others when it is repeated', async () => {
    const abort = new AbortController();
    const observe = watching(() => abort.abort());
    const interrupted = await imports.load(manyCompanies, { signal: abort.signal, observe });
    expect(interrupted).toMatchObject({ read: 5_000, inserted: 5_000 });
    expect(await imports.load(manyCompanies)).toMatchObject({ read: 5_200, inserted: 200, updated: 0 });
    expect(await imports.companies()).toHaveLength(5_200);
  });

  it('throws an error with the counts of the merged records when the connection to the database is lost, and can then be repeated', async () => {
    const stdin = new PassThrough();
    let importing: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      const options = { stdin, rejects: join(imports.folder, 'rejects.ndjson'), observe: watching(() => resolve()) };
      importing = imports.service.run('companies', '-', options);
      stdin.write(ndjson(manyCompanies.slice(0, 5_000)));
    });
    await imports.database.pool.query(terminateImports);
    stdin.end(ndjson(manyCompanies.slice(5_000)));
    const stopped = await importing.catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(ImportStopped);
    expect((stopped as ImportStopped).message).toMatch(/^The import failed: ./);
    expect((stopped as ImportStopped).summary).toMatchObject({ read: 5_000, inserted: 5_000 });
    expect(await imports.load(manyCompanies)).toMatchObject({ inserted: 200, updated: 0 });
  });
});

async function isImportWaiting(): Promise<boolean> {
  const { rowCount } = await imports.database.pool.query(`
    select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`);
  return rowCount === 1;
}

const terminateImports = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'data-access-service import'`;

const few = fc.constantFrom('1', '2', '3', '4');
const record = fc
  .record(
    {
      network_id: few,
      network_url: few.map((slug) => `network.com/company/c${slug}`),
      website: few.map((label) => `site-${label}.com`),
      domains: fc.array(
        few.map((label) => `site-${label}.com`),
        { maxLength: 3 },
      ),
      // With several names, the records of a batch could contradict each other, and then lose the identifiers that they share.
      name: fc.constant('Acme'),
      former_names: fc.array(few, { maxLength: 2 }),
      aliases: fc.array(few, { maxLength: 2 }),
    },
    { requiredKeys: ['name'] },
  )
  .filter((members) => (members.network_id ?? members.network_url ?? members.website) !== undefined);

describe('A batch of companies', () => {
  let session: ImportSession;
  let merge: CompanyMerge;

  beforeAll(async () => {
    imports = await openCompanyImport();
    session = await ImportSession.open({ connectionString: imports.url });
    merge = await CompanyMerge.prepare(session, '2026-01-01', new RecordSources('test', '2026-01-01'));
  });
  afterAll(async () => {
    await session.close();
    await imports.close();
  });

  async function oneByOne(rows: readonly CompanyRow[]): Promise<MergeCounts> {
    const total = { inserted: 0, updated: 0, contested: 0 };
    for (const row of rows) {
      const counts = await merge.merge([row]);
      total.inserted += counts.inserted;
      total.updated += counts.updated;
      total.contested += counts.contested;
    }
    return total;
  }

  it('has the same result as an import of its records one by one, whatever identifiers they share', async () => {
    const some = (constraints: fc.ArrayConstraints): fc.Arbitrary<CompanyRow[]> =>
      fc.array(record.map(rowOf), constraints);
    await fc.assert(
      fc.asyncProperty(some({ maxLength: 4 }), some({ minLength: 2, maxLength: 8 }), async (before, batch) => {
        await imports.clear();
        await oneByOne(before);
        const counts = await oneByOne(batch);
        const stored = await imports.companies();
        await imports.clear();
        await oneByOne(before);
        expect(await merge.merge(batch)).toMatchObject(counts);
        expect((await imports.companies()).map(asText).sort()).toEqual(stored.map(asText).sort());
      }),
      { numRuns: 25 },
    );
  });
});

function rowOf(members: object): CompanyRow {
  const { row, faults } = readCompany({ ...members }, 'ndjson', null);
  if (row === null || faults.count > 0) throw new Error(reasonOf(faults));
  return row;
}

function asText(stored: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(stored).sort(([one], [other]) => (one < other ? -1 : 1)));
}
