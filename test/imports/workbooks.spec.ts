import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ImportService, type RunOptions } from '../../src/imports/import.service.js';
import { noting } from '../support/records/import-observers.js';
import { resultsOf } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { rowOf, workbookFile } from '../support/records/workbook-file.js';
import { type FileImport, startFileImport } from '../support/records/file-import.js';

let imports: FileImport;

beforeAll(async () => {
  imports = await startFileImport();
});

afterAll(() => imports.close());

function load(kind: 'companies' | 'persons', workbook: Buffer, options?: RunOptions): ReturnType<FileImport['load']> {
  return imports.load(kind, 'a.xlsx', workbook, options);
}

/** The values of a stored company. */
async function stored(website: string, ...fields: string[]): Promise<unknown> {
  const [result] = await resultsOf(imports.client, { companies: [{ website }], fields });
  return result?.data;
}

function number(value: string, style = '0'): string {
  return `<c s="${style}"><v>${value}</v></c>`;
}

function text(value: string): string {
  return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
}

describe('The import of a workbook', () => {
  it('reads the target of a link in columns of pages and websites, and the text in all other columns', async () => {
    const rows =
      rowOf('Full Name', 'Email', 'Person Linkedin Url', 'Company Website') +
      rowOf('Ada Link', 'ada@link-one.example.org', 'LinkedIn', 'link-one.example.org') +
      rowOf('Bob Link', 'bob@link-two.example.org', 'LinkedIn', 'Website');
    const links = {
      A2: 'https://crm.example.org/contacts/1',
      B2: 'mailto:ada@link-one.example.org',
      C2: 'https://www.linkedin.com/in/ada-link',
      D2: 'https://link-one.example.org/about',
      'C3:C3': 'https://www.linkedin.com/in/bob-link',
      D3: 'http://link-two.example.org/',
    };
    const workbook = await workbookFile({ sheets: [{ name: 'Contacts', rows, links }] });
    expect(await load('persons', workbook)).toMatchObject({ inserted: 2, updated: 0, warnings: 0, rejected: 0 });
    const persons = ['ada', 'bob'].map((name) => ({ network_url: `https://www.linkedin.com/in/${name}-link` }));
    const results = await personResultsOf(imports.client, { persons, fields: ['full_name', 'company_website'] });
    expect(results.map(({ data }) => data)).toEqual([
      { full_name: 'Ada Link', company_website: 'link-one.example.org' },
      { full_name: 'Bob Link', company_website: 'link-two.example.org' },
    ]);
  });

  it('reads the target and the text of a formula HYPERLINK, also if the workbook does not have its result', async () => {
    const notes: string[] = [];
    const formula = (name: string, value: string): string =>
      `<row><c t="str"><f>HYPERLINK("https://${name}.example.org","Website")</f>${value}</c>${text(name)}</row>`;
    const rows = rowOf('Website', 'Name') + formula('hyper-one', '<v>Website</v>') + formula('hyper-two', '');
    const workbook = await workbookFile({ sheets: [{ name: 'Accounts', rows }] });
    const summary = await load('companies', workbook, { observe: noting(notes) });
    expect(summary).toMatchObject({ inserted: 2, rejected: 0 });
    expect(notes).toEqual([]);
  });

  it('says once that formulas have no results', async () => {
    const notes: string[] = [];
    const row = (name: string): string => `<row>${text(`${name}.example.org`)}<c><f>A1&amp;"x"</f><v></v></c></row>`;
    const rows = rowOf('Website', 'Name') + row('formula-one') + row('formula-two');
    const workbook = await workbookFile({ sheets: [{ name: 'Accounts', rows }] });
    expect(await load('companies', workbook, { observe: noting(notes) })).toMatchObject({ inserted: 2 });
    expect(notes).toEqual([expect.stringMatching(/^The workbook has formulas without results.*save it/)]);
  });

  it('applies number formats that consist of zeros, and no other ones', async () => {
    const rows =
      rowOf('Website', 'Postal Code', 'Phone', 'Founded', 'Employees', 'Street') +
      `<row>${text('zeros.example.org')}${number('1067', '1')}${number('4935112345', '2')}${number('1921', '4')}${number('1200', '5')}${number('1234567', '3')}</row>`;
    const formats = ['00000', '+0', '0000\\-000', '0', '#,##0'];
    const workbook = await workbookFile({ sheets: [{ name: 'Accounts', rows }], formats });
    expect(await load('companies', workbook)).toMatchObject({ inserted: 1, rejected: 0, warnings: 0 });
    const fields = [
      'location_postal_code',
      'account_phones',
      'founded_year',
      'employee_count',
      'location_street_address',
    ];
    expect(await stored('zeros.example.org', ...fields)).toEqual({
      location_postal_code: '01067',
      account_phones: ['+4935112345'],
      founded_year: 1921,
      employee_count: 1200,
      location_street_address: '1234-567',
    });
  });

  it.each(['1', 'true'])('reads dates of the date system 1904 that a workbook states as "%s"', async (date1904) => {
    const rows =
      rowOf('Website', 'Last Funding Date') + `<row>${text(`d${date1904}.example.org`)}${number('43894', '1')}</row>`;
    const workbook = await workbookFile({
      sheets: [{ name: 'Accounts', rows }],
      formats: ['yyyy\\-mm\\-dd'],
      date1904,
    });
    await load('companies', workbook);
    expect(await stored(`d${date1904}.example.org`, 'funding_last_date')).toEqual({ funding_last_date: '2024-03-05' });
  });

  it('reads dates, error values, shared texts and escaped characters as a spreadsheet program shows them', async () => {
    const rows =
      rowOf('Website', 'Last Funding Date', 'Industry', 'Name', 'City') +
      `<row>${text('kinds.example.org')}<c t="d"><v>2024-03-05T00:00:00</v></c><c t="e"><v>#N/A</v></c><c t="s"><v>0</v></c>${text('Bad_x0020_Ems')}</row>`;
    const sharedTexts = '<si><r><t>Kinds </t></r><r><t>AG</t></r><rPh sb="0" eb="1"><t>kainzu</t></rPh></si>';
    await load('companies', await workbookFile({ sheets: [{ name: 'Accounts', rows }], sharedTexts }));
    expect(await stored('kinds.example.org', 'name', 'industry', 'funding_last_date', 'location_locality')).toEqual({
      name: 'Kinds AG',
      industry: null,
      funding_last_date: '2024-03-05',
      location_locality: 'Bad Ems',
    });
  });

  it('reads the first visible sheet with a header row of known columns', async () => {
    const sheets = [
      { name: 'Settings', state: 'hidden' as const, rows: rowOf('Website', 'Name') + rowOf('hidden.example.org', 'H') },
      { name: 'Cover', rows: rowOf('This report lists our accounts.') + rowOf('Ask Ada about it.') },
      { name: 'Old', state: 'veryHidden' as const, rows: rowOf('Website') + rowOf('very-hidden.example.org') },
      { name: 'Accounts', rows: rowOf('Website', 'Name') + rowOf('visible.example.org', 'Visible') },
      { name: 'More', rows: rowOf('Website', 'Name') + rowOf('later.example.org', 'Later') },
    ];
    const notes: string[] = [];
    const observe = noting(notes);
    expect(await load('companies', await workbookFile({ sheets }), { observe })).toMatchObject({
      read: 1,
      inserted: 1,
    });
    expect(notes).toEqual([
      'Read the sheet "Accounts"; not read: Settings (hidden), Cover, Old (hidden), More. Another sheet can be chosen by its name',
    ]);
    expect(await stored('visible.example.org', 'name')).toEqual({ name: 'Visible' });
    expect(await load('companies', await workbookFile({ sheets }), { sheet: 'Settings' })).toMatchObject({
      inserted: 1,
    });
  });

  it.each([
    ['a title that is the name of a column', rowOf('Company')],
    ['a title and some lines', rowOf('Accounts') + rowOf('Website') + rowOf('Ask Ada about this list.')],
    ['names and values', rowOf('Company', 'Acme Data Ltd') + rowOf('Date', '2026-07-24') + rowOf('Author', 'Ada')],
    ['names of columns, but no rows', rowOf('Website', 'Name')],
  ])('reads the sheet that looks like a table behind a cover with %s', async (title, cover) => {
    const site = `${title.replaceAll(/\W/g, '')}.example.org`;
    const sheets = [
      { name: 'Hidden', state: 'hidden' as const, rows: rowOf('Website', 'Name') + rowOf('no.example.org', 'No') },
      { name: 'Cover', rows: cover },
      { name: 'Accounts', rows: rowOf('Website', 'Name') + rowOf(site, 'Behind a cover') },
    ];
    expect(await load('companies', await workbookFile({ sheets }))).toMatchObject({ read: 1, inserted: 1 });
    expect(await stored(site, 'name')).toEqual({ name: 'Behind a cover' });
  });

  it('reads a narrow table before a wide one, and a file without names of columns behind a cover', async () => {
    const websites = Array.from({ length: 20 }, (_, index) => rowOf(`narrow${index}.example.org`));
    const wide = { name: 'Old', rows: rowOf('Website', 'Name') + rowOf('old.example.org', 'Old') };
    const narrow = { name: 'A', rows: rowOf('Website') + websites.join('') };
    expect(await load('companies', await workbookFile({ sheets: [narrow, wide] }))).toMatchObject({ read: 20 });
    const cover = { name: 'Cover', rows: rowOf('Our accounts') };
    const nameless = { name: 'B', rows: rowOf('nameless.example.org', 'Nameless') };
    const options = { columnNames: ['website', 'name'] };
    expect(await load('companies', await workbookFile({ sheets: [cover, nameless] }), options)).toMatchObject({
      read: 1,
      inserted: 1,
    });
  });

  it('names the sheets and --sheet if no visible sheet has a known column', async () => {
    const sheets = [
      { name: 'Cover', rows: rowOf('This report lists our accounts.') },
      { name: 'Accounts', state: 'hidden' as const, rows: rowOf('Website') + rowOf('a.example.org') },
    ];
    await expect(load('companies', await workbookFile({ sheets }))).rejects.toThrow(
      /no visible sheet.*its sheets are: Cover, Accounts \(hidden\)\. Choose one with --sheet/,
    );
  });

  it('reads a workbook from standard input and from a gzip file', async () => {
    const workbook = async (name: string): Promise<Buffer> =>
      workbookFile({ sheets: [{ name: 'A', rows: rowOf('Website') + rowOf(`${name}.example.org`) }] });
    const stdin = Readable.from([await workbook('streamed')]);
    const service = imports.service.app.get(ImportService, { strict: false });
    expect(await service.run('companies', '-', { stdin })).toMatchObject({ inserted: 1 });
    expect(await load('companies', gzipSync(await workbook('zipped')))).toMatchObject({ inserted: 1 });
  });
});

