// Reads the files of lists. This code is large, so it is loaded when a list is opened.
import { peek } from '../../../src/table-reading/bytes.js';
import { companyNames, personNames } from '../../../src/table-reading/column-names.js';
import { ColumnNaming } from '../../../src/table-reading/column-naming.js';
import { CsvRows } from '../../../src/table-reading/csv-rows.js';
import { startOfCsv } from '../../../src/table-reading/csv-table.js';
import { inUtf8 } from '../../../src/table-reading/encodings.js';
import { knownFormat, refusalOfZip } from '../../../src/table-reading/known-formats.js';
import { startOfSheets, visibleSheets } from '../../../src/table-reading/sheet-table.js';
import { maxRowsBeforeHeader, NotATable } from '../../../src/table-reading/table-rows.js';
import { textLines } from '../../../src/table-reading/text-lines.js';
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
 * Reads the rows of a CSV file or of one sheet of a workbook, as an import does. A CSV file may be in UTF-8, in UTF-16, or in Windows-1252.
 * @param sheet the name of the sheet; null for the first visible one that has known names of columns
 * @param onProgress called with the share of the file that was read, from 0 to 1
 * @param signal ends the reading
 * @throws NotATable if the file has too many rows or is not a table, or if the code that reads workbooks cannot be loaded
 */
export async function readTable(
  file: Blob,
  sheet: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<RawTable> {
  const columns = { companies: new ColumnNaming(companyNames), persons: new ColumnNaming(personNames) };
  const { head, whole } = await peek(inUtf8(piecesOf(file, onProgress)), ({ length }) => length > 0);
  const known = knownFormat(head);
  if (known !== null && known !== 'zip') throw new NotATable(`The file cannot be read: ${known.refusal}.`);
  const rows = new RowCollector(signal);
  const read = known === 'zip' ? readWorkbook(file, sheet, columns, rows) : readText(whole, columns, rows);
  return { ...(await read), rows: rows.rows, fingerprint: rows.fingerprint.text(), columns };
}

/** Collects the rows of a file, and lets the browser draw and react to the user while they are read. */
class RowCollector {
  readonly rows: RawRow[] = [];
  readonly fingerprint = new Fingerprint();
  private turn = performance.now();
  /** The number of line breaks in the cells so far. A spreadsheet program does not count the lines behind them. */
  private breaks = 0;

  constructor(private readonly signal: AbortSignal) {}

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

type SourceFacts = Pick<RawTable, 'separator' | 'sheets' | 'sheet'>;

/** Reads a sheet of a workbook. The code for workbooks is loaded only here, because most lists are CSV files. */
async function readWorkbook(
  file: Blob,
  named: string | null,
  columns: Columns,
  collected: RowCollector,
): Promise<SourceFacts> {
  const archive = new Uint8Array(await file.arrayBuffer());
  const refusal = refusalOfZip(archive);
  if (refusal !== null) throw new NotATable(`The file cannot be read: ${refusal}.`);
  const { Workbook } = await loaded(import('../../../src/table-reading/workbook-rows.js'));
  try {
    const workbook = await Workbook.open(archive);
    const sheets = workbook.sheets.map((sheet, index) => ({ ...sheet, rows: () => workbook.rows(index) }));
    const eligible = named === null ? visibleSheets(sheets) : sheets.filter(({ name }) => name === named);
    const start = await startOfSheets(eligible, isKnownTo(columns), { turn: () => collected.rest() });
    const found = start === null || 'firstCells' in start ? null : start;
    const sheet = found?.sheet ?? eligible[0];
    for (const row of found?.above ?? []) await collected.add(row);
    for await (const row of found?.rows ?? sheet?.rows() ?? []) await collected.add(row);
    return { separator: ',', sheets: sheets.map(({ name }) => name), sheet: sheet?.name ?? null };
  } catch (error) {
    if (error instanceof NotATable || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    throw new NotATable('The workbook is damaged. Open it in a spreadsheet program and save it again.');
  }
}

/** Reads a CSV file. A line that cannot be read becomes a row of one cell, so that the user sees it. */
async function readText(
  content: AsyncIterable<Uint8Array>,
  columns: Columns,
  collected: RowCollector,
): Promise<SourceFacts> {
  const rows = new CsvRows(textLines(content));
  const start = await startOfCsv(rows, isKnownTo(columns)).catch((error: unknown) => {
    throw error instanceof NotATable ? new NotATable(`The file cannot be read: ${error.message}.`) : error;
  });
  for (const row of start?.rows ?? []) await collected.add(row);
  for (let row = await rows.next(); row !== null; row = await rows.next()) {
    if (!('reason' in row)) await collected.add(row);
    else if (row.text !== undefined) await collected.add({ line: row.line, cells: [row.text] });
    else throw new NotATable(`The file cannot be read: line ${row.line} is longer than a row of a table can be.`);
  }
  return { separator: start?.delimiter ?? ',', sheets: [], sheet: null };
}

async function* piecesOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += slice) {
    yield new Uint8Array(await file.slice(at, at + slice).arrayBuffer());
    onProgress(Math.min(1, (at + slice) / file.size));
  }
}
