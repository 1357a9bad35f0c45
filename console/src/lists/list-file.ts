import type { Kind } from '../enrichment/choice.js';
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

/** The maximum number of rows of a file. The row with the names of the columns does not count. */
export const maxRows = 100_000;

/** The rows of a file as they were read. It is still open which of them has the names of the columns. */
export interface RawTable {
  /** The rows of the file. Empty lines of a CSV file are left out. */
  readonly rows: readonly (readonly string[])[];
  /** For each row, the number that a spreadsheet program shows beside it. */
  readonly lines: readonly number[];
  /** The character that separates the cells in the file. The file with the results uses the same one. */
  readonly separator: Separator;
  /** A hash of the content. Two files with the same text have the same fingerprint. */
  readonly fingerprint: string;
  /** The names of the sheets of a workbook; empty for other files. */
  readonly sheets: readonly string[];
  /** The sheet that was read; null for a file without sheets. */
  readonly sheet: string | null;
  readonly fieldOf: FieldOf;
}

/**
 * For each kind of record, the field that a name of a column means in exports of other products: `website` for `Company Domain Name`.
 * Null for a name that the import does not know.
 */
type FieldOf = Readonly<Record<Kind, (name: string) => string | null>>;

/** A table whose columns have names. */
export interface ListTable {
  readonly separator: Separator;
  /** The names of the columns. The third column is called `Column 3` if it has no name. */
  readonly header: readonly string[];
  /** The rows below the names of the columns. A row may have fewer cells than the header. */
  readonly rows: readonly (readonly string[])[];
  /** For each row, the number that a spreadsheet program shows beside it. */
  readonly lines: readonly number[];
  readonly fieldOf: FieldOf;
}

/** The number of bytes that are read at a time. */
const slice = 65_536;

/** How long the reading may keep the page busy, in milliseconds. After that the browser gets time to draw and to react to the user. */
const longestTurn = 24;

/**
 * Reads the rows of a CSV file or of one sheet of a workbook. A CSV file may be in UTF-8, in UTF-16 with a byte order mark, or
 * in Windows-1252.
 * @param sheet the name of the sheet; null for the first one
 * @param onProgress called with the share of the file that was read, from 0 to 1
 * @param signal ends the reading
 * @throws NotATable if the file has too many rows or is not a table, or if the code that reads it cannot be loaded
 */
export async function readTable(
  file: Blob,
  sheet: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<RawTable> {
  const fieldOf = await knownColumns();
  const head = new Uint8Array(await file.slice(0, 4_096).arrayBuffer());
  const known = knownFormat(head);
  if (known === 'zip') return { ...(await readWorkbook(file, sheet, signal)), fieldOf };
  if (known !== null) throw new NotATable(`The file cannot be read: ${known.refusal}.`);
  const read = async (name: string): Promise<RawTable> => ({
    ...(await readText(file, name, onProgress, signal)),
    fieldOf,
  });
  return read(encodingOf(head)).catch((error: unknown) => {
    // A TypeError means that the bytes are not valid in this encoding. The file then comes from a spreadsheet program on Windows,
    // which writes Windows-1252.
    if (!(error instanceof TypeError)) throw error;
    return read('windows-1252');
  });
}

/** Loads the tables of the names of columns. They are large, and only the screen of lists needs them, so the page loads without them. */
async function knownColumns(): Promise<FieldOf> {
  const { companyNames, fieldNamed, personNames } = await loaded(
    import('../../../src/imports/reading/foreign-names.js'),
  );
  return {
    companies: (name) => fieldNamed(companyNames, name),
    persons: (name) => fieldNamed(personNames, name),
  };
}

/** Waits for code that is loaded on demand. @throws NotATable if it cannot be loaded; the message says what the user can do */
function loaded<Module>(code: Promise<Module>): Promise<Module> {
  return code.catch(() => {
    throw new NotATable('The file cannot be read, because a part of this page could not be loaded. Reload the page.');
  });
}

/** The encoding that the byte order mark of a file shows; UTF-8 for a file without such a mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Reads a sheet of a workbook. The code for workbooks is loaded only here, because most lists are CSV files. */
async function readWorkbook(file: Blob, sheet: string | null, signal: AbortSignal): Promise<Omit<RawTable, 'fieldOf'>> {
  const archive = new Uint8Array(await file.arrayBuffer());
  const refusal = refusalOfZip(archive);
  if (refusal !== null) throw new NotATable(`The file cannot be read: ${refusal}.`);
  const { Workbook } = await loaded(import('../../../src/imports/reading/workbook-rows.js'));
  const fingerprint = new Fingerprint();
  const rows: string[][] = [];
  const lines: number[] = [];
  try {
    const workbook = await Workbook.open(archive);
    const sheets = workbook.sheets.map(({ name }) => name);
    const read = sheet ?? sheets[0] ?? null;
    for await (const { line, cells } of workbook.rows(sheets.indexOf(read ?? ''))) {
      signal.throwIfAborted();
      fingerprint.add(JSON.stringify(cells));
      rows.push([...cells]);
      lines.push(line);
      if (rows.length % rowsPerTurn === 0) await nextTurn();
      if (rows.length > maxRows + maxRowsBeforeHeader) throw tooManyRows();
    }
    return { rows, lines, separator: ',', fingerprint: fingerprint.text(), sheets, sheet: read };
  } catch (error) {
    if (error instanceof NotATable || signal.aborted) throw error;
    throw new NotATable('The workbook is damaged. Open it in a spreadsheet program and save it again.');
  }
}

/** The number of rows of a workbook that are read in one go. After them the browser gets time to draw and to react to the user. */
const rowsPerTurn = 500;

function tooManyRows(): NotATable {
  return new NotATable(`The file has more than ${maxRows.toLocaleString('en')} rows. Divide it into several files.`);
}

async function readText(
  file: Blob,
  encoding: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Omit<RawTable, 'fieldOf'>> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const fingerprint = new Fingerprint();
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 0;
  const add = (read: string[][]): void => {
    for (const row of read) {
      line += 1;
      if (row.length === 1 && row[0] === '') continue;
      rows.push(row);
      lines.push(line);
    }
    if (rows.length > maxRows + maxRowsBeforeHeader) throw tooManyRows();
  };
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
    add(reader.read(text));
  }
  add(reader.end());
  return { rows, lines, separator, fingerprint: fingerprint.text(), sheets: [], sheet: null };
}

