import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportObserver } from '../../src/imports/merging/import-events.js';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';

let imports: CompanyImport;

function setUp(): void {
  beforeAll(async () => {
    imports = await openCompanyImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());
}

const hostile = [
  'tab\there',
  'line\nbreak\r\n',
  'back\\slash',
  'a \\N',
  'a \\.',
  '"quoted" {braces}, NULL',
  "it's 🦊",
  'a {}',
];

describe('A company import', () => {
  setUp();

  it('stores fields of every type', async () => {
    const summary = await imports.load([
      {
        website: 'https://www.acme.com/',
        network_url: 'network.com/company/acme',
        network_id: '42',
        name: 'Acme',
        employee_count: 12,
        is_b2b: false,
        account_last_updated: '2024-05-06T07:08:09Z',
        funding_last_date: '2024-05-06',
        specialities: [],
        domains: ['acme.com', 'acme.de'],
        former_names: ['Older', 'Old'],
        aliases: ['ACM', 'Acme Rockets'],
        technologies: [{ name: 'Kafka', first_seen: '2021-03' }, { name: 'Go' }],
        headcount_history: [
          { month: '2026-01', total: 120, tech: 40 },
          { month: '2026-02', total: 130 },
        ],
      },
    ]);
    expect(summary).toMatchObject({ read: 1, inserted: 1, updated: 0, rejected: 0 });
    const [{ account_last_updated: updated, ...company } = {}] = await imports.companies();
    expect(new Date(String(updated)).toISOString()).toBe('2024-05-06T07:08:09.000Z');
    expect(company).toEqual({
      website: 'acme.com',
      network_url: 'https://www.network.com/company/acme',
      network_id: '42',
      name: 'Acme',
      employee_count: 12,
      is_b2b: false,
      funding_last_date: '2024-05-06',
      specialities: [],
      primary: ['acme.com'],
      aliases: ['acme.de'],
      former_names: ['Old', 'Older'],
      other_names: ['ACM', 'Acme Rockets'],
      technologies: { Kafka: '2021-03-01', Go: null },
      headcounts: { '2026-01-01': [120, 40], '2026-02-01': [130, null] },
    });
  });

  it('stores texts unchanged if they have characters with a meaning in COPY, such as tabs and backslashes', async () => {
    const account_description = hostile.join(' | ');
    const technologies = hostile.map((name) => ({ name }));
    await imports.load([
      { network_id: '1', account_description, specialities: hostile, former_names: hostile, technologies },
    ]);
    const trimmed = hostile.map((text) => text.trim());
    const [company] = await imports.companies();
    expect(company).toMatchObject({ account_description, specialities: trimmed });
    expect(new Set(company?.former_names as string[])).toEqual(new Set(trimmed));
    expect(new Set(Object.keys(company?.technologies as object))).toEqual(new Set(trimmed));
  });

  it('stores two companies if their websites are two profile pages of the professional network', async () => {
    const records = ['one', 'two'].map((slug) => ({ website: `https://www.network.com/company/${slug}`, name: slug }));
    expect(await imports.load(records)).toMatchObject({ inserted: 2, updated: 0, rejected: 0 });
    expect(await imports.companies()).toEqual([
      { network_url: 'https://www.network.com/company/one', name: 'one' },
      { network_url: 'https://www.network.com/company/two', name: 'two' },
    ]);
  });

  it('stores the same from a gzipped CSV file as from an NDJSON file', async () => {
    await imports.load([
      { website: 'acme.com', name: 'Acme, "Inc"', employee_count: 12, is_b2b: true, specialities: ['a', 'b'] },
      {
        network_id: '7',
        technologies: [{ name: 'Go', first_seen: '2021-03' }],
        headcount_history: [{ month: '2026-01', total: 5 }],
      },
    ]);
    const expected = await imports.companies();
    await imports.clear();
    const csv = [
      'website,network_id,name,employee_count,is_b2b,specialities,technologies,headcount_history',
      'acme.com,,"Acme, ""Inc""",12,true,a|b,,',
      ',7,,,,,Go@2021-03,2026-01:5',
    ];
    await imports.load(gzipSync(csv.join('\r\n')), { name: 'companies.csv.gz' });
    expect(await imports.companies()).toEqual(expected);
  });
});

describe('A company import of data from another product', () => {
  setUp();

  const headers = 'Record ID,Company name,Company Domain Name,Website URL,Number of Employees,Web Technologies,Umsatz';
  const row = '17,"Acme; GmbH",acme.com,https://www.acme.de/start,"1,200","Kafka;Redis",10 M€';
  const acme = {
    website: 'acme.com',
    name: 'Acme; GmbH',
    employee_count: 1_200,
    technologies: { Kafka: null, Redis: null },
    primary: ['acme.com'],
  };

  it.each([
    ['with commas', [headers, row].join('\n'), 'companies.csv'],
    [
      'with semicolons, as European spreadsheets save it',
      `\uFEFF${asSemicolons(headers)}\r\n${asSemicolons(row)}\r\n`,
      'companies.csv',
    ],
    ['with tabs in UTF-16', Buffer.from(`\uFEFF${[headers, row].map(asTabs).join('\r\n')}`, 'utf16le'), 'export.txt'],
  ])(
    'fills fields from the known columns of a file %s, and reports the other columns as ignored',
    async (_, content, name) => {
      const ignored: string[] = [];
      const observe: ImportObserver = (event) => {
        if (event.kind === 'ignored columns') ignored.push(...event.names);
      };
      expect(await imports.load(content, { name, observe })).toMatchObject({ inserted: 1, warnings: 0, ignored: 1 });
      expect(ignored).toEqual(['Record ID']);
      expect(await imports.companies()).toEqual([{ ...acme, annual_revenue_range: '10 M€' }]);
    },
  );

  it('fills the fields that --map names for columns', async () => {
    const map = [['umsatz', 'annual_revenue_range'] as const, ['Company Domain Name', ''] as const];
    expect(await imports.load([headers, row].join('\n'), { name: 'companies.csv', map })).toMatchObject({ ignored: 1 });
    expect(await imports.companies()).toMatchObject([{ website: 'acme.de', annual_revenue_range: '10 M€' }]);
  });

  it('keeps a stored list if all items of the new list are invalid', async () => {
    await imports.load([{ website: 'acme.com', technologies: [{ name: 'Go' }], domains: ['acme.de'] }]);
    const faulty = [{ website: 'acme.com', technologies: [7], domains: ['mil.lv'], employee_count: 'a few' }];
    expect(await imports.load(faulty)).toMatchObject({ rejected: 0, updated: 0, warnings: 3 });
    expect(await imports.companies()).toMatchObject([{ technologies: { Go: null }, aliases: ['acme.de'] }]);
  });
});

/** Replaces the delimiter of a line by semicolons. */
function asSemicolons(line: string): string {
  return line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';');
}

