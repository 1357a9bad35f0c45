import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTable } from '../../console/src/lists/list-file.js';
import { likelyHeader, tableOf } from '../../console/src/lists/list-table.js';
import { ColumnMapping } from '../../src/imports/reading/column-mapping.js';
import { openRecordSource } from '../../src/imports/reading/record-source.js';
import { companyShape, personShape } from '../../src/imports/reading/record-shapes.js';
import { distinctNames } from '../../src/table-reading/table-rows.js';

type Cells = Readonly<Record<string, unknown>>;

/** What a file has: its records by the names of the columns, or why a row has none. */
type Read = readonly (Cells | string)[];

const shapes = { companies: companyShape, persons: personShape };
const tooWide = 'too many cells';

async function readByImport(path: string, kind: keyof typeof shapes): Promise<Read> {
  const source = await openRecordSource(path, { columns: new ColumnMapping(shapes[kind]) });
  const read: (Cells | string)[] = [];
  for await (const entry of source.entries) {
    if ('record' in entry) read.push({ ...entry.record });
    else read.push(/^the row has \d+ cells/.test(entry.reason) ? tooWide : (entry.text ?? entry.reason));
  }
  return read;
}

async function readByConsole(path: string): Promise<Read> {
  const raw = await readTable(new Blob([readFileSync(path)]), null, () => undefined, new AbortController().signal);
  const header = likelyHeader(raw);
  const { rows } = tableOf(raw, header);
  const written = header === null ? [] : (raw.rows[header]?.cells ?? []);
  const names = distinctNames(written.map((name) => name.trim()));
  return rows.map((cells) => {
    if (cells.slice(names.length).some((cell) => cell.trim() !== '')) return tooWide;
    const named = names.map((name, index) => [name, cells[index] ?? ''] as const);
    return Object.fromEntries(named.filter(([name, cell]) => name !== '' && cell !== ''));
  });
}

function filesIn(folder: string, ending: RegExp): string[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => ending.test(name))
    .map((name) => join(path, name));
}

/** The export of Bombora has no header row, so an import of it needs the names of its columns. */
const exports = filesIn('../imports/exports/', /(?<!bombora-surge)\.csv$/);
const workbooks = filesIn('files/', /\.xlsx$/);

/** Files as people and programs spoil them. */
const spoilt: Readonly<Record<string, string | Buffer>> = {
  'a stray quotation mark': 'name,website\nThe 5" Pipe,pipe.example.org\n"Say "hi" Ltd",hi.example.org\n',
  'a quotation mark that is never closed': 'name,website,city\nA,a.example.org,"Bonn\nB,b.example.org,Ulm\n',
  'line breaks in cells': 'name,website\n"A\r\nLtd",a.example.org\r\n"B\n\nLtd",b.example.org\r\n',
  'tabs and quotation marks that are text': 'name\twebsite\nA "the best\ta.example.org\nB "\tb.example.org\n',
  'semicolons, and commas in cells': 'Firma;Webseite\nA, B & Co;a.example.org\n"C; D";c.example.org\n',
  'bars between the cells': 'Company Name|Website\nA, B|a.example.org\nC|c.example.org\n',
  'a line that names the delimiter': 'sep=;\r\nname;website\r\nA, B;a.example.org\r\n',
  'notes above the header row': 'All accounts\n\nAs of 2026-07-24\nAccount Name,Website\nA,a.example.org\n',
  'blank rows above the header row': ',,\n,,\nname,website,city\nA,a.example.org,Bonn\n',
  'a footer': 'name,website\nA,a.example.org\n\n"Total: 1 record"\n"Copyright (c) 2026"\n',
  'a header row that is repeated': 'name,website\nA,a.example.org\nname,website\nB,b.example.org\n',
  'rows without text': 'name,website\nA,a.example.org\n,\n , \nB,b.example.org\n',
  'a row with too many cells': 'name,website\nA,a.example.org,more\nB,b.example.org,\n',
  'a row with too few cells': 'name,website,city\nA,a.example.org\n',
  'repeated and nameless columns': 'name,website,Phone,Phone,\nA,a.example.org,1,2,3\n',
  'escaped quotation marks': 'name,website\n"A \\"quoted\\" name",a.example.org\n',
  'a byte order mark': '\uFEFFname,website\nMüller,a.example.org\n',
  'line ends of old Macintosh programs': 'name,website\rA,a.example.org\rB,b.example.org\r',
  'UTF-16 with a byte order mark': Buffer.from('\uFEFFname\twebsite\nMüller\ta.example.org\n', 'utf16le'),
  'UTF-16 without a byte order mark': Buffer.from('name\twebsite\nMüller\ta.example.org\n', 'utf16le'),
  'Windows-1252': Buffer.from('name;website\r\nMüller;a.example.org\r\n', 'latin1'),
  'one damaged line in UTF-8': Buffer.concat([
    Buffer.from('name,website\nMüller,a.example.org\nB'),
    Buffer.from([0xfc, 0xc3]),
    Buffer.from(',b.example.org\nC,c.example.org\n'),
  ]),
  'a damaged line below a single column': Buffer.concat([
    Buffer.from('website\nü.example.org\n'),
    Buffer.from([0xff, 0xc3, 0x0a]),
    Buffer.from('c.example.org\n'),
  ]),
};

describe('A file is read in the same way by an import and by the lists of the console', () => {
  it.each(exports.map((path) => [basename(path), path]))('if it is the export %s', async (_, path) => {
    const byConsole = await readByConsole(path);
    const kinds = Object.keys(shapes) as (keyof typeof shapes)[];
    const byImports = await Promise.all(kinds.map((kind) => readByImport(path, kind).catch(() => null)));
    const read = byImports.filter((each) => each !== null);
    expect(read.length).toBeGreaterThan(0);
    for (const each of read) expect(each).toEqual(byConsole);
  });

  it.each(Object.entries(spoilt))('if it has %s', async (_, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    try {
      const path = join(folder, 'list.csv');
      writeFileSync(path, content);
      const byImport = await readByImport(path, 'companies');
      expect(byImport.length).toBeGreaterThan(0);
      expect(await readByConsole(path).then((rows) => rows.map(unreadableAsText))).toEqual(byImport);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(workbooks.map((path) => [basename(path), path]))(
    'if it is the workbook %s, and all writers of workbooks give the same records',
    async (_, path) => {
      const read = await readByImport(path, 'companies');
      expect(read).toEqual([
        {
          'Company Name': 'Alder Pumps',
          Website: 'alder-pumps.example.org',
          Employees: '1200',
          'Founded on': '2026-07-24',
          'Postal Code': '01234',
          Public: 'true',
          LinkedIn: 'https://www.linkedin.com/company/alder-pumps',
          Note: '2400',
        },
        {
          'Company Name': 'Birch Valves',
          Website: 'https://birch-valves.example.org/about',
          Employees: '12.5',
          'Postal Code': '01099',
          Public: 'false',
          ...(path.includes('write-excel-file') ? {} : { Note: '#N/A' }),
        },
      ]);
      expect(await readByConsole(path)).toEqual(read);
    },
  );
});

/** A line that is not valid UTF-8 is a row of one cell in the console, because there the user sees it. */
function unreadableAsText(row: Cells | string): Cells | string {
  const cells = typeof row === 'string' ? [] : Object.values(row);
  const [first] = cells;
  return cells.length === 1 && typeof first === 'string' && first.includes('\uFFFD') ? first : row;
}
