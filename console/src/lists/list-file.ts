import { companyNames, fieldNamed, personNames } from '../../../src/imports/reading/foreign-names.js';
import { knownFormat, refusalOfZip } from '../../../src/imports/reading/refused-files.js';
import {
  footerLength,
  headerIndex,
  isBlankRow,
  isRemark,
  knownNames,
  maxRowsBeforeHeader,
  repeatsHeader,
} from '../../../src/imports/reading/table-rows.js';
import { beginningOf, CsvReader, NotATable, type Separator } from './csv-reader.js';
import { Fingerprint } from './fingerprint.js';

/** The maximum number of rows of a file, without the row with the names of the columns. */
export const maxRows = 100_000;

/** A table that was read from a file. */
export interface ListFile {
  readonly name: string;
  readonly separator: Separator;
  /** The names of the columns, from the first row. A column without a name is called `Column 3`. */
  readonly header: readonly string[];
  /** The other rows. A row may have fewer cells than the header. */
  readonly rows: readonly (readonly string[])[];
  /** Two files with the same text have the same fingerprint. */
  readonly fingerprint: string;
}

interface Content {
  readonly rows: string[][];
  readonly separator: Separator;
  readonly fingerprint: string;
}

/** The number of bytes that are read at a time. */
const slice = 65_536;

/** The number of milliseconds of work after which the page may draw and react. */
const longestTurn = 24;

/**
 * Reads a table from a file in UTF-8, UTF-16 (little-endian, with a byte order mark) or Windows-1252.
 * @param onProgress called with the share of the file that was read, from 0 to 1
 * @param signal ends the reading
 * @throws NotATable if the file has no rows, too many, or is no text
 */
export async function readListFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ListFile> {
  const head = new Uint8Array(await file.slice(0, 256).arrayBuffer());
  const known = knownFormat(head);
  if (known === 'zip') return readWorkbook(file, signal);
  if (known !== null) throw new NotATable(`The file cannot be read: ${known.refusal}.`);
  const [first = 0, second = 0] = head;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const read = (name: string): Promise<Content> => readContent(file, name, onProgress, signal);
  const content = await read(encoding).catch((error: unknown) => {
    // A file that is not UTF-8 was saved by a spreadsheet program on Windows.
    if (!(error instanceof TypeError)) throw error;
    return read('windows-1252');
  });
  return { name: file.name, ...content, ...withHeader(content.rows) };
}

/** Reads the first sheet of a workbook. The code for it is loaded now, because most lists are CSV files. */
async function readWorkbook(file: File, signal: AbortSignal): Promise<ListFile> {
  const archive = new Uint8Array(await file.arrayBuffer());
  const refusal = refusalOfZip(archive);
  if (refusal !== null) throw new NotATable(`The file cannot be read: ${refusal}.`);
  const { workbookRows } = await import('../../../src/imports/reading/workbook-rows.js');
  const fingerprint = new Fingerprint();
  const rows: string[][] = [];
  try {
    for await (const { cells } of workbookRows(archive)) {
      signal.throwIfAborted();
      fingerprint.add(JSON.stringify(cells));
      rows.push([...cells]);
      if (rows.length % rowsPerTurn === 0) await nextTurn();
      if (rows.length > maxRows + maxRowsBeforeHeader) throw tooManyRows();
    }
  } catch (error) {
    if (error instanceof NotATable || signal.aborted) throw error;
    throw new NotATable('The workbook is damaged. Open it in a spreadsheet program and save it again.');
  }
  const content = { rows, separator: ',' as const, fingerprint: fingerprint.text() };
  return { name: file.name, ...content, ...withHeader(rows) };
}

/** The number of rows of a workbook after which the page may draw and react. */
const rowsPerTurn = 500;

function tooManyRows(): NotATable {
  return new NotATable(`The file has more than ${maxRows.toLocaleString('en')} rows. Divide it into several files.`);
}

async function readContent(
  file: File,
  encoding: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Content> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const fingerprint = new Fingerprint();
  const rows: string[][] = [];
  let reader: CsvReader | null = null;
  let separator: Separator = ',';
  let start = performance.now();
  for (let at = 0; at < file.size || reader === null; at += slice) {
    if (performance.now() - start > longestTurn) {
      onProgress(at / file.size);
      await nextTurn();
      start = performance.now();
    }
    signal.throwIfAborted();
    const bytes = await file.slice(at, at + slice).arrayBuffer();
    let text = decoder.decode(bytes, { stream: at + slice < file.size });
    fingerprint.add(text);
    if (reader === null) {
      ({ separator, text } = beginningOf(text));
      reader = new CsvReader(separator);
    }
    rows.push(...reader.read(text));
    if (rows.length > maxRows + maxRowsBeforeHeader) throw tooManyRows();
  }
  rows.push(...reader.end());
  return { rows, separator, fingerprint: fingerprint.text() };
}

/** Waits until the browser has had time to draw and to react to the user. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/**
 * Divides the rows into the header and the other rows. A first row with an address, such as `siemens.com`, is no header; the
 * columns are then called `Column 1`, `Column 2` and so on.
 * @throws NotATable if there are no rows or too many
 */
function withHeader(read: string[][]): Pick<ListFile, 'header' | 'rows'> {
  const [first, ...others] = read.slice(startOf(read));
  if (first === undefined) throw new NotATable('The file is empty. Choose another file.');
  const isHeader = !first.some((cell) =>
    /@|:\/\/|^www\.|^[\w-]+(\.[\w-]+)*\.(com|de|net|org|io|eu|uk|fr)(\/|$)/i.test(cell),
  );
  const names = first.map((name) => name.trim());
  const table = others.slice(0, others.length - footerLength(others, first.length));
  const rows = table.filter((row) => !isRemark(row, first.length) && !repeatsHeader(row, names));
  const all = isHeader ? rows : [first, ...rows];
  if (all.length === 0) throw new NotATable('The file has a row with the names of columns, but no rows below it.');
  if (all.length > maxRows) throw tooManyRows();
  const width = all.reduce((widest, row) => Math.max(widest, row.length), first.length);
  const header = Array.from({ length: width }, (_, index) => {
    const name = isHeader ? first[index]?.trim() : undefined;
    return name === undefined || name === '' ? `Column ${index + 1}` : name;
  });
  return { header, rows: all };
}

/** The index of the row with the names of the columns, below the notes of an export; 0 if no row has names that are known. */
function startOf(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, maxRowsBeforeHeader).filter((row) => !isBlankRow(row));
  const index = headerIndex(first.map((cells) => ({ cells, known: knownNames(cells, isKnownName) })));
  const header = index === null ? undefined : first[index];
  return header === undefined ? 0 : rows.indexOf(header);
}

/** Whether an import knows the name of a column. */
function isKnownName(name: string): boolean {
  return (fieldNamed(companyNames, name) ?? fieldNamed(personNames, name)) !== null;
}
