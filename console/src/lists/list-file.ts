// Reads the files of lists. This code is large, so it is loaded when a list is opened.
import { peek } from '../../../src/table-reading/bytes.js';
import { companyNames, personNames } from '../../../src/table-reading/column-names.js';
import { ColumnNaming } from '../../../src/table-reading/column-naming.js';
import { CsvRows } from '../../../src/table-reading/csv-rows.js';
import { startOfCsv } from '../../../src/table-reading/csv-table.js';
import { inUtf8 } from '../../../src/table-reading/encodings.js';
import { knownFormat } from '../../../src/table-reading/known-formats.js';
import { startOfSheets, visibleSheets } from '../../../src/table-reading/sheet-table.js';
import { maxRowsBeforeHeader, NotATable } from '../../../src/table-reading/table-rows.js';
import { textLines } from '../../../src/table-reading/text-lines.js';
import type { Workbook } from '../../../src/table-reading/workbook-rows.js';
import { Fingerprint } from './fingerprint.js';
import {
  type Columns,
  isKnownTo,
  loaded,
  maxRows,
  nextTurn,
  type RawRow,
  type RawTable,
  tooManyRows,
} from './list-table.js';

/** The number of bytes that are read at a time. */
const slice = 65_536;

/** How long the reading may keep the page busy, in milliseconds. After that the browser gets time to draw and to react to the user. */
const longestTurn = 24;

/**
 * Reads the rows of a CSV file, of one sheet of a workbook, or of the only table in a ZIP archive, as an import does. A CSV file may be in
 * UTF-8, in UTF-16, or in Windows-1252.
 * @param sheet the name of the sheet; null for the first visible one that looks like a table
 * @param onProgress called with the share of the file that was read, from 0 to 1
 * @param signal ends the reading
 * @throws NotATable if the file has too many rows or is not a table, or if the code that reads workbooks cannot be loaded
 */
export async function readTable(
  file: Blob,
  sheet: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  { columns = columnsOfLists(), most = null }: TableOptions = {},
): Promise<RawTable> {
  const rows = new RowCollector(signal, most);
  const read = await readFile({ file, pieces: piecesOf(file, onProgress), sheet, columns, rows });
  return { inside: null, ...read, rows: rows.rows, fingerprint: rows.fingerprint.text(), columns };
}

interface TableOptions {
  /** What the names of columns mean; by default what they mean in lists. */
  readonly columns?: Columns;
  /** The number of rows after which the reading ends; by default the whole file is read. */
  readonly most?: number | null;
}

function columnsOfLists(): Columns {
  return { companies: new ColumnNaming(companyNames), persons: new ColumnNaming(personNames) };
}

interface Reading {
  readonly file: Blob;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly sheet: string | null;
  readonly columns: Columns;
  readonly rows: RowCollector;
}

/** Reads a file. The code for archives and workbooks is loaded only here, because most lists are CSV files. */
async function readFile(reading: Reading): Promise<SourceFacts> {
  const { head, whole } = await peek(inUtf8(reading.pieces), ({ length }) => length > 0);
  const known = knownFormat(head);
  if (known === null) return readText(whole, reading);
  if (known !== 'zip') throw refused(known.refusal);
  const { open } = await loaded(import('./archive.js'));
  return inArchive(async () => {
    const opened = await open(reading.file);
    if ('sheets' in opened) return readWorkbook(opened, reading);
    const { head: first, whole: content } = await peek(inUtf8(opened.content()), ({ length }) => length > 0);
    const inside = { name: opened.name, others: opened.others };
    const format = knownFormat(first);
    if (format === null) return { ...(await readText(content, reading)), inside };
    if (format !== 'zip') throw refused(format.refusal);
    const workbook = await open(await blobOf(content));
    if (!('sheets' in workbook)) throw refused('it has another archive inside; unpack it and open the file inside');
    return { ...(await readWorkbook(workbook, reading)), inside };
  });
}

