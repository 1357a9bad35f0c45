import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importServiceOn } from '../support/records/company-import.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;

beforeAll(async () => {
  imports = await openPersonImport();
});

afterAll(() => imports.close());

/** As many records as an import must change to update the statistics of the query planner. */
const many = Array.from({ length: 1_000 }, (_, index) => index);

/** The tables for which the query planner has statistics. For all others, PostgreSQL stores -1 as the number of rows. */
async function analysedTables(): Promise<string[]> {
  const { rows } = await imports.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples >= 0 and relname ~ '^(company|person|signal)'`,
  );
  return rows.map(({ name }) => name);
}

describe('An import of many records', () => {
  it.each<[string, readonly string[], () => Promise<unknown>]>([
    [
      'companies',
      ['company', 'company_alias', 'company_domain', 'company_former_name', 'company_headcount', 'company_technology'],
      () => imports.loadCompanies(many.map((index) => ({ website: `firm${index}.com` }))),
    ],
    [
      'persons',
      [
        'person',
        'person_block',
        'person_education',
        'person_email',
        'person_experience',
        'person_phone',
        'person_skill',
      ],
      () =>
        imports.load(many.map((index) => ({ network_url: `network.com/in/p${index}`, full_name: `Ada N${index}` }))),
    ],
    [
      'signals',
      ['signal'],
      () =>
        imports.loadSignals(
          'acme',
          many.map((index) => ({ date: '2026-01-15', signal_type: 'Article', account_website: `firm${index}.com` })),
        ),
    ],
  ])('updates the statistics of the query planner for every table in which %s are stored', async (_, tables, load) => {
    const before = await analysedTables();
    expect(before).not.toEqual(expect.arrayContaining([...tables]));
    await load();
    expect(await analysedTables()).toEqual(expect.arrayContaining([...tables]));
  });
});

describe('An import of signals', () => {
  it.each<[string, { readonly tenant?: string }, RegExp]>([
    ['no tenant is named', {}, /name it with --tenant/],
    ['the tenant does not exist', { tenant: 'missing' }, /There is no tenant "missing"/],
  ])('is refused when %s', async (_, options, message) => {
    const { service } = await importServiceOn(imports);
    const path = join(imports.folder, 'refused.ndjson');
    await writeFile(path, '{"date":"2026-01-15","signal_type":"Article","account_website":"acme.com"}');
    await expect(service.run('signals', path, options)).rejects.toThrow(message);
  });
});
