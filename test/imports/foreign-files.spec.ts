import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import { noting } from '../support/records/import-observers.js';
import type { Client } from '../support/records/company-api.js';
import { resultsOf } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { type FileImport, startFileImport } from '../support/records/file-import.js';
import type { TestService } from '../support/service/test-service.js';

let service: TestService;
let client: Client;
let load: FileImport['load'];
let close: FileImport['close'];

beforeAll(async () => {
  ({ service, client, load, close } = await startFileImport());
});

afterAll(() => close());

/** A file of one record: its columns, with `|` between them, and its values. */
function table(columns: string, values: string): string {
  const line = (cells: string): string =>
    cells
      .split('|')
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',');
  return `${line(columns)}\n${line(values)}\n`;
}

type Layout = readonly [name: string, columns: string, values: string, identifier: object, data: object];

const companies: readonly Layout[] = [
  [
    'a funding database',
    'Organization Name|Organization Name URL|Founded Date|Number of Employees|Website|Last Funding Date|Last Funding Type|Stock Symbol',
    'Fund Pumps|https://www.crunchbase.com/organization/fund|2004-02-01|5001-10000|https://fund-pumps.com|2024-03-01|Series A|FND',
    { website: 'fund-pumps.com' },
    {
      name: 'Fund Pumps',
      funding_profile_url: 'https://www.crunchbase.com/organization/fund',
      founded_year: 2004,
      size: '5001-10000',
      employee_count: null,
      funding_last_date: '2024-03-01',
      ticker: 'FND',
    },
  ],
  [
    'ZoomInfo companies',
    'ZoomInfo Company ID|Company Name|Website|Company HQ Phone|Revenue (in 000s USD)|Employee Range|Ownership Type|Recent Funding Date',
    '1|Zoom Pumps|www.zoom-pumps.com|(089) 1|12,000|100 - 249|Private|3/14/2024',
    { website: 'zoom-pumps.com' },
    {
      name: 'Zoom Pumps',
      account_phones: ['(089) 1'],
      annual_revenue_range: '12000000',
      size: '100-249',
      account_type: 'Private',
      funding_last_date: '2024-03-14',
    },
  ],
  [
    'a list of companies for advertisements',
    'companyname|companywebsite|companyemaildomain|linkedincompanypageurl|stocksymbol|industry|city|zipcode|companycountry',
    'Ads Pumps|ads-pumps.com|mail.example|https://www.linkedin.com/company/ads-pumps|ADS|Machinery|Munich|80331|DE',
    { website: 'ads-pumps.com' },
    { name: 'Ads Pumps', ticker: 'ADS', location_postal_code: '80331', location_country: 'DE' },
  ],
];

const persons: readonly Layout[] = [
  [
    'a contact finder that repeats columns',
    'First Name|First Name|Last Name|Title|Email 1|Email 1 Validation|Email 2|Contact LI Profile URL|Company Name - Cleaned',
    '|Ada|Seam|CTO|ada@seam-pumps.com|verified|ada2@seam-pumps.com|linkedin.com/in/ada-seam|x',
    { work_email: 'ada2@seam-pumps.com' },
    { first_name: 'Ada', last_name: 'Seam', job_title: 'CTO', company_website: null },
  ],
];