function asTabs(line: string): string {
  return line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\t');
}

describe('A company import with invalid records', () => {
  setUp();

  it('writes the invalid lines into the rejects file, with line number and reason, and imports the others', async () => {
    const lines = [
      '{"website":"a.com"}',
      '{"website":"b.com"',
      '{"name":"C"}',
      '{"website":"d.com","name":7}',
      '',
      '{"website":"e.com"}',
      '{"website":"facebook.com/acme"}',
    ];
    const rejects = join(imports.folder, 'rejects.ndjson');
    const summary = await imports.load(lines.join('\n'), { rejects });
    expect(summary).toMatchObject({ read: 6, inserted: 3, rejected: 3, warnings: 1, ignored: 0, rejects });
    const rejected = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(rejected.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 2, reason: expect.stringMatching(/^the line is not valid JSON/), text: '{"website":"b.com"' },
      { line: 3, reason: 'website: is required, or network_url, or network_id', record: { name: 'C' } },
      {
        line: 7,
        reason: 'website: is a page on a shared site',
        record: { website: 'facebook.com/acme' },
      },
      { line: 4, member: 'name', warning: 'must be a string', value: 7 },
    ]);
  });

  it('rejects only the record that the database refuses', async () => {
    await imports.database.pool.query(`alter table company add constraint no_nine check (employee_count <> 9)`);
    const records = Array.from({ length: 20 }, (_, index) => ({
      network_id: String(index + 1),
      employee_count: index,
    }));
    expect(await imports.load(records)).toMatchObject({ read: 20, inserted: 19, rejected: 1 });
    expect(await imports.companies()).toHaveLength(19);
    await imports.database.pool.query('alter table company drop constraint no_nine');
  });
});