/** Waits until the browser has had time to draw and to react to the user. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/**
 * Divides the rows into the names of the columns and the rows below them. Rows that a program has added, such as a total or a
 * repeated header, are left out.
 * @param header the index of the row with the names of the columns. If it is null, no row has them, and the columns are called
 * `Column 1` and so on.
 * @throws NotATable if there are no rows or too many
 */
export function tableOf({ rows, lines, separator, sheet, fieldOf }: RawTable, header: number | null): ListTable {
  if (rows.length === 0) throw new NotATable('The file is empty. Choose another file.');
  const names = header === null ? [] : (rows[header] ?? []).map((name) => name.trim());
  const first = header === null ? 0 : header + 1;
  const widest = rows[header ?? 0]?.length ?? 0;
  // In a workbook a record with a value in its first column alone looks like a row of a footer, so no footer is left out there.
  const end = rows.length - (sheet === null ? footerLength(rows.slice(first), widest) : 0);
  const kept: number[] = [];
  for (let index = first; index < end; index += 1) {
    const row = rows[index] ?? [];
    if (!isRemark(row, widest) && !repeatsHeader(row, names)) kept.push(index);
  }
  if (kept.length === 0) throw new NotATable('The file has a row with the names of columns, but no rows below it.');
  if (kept.length > maxRows) throw tooManyRows();
  const width = kept.reduce((most, index) => Math.max(most, rows[index]?.length ?? 0), names.length);
  return {
    separator,
    header: Array.from({ length: width }, (_, index) => {
      const name = names[index] ?? '';
      return name === '' ? `Column ${index + 1}` : name;
    }),
    rows: kept.map((index) => rows[index] ?? []),
    lines: kept.map((index) => lines[index] ?? 0),
    fieldOf,
  };
}

/**
 * Guesses which row has the names of the columns. The result is null if the guessed row contains an address such as `siemens.com`:
 * a row with addresses has values, not names.
 */
export function likelyHeader({ rows, fieldOf }: RawTable): number | null {
  const start = startOf(rows, fieldOf) ?? 0;
  const isData = rows[start]?.some((cell) =>
    /@|:\/\/|^www\.|^[\w-]+(\.[\w-]+)*\.(com|de|net|org|io|eu|uk|fr)(\/|$)/i.test(cell),
  );
  return isData === true ? null : start;
}

/** The index of the first row that has known names of columns. An export may have notes above this row. Null if no row has such names. */
function startOf(rows: readonly (readonly string[])[], { companies, persons }: FieldOf): number | null {
  const isKnown = (name: string): boolean => (companies(name) ?? persons(name)) !== null;
  const first = rows.slice(0, maxRowsBeforeHeader).filter((row) => !isBlankRow(row));
  const index = headerIndex(first.map((cells) => ({ cells, known: knownNames(cells, isKnown) })));
  const header = index === null ? undefined : first[index];
  return header === undefined ? null : rows.indexOf(header);
}
