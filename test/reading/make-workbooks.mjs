// Writes the workbooks in `files`, one table with each library, so that the reader is tested with files of programs that we did not write.
// The files are kept in the repository. To write them anew: `npm ci --prefix test/reading && node test/reading/make-workbooks.mjs`.
// If LibreOffice is installed, it also saves the table from CSV.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sheetJs from '@e965/xlsx';
import excelJs from 'exceljs';
import writeExcelFile from 'write-excel-file/node';

const folder = new URL('files/', import.meta.url);
const fileOf = (name) => new URL(name, folder).pathname;
const day = new Date(Date.UTC(2026, 6, 24));
const header = ['Company Name', 'Website', 'Employees', 'Founded on', 'Postal Code', 'Public', 'LinkedIn', 'Note'];
const page = 'https://www.linkedin.com/company/alder-pumps';
const site = 'https://birch-valves.example.org/about';

async function withExcelJs() {
  const workbook = new excelJs.Workbook();
  workbook.addWorksheet('Lists', { state: 'hidden' }).addRow(['Website', 'Name']);
  const sheet = workbook.addWorksheet('Accounts');
  sheet.addRow(['All accounts of July']);
  sheet.addRow([]);
  sheet.addRow(header);
  const first = sheet.addRow(['Alder Pumps', 'alder-pumps.example.org', 1200, day, 1234, true, null, null]);
  first.getCell(4).numFmt = 'dd.mm.yyyy';
  first.getCell(5).numFmt = '00000';
  first.getCell(7).value = { text: 'LinkedIn', hyperlink: page };
  first.getCell(8).value = { formula: 'C4*2', result: 2400 };
  const second = sheet.addRow(['', '', 12.5, null, '01099', false, null, null]);
  second.getCell(1).value = { richText: [{ font: { bold: true }, text: 'Birch' }, { text: ' Valves' }] };
  second.getCell(2).value = { text: 'Website', hyperlink: site };
  second.getCell(8).value = { error: '#N/A' };
  await workbook.xlsx.writeFile(fileOf('exceljs.xlsx'));
}

function withSheetJs(name, date1904) {
  const sheet = sheetJs.utils.aoa_to_sheet(
    [
      ['All accounts of July'],
      [],
      header,
      ['Alder Pumps', 'alder-pumps.example.org', 1200, day, 1234, true, 'LinkedIn', null],
      ['Birch Valves', 'Website', 12.5, null, '01099', false, null, null],
    ],
    { UTC: true, date1904 },
  );
  sheet.D4.z = 'dd.mm.yyyy';
  sheet.E4.z = '00000';
  sheet.G4.l = { Target: page };
  sheet.B5.l = { Target: site };
  sheet.H4 = { t: 'n', f: 'C4*2', v: 2400 };
  sheet.H5 = { t: 'e', v: 42, w: '#N/A' };
  const workbook = sheetJs.utils.book_new();
  sheetJs.utils.book_append_sheet(workbook, sheetJs.utils.aoa_to_sheet([['Website', 'Name']]), 'Lists');
  sheetJs.utils.book_append_sheet(workbook, sheet, 'Accounts');
  workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }], WBProps: { date1904 } };
  writeFileSync(fileOf(name), sheetJs.write(workbook, { type: 'buffer', bookType: 'xlsx', cellDates: false }));
}

async function withWriteExcelFile() {
  const texts = (row) => row.map((value) => (value === '' ? null : { value }));
  const rows = [
    texts(header),
    [
      ...texts(['Alder Pumps', 'alder-pumps.example.org']),
      { value: 1200, type: Number },
      { value: day, type: Date, format: 'dd.mm.yyyy' },
      { value: 1234, type: Number, format: '00000' },
      { value: true, type: Boolean },
      ...texts([page, '2400']),
    ],
    [
      ...texts(['Birch Valves', site]),
      { value: 12.5, type: Number },
      null,
      ...texts(['01099']),
      { value: false, type: Boolean },
    ],
  ];
  await writeExcelFile(rows, { filePath: fileOf('write-excel-file.xlsx'), sheet: 'Accounts' });
}

function withLibreOffice() {
  const made = mkdtempSync(join(tmpdir(), 'workbook-'));
  try {
    const lines = [
      header.join(','),
      `Alder Pumps,alder-pumps.example.org,1200,2026-07-24,01234,true,${page},=C2*2`,
      `Birch Valves,${site},12.5,,01099,false,,=NA()`,
    ];
    writeFileSync(join(made, 'libreoffice.csv'), lines.join('\n'));
    // Comma, quotation mark, UTF-8, from the first line; the postal code and the name are text; formulas are evaluated.
    const filter = '44,34,76,1,1/2/5/2,,0,false,true,false,true';
    const options = ['--headless', `--infilter=CSV:${filter}`, '--convert-to', 'xlsx', '--outdir', folder.pathname];
    execFileSync('soffice', [...options, join(made, 'libreoffice.csv')], { env: { ...process.env, HOME: made } });
  } finally {
    rmSync(made, { recursive: true });
  }
}

await withExcelJs();
withSheetJs('sheetjs.xlsx', false);
withSheetJs('sheetjs-1904.xlsx', true);
await withWriteExcelFile();
withLibreOffice();