/** Says what the user can do if an archive or a workbook is damaged. */
async function inArchive(read: () => Promise<SourceFacts>): Promise<SourceFacts> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotATable || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    throw new NotATable(
      'The workbook or archive is damaged. Open a workbook in a spreadsheet program and save it again.',
    );
  }
}

/** The maximum size in bytes of a workbook in an archive. It is held in memory. */
const maxWorkbookBytes = 67_108_864;

async function blobOf(content: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxWorkbookBytes)
      throw refused(`a workbook in an archive may have at most ${maxWorkbookBytes / 1_048_576} MB; unpack it`);
    parts.push(Uint8Array.from(part));
  }
  return new Blob(parts);
}

function refused(reason: string): NotATable {
  return new NotATable(`The file cannot be read: ${reason}.`);
}

/** Collects the rows of a file, and lets the browser draw and react to the user while they are read. */
class RowCollector {
  readonly rows: RawRow[] = [];
  readonly fingerprint = new Fingerprint();
  private turn = performance.now();
  /** The number of line breaks in the cells so far. A spreadsheet program does not count the lines behind them. */
  private breaks = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly most: number | null,
  ) {}

  /** Whether no more rows are to be read. */
  get isFull(): boolean {
    return this.rows.length === this.most;
  }

  /** @throws NotATable if these are too many rows */
  async add({ line, lastLine = line, cells, links }: RawRow): Promise<void> {
    this.fingerprint.add(JSON.stringify(cells));
    this.rows.push({ line: line - this.breaks, cells, links });
    this.breaks += lastLine - line;
    if (this.rows.length > maxRows + maxRowsBeforeHeader) throw tooManyRows();
    await this.rest();
  }

  async rest(): Promise<void> {
    this.signal.throwIfAborted();
    if (performance.now() - this.turn < longestTurn) return;
    await nextTurn();
    this.turn = performance.now();
  }
}

type SourceFacts = Pick<RawTable, 'separator' | 'sheets' | 'sheet'> & Partial<Pick<RawTable, 'inside'>>;

async function readWorkbook(
  workbook: Workbook,
  { sheet: named, columns, rows: collected }: Reading,
): Promise<SourceFacts> {
  const sheets = workbook.sheets.map((sheet, index) => ({ ...sheet, rows: () => workbook.rows(index) }));
  const eligible = named === null ? visibleSheets(sheets) : sheets.filter(({ name }) => name === named);
  const start = await startOfSheets(eligible, isKnownTo(columns), { turn: () => collected.rest() });
  const sheet = start?.sheet ?? eligible[0];
  const found = start === null || 'firstCells' in start ? null : start;
  for (const row of found?.above ?? []) await collected.add(row);
  for await (const row of found?.rows ?? sheet?.rows() ?? []) {
    if (collected.isFull) break;
    await collected.add(row);
  }
  return { separator: ',', sheets: workbook.sheets, sheet: sheet?.name ?? null };
}

/** Reads a CSV file. A line that cannot be read becomes a row of one cell, so that the user sees it. */
async function readText(
  content: AsyncIterable<Uint8Array>,
  { columns, rows: collected }: Reading,
): Promise<SourceFacts> {
  const rows = new CsvRows(textLines(content));
  const start = await startOfCsv(rows, isKnownTo(columns)).catch((error: unknown) => {
    throw error instanceof NotATable ? refused(error.message) : error;
  });
  for (const row of start?.rows ?? []) await collected.add(row);
  for (let row = await rows.next(); row !== null && !collected.isFull; row = await rows.next()) {
    if (!('reason' in row)) await collected.add(row);
    else if (row.text !== undefined) await collected.add({ line: row.line, cells: [row.text] });
    else throw refused(`line ${row.line} is longer than a row of a table can be`);
  }
  return { separator: start?.delimiter ?? ',', sheets: [], sheet: null };
}

async function* piecesOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += slice) {
    yield new Uint8Array(await file.slice(at, at + slice).arrayBuffer());
    onProgress(Math.min(1, (at + slice) / file.size));
  }
}