describe('A workbook that exceeds a limit is refused with one sentence:', () => {
  const header = rowOf('Website', 'Name');
  const longText = 'x'.repeat(40_000);

  it.each([
    ['a long cell', header + rowOf('a.example.org', longText), '', /B2 has more than 32767 characters/],
    ['a long shared text', header, `<si><t>${longText}</t></si>`, /shared text 1 has more than 32767 characters/],
    ['a text without end', header + rowOf('x'.repeat(3_000_000)), '', /longer than a cell may be/],
    ['a wide row', `${header}<row r="2"><c r="XFE2"><v>1</v></c></row>`, '', /row 2 has more than 16384 columns/],
    [
      'a row of long texts',
      `${header}<row r="2">${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`,
      `<si><t>${'x'.repeat(30_000)}</t></si>`,
      /row 2 has more than 1048576 characters/,
    ],
    ['damaged XML', `${header}<row><c></row>`, '', /the workbook is damaged .*save it again/],
  ])('%s', async (_, rows, sharedTexts, message) => {
    const workbook = await workbookFile({ sheets: [{ name: 'A', rows }], sharedTexts });
    await expect(load('companies', workbook)).rejects.toThrow(message);
  });

  it('a part of more than 192 MB that is held in memory', async () => {
    const sharedTexts = `<si><t>${'x'.repeat(30_000)}</t></si>`.repeat(7_000);
    const workbook = await workbookFile({ sheets: [{ name: 'A', rows: header }], sharedTexts });
    expect(workbook.length).toBeLessThan(1_000_000);
    await expect(load('companies', workbook)).rejects.toThrow(/more than 192 MB in xl\/sharedStrings.xml/);
  });

  it('an archive that is cut off', async () => {
    const workbook = await workbookFile({ sheets: [{ name: 'A', rows: header }] });
    await expect(load('companies', workbook.subarray(0, -300))).rejects.toThrow(/the workbook is damaged/);
  });
});