describe('The import of an export of another program', () => {
  it.each(companies)('stores each field of %s', async (name, columns, values, identifier, data) => {
    expect(await load('companies', `${name}.csv`, table(columns, values))).toMatchObject({ rejected: 0, warnings: 0 });
    const [result] = await resultsOf(client, { companies: [identifier], fields: Object.keys(data) });
    expect(result?.data).toEqual(data);
  });

  it.each(persons)('stores each field of %s', async (name, columns, values, identifier, data) => {
    expect(await load('persons', `${name}.csv`, table(columns, values))).toMatchObject({ rejected: 0, warnings: 0 });
    const [result] = await personResultsOf(client, { persons: [identifier], fields: Object.keys(data) });
    expect(result?.data).toEqual(data);
  });

  it.each([
    ['in lines', (record: object) => JSON.stringify(record)],
    ['as a list of several lines', (record: object) => JSON.stringify([record], null, 2)],
  ])('stores the nested members of a JSON file %s', async (_, written) => {
    const record = {
      data: {
        basic_info: { name: 'Nest Pumps', primary_domain: 'nest-pumps.com' },
        headcount: { total: 120 },
        geo: { city: 'Munich', country: 'Germany' },
      },
    };
    expect(await load('companies', 'nested.json', written(record))).toMatchObject({ rejected: 0, warnings: 0 });
    const [result] = await resultsOf(client, {
      companies: [{ website: 'nest-pumps.com' }],
      fields: ['name', 'employee_count', 'location_locality', 'location_country'],
    });
    expect(result?.data).toEqual({
      name: 'Nest Pumps',
      employee_count: 120,
      location_locality: 'Munich',
      location_country: 'Germany',
    });
  });

  it('stores the rows of the chosen sheet of a workbook, and skips the title above its header row', async () => {
    const rows = [
      ['Accounts of today'],
      [],
      ['Company Name', 'Website', 'Founded'],
      ['Sheet Pümps', 'sheet-pumps.com', 1921],
    ];
    const workbook = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Cover', rows: [['x']] },
          { name: 'Accounts', rows },
        ],
      }),
    );
    expect(await load('companies', 'a.xlsx', workbook, { sheet: 'Accounts' })).toMatchObject({ read: 1, rejected: 0 });
    const [result] = await resultsOf(client, {
      companies: [{ website: 'sheet-pumps.com' }],
      fields: ['name', 'founded_year'],
    });
    expect(result?.data).toEqual({ name: 'Sheet Pümps', founded_year: 1921 });
    await expect(load('companies', 'a.xlsx', workbook, { sheet: 'Leads' })).rejects.toThrow(
      'the workbook has no sheet "Leads"; its sheets are: Cover, Accounts',
    );
  });

  it('stores signals from a file without a header row, if the operator gives the names of the columns and the missing values', async () => {
    const summary = await load('signals', 'surge.csv', 'Acme,surge-pumps.com,payroll,83\n', {
      tenant: 'ours',
      columnNames: ['Company Name', 'Domain', 'Topic', 'Composite Score'],
      set: [
        ['signal_type', 'High Intent'],
        ['date', '2026-07-19'],
      ],
    });
    expect(summary).toMatchObject({ inserted: 1, rejected: 0 });
    const { rows } = await service.database.pool.query<object>(
      "select date, signal_type, message_text from signal where account_website = 'surge-pumps.com'",
    );
    expect(rows).toEqual([
      { date: '2026-07-19', signal_type: 'High Intent', message_text: 'payroll (Composite Score 83)' },
    ]);
  });
});

describe('The import of a messy file', () => {
  const acme = 'Account Name,Website,Billing City\nMess Pumps,mess-pumps.com,München\n';

  it.each<[string, string | Buffer]>([
    [
      'remarks below the table',
      `${acme}\n"Grand Totals (1 records)"\n"Copyright © 2026 example, inc. All rights reserved."\n`,
    ],
    ['a title above the table', `"Accounts"\n"As of 2026-07-01"\n\n${acme}`],
    ['rows of delimiters above the table', `${',,\n'.repeat(40)}${acme}`],
    ['a repeated header row', `${acme}${acme}`],
    ['letters in Windows-1252', Buffer.from(acme, 'latin1')],
    ['UTF-16 without a mark', Buffer.from(acme, 'utf16le')],
    ['line ends of old Macintosh programs', acme.replaceAll('\n', '\r')],
    ['a delimiter at the end of each row', acme.replaceAll('München\n', 'München,\n')],
    ['line breaks in cells', acme.replace('Mess Pumps', '"Mess\nPumps"')],
    ['a column without a name', acme.replace('Account', ',Account').replace('Mess', '1,Mess')],
  ])('stores the record of a file despite %s', async (_, content) => {
    expect(await load('companies', 'messy.csv', content)).toMatchObject({ rejected: 0, warnings: 0 });
    const [result] = await resultsOf(client, {
      companies: [{ website: 'mess-pumps.com' }],
      fields: ['location_locality'],
    });
    expect(result?.data).toEqual({ location_locality: 'München' });
  });

  it.each([
    ['a.vcf', 'BEGIN:VCARD\nVERSION:3.0\n', /is a vCard file.*export them from there as CSV/],
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old format \.xls.*save it as \.xlsx or CSV/],
    ['b.xls', '<html><table></table></html>', /is a web page or XML/],
    ['a.zip', 'PK\u0003\u0004Connections.csv', /the archive cannot be read .*unpack it/],
  ])('refuses %s, and says what to do instead', async (name, content, words) => {
    await expect(load('companies', name, content)).rejects.toThrow(words);
  });

  it.each([
    ['the day first because of 13/04/2024', '03/04/2024\n13/04/2024', '2024-04-03', []],
    ['the month first because of 04/13/2024', '03/04/2024\n04/13/2024', '2024-03-04', []],
    [
      'the month first, and says so, because no date shows the order',
      '03/04/2024\n05/06/2024',
      '2024-03-04',
      [expect.stringContaining('do not show')],
    ],
  ])('reads all dates of a column with %s', async (_, dates, stored, notes) => {
    const rows = dates.split('\n').map((date, index) => `date-${index}.com,${date}\n`);
    const said: string[] = [];
    await load('companies', 'dates.csv', `Website,Last Funding Date\n${rows.join('')}`, { observe: noting(said) });
    const [result] = await resultsOf(client, { companies: [{ website: 'date-0.com' }], fields: ['funding_last_date'] });
    expect(result?.data).toEqual({ funding_last_date: stored });
    expect(said).toEqual(notes);
  });
});
