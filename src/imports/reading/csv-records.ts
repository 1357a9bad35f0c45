import { type CsvRow, CsvRows } from '../../table-reading/csv-rows.js';
import { startOfCsv } from '../../table-reading/csv-table.js';
import { TableBody } from '../../table-reading/table-body.js';
import { distinctNames, isBlankRow } from '../../table-reading/table-rows.js';
import type { TextLine } from '../../table-reading/text-lines.js';
import { CodedCommandError, type CommandError } from '../../platform/errors/command-error.js';
import type { DateColumns } from './date-orders.js';
import type { SourceEntry } from './ndjson-records.js';
import type { ReadingEvent } from './reading-events.js';

/** The column names that an import accepts. */
export interface ColumnNames extends Partial<DateColumns> {
  isKnown(name: string): boolean;
  /** Whether the column has pages or websites, so that the target of a linked cell of a workbook is its value. Absent if none has. */
  readsLinks?(name: string): boolean;
  /**
   * The reader calls this once with the names of all columns. A repeated name has got a number: `Phone`, `Phone #2`.
   * @throws CommandError when a table with these columns cannot be imported
   */
  checkColumns(names: readonly string[]): void;
}

export interface TableOptions {
  /** The names of the columns, for a file without a header row. Absent if the file has a header row. */
  readonly columnNames?: readonly string[] | undefined;
  /** The function that is called with what the operator should know about how the file was read. */
  readonly observe?: ((event: ReadingEvent) => void) | undefined;
}

const maxShownNames = 5;
const maxShownNameLength = 40;

/**
 * Reads one record from each row below the header row. The header row has the names of the record's members. Empty cells, empty rows,
 * remarks below a report and repetitions of the header row are left out. Line breaks in cells become LF.
 * @throws CommandError when no header row is found, or when its columns cannot be imported; NotATable when the header row cannot be read
 */
export async function* csvRecords(
  lines: AsyncIterable<TextLine>,
  columns: ColumnNames,
  options: TableOptions = {},
): AsyncGenerator<SourceEntry> {
  const rows = new CsvRows(lines);
  try {
    const start = await startOfCsv(rows, (name) => columns.isKnown(name), options.columnNames);
    if (start === null) return;
    if (start.names === null) throw noKnownColumn(await firstCellsOf(rows));
    const names = distinctNames(start.names);
    columns.checkColumns(names);
    const toEntry = entryReader(names);
    const body = new TableBody<CsvRow>(names, { hasFooter: true });
    for (let row = await rows.next(); row !== null; row = await rows.next()) {
      for (const each of body.add(row)) yield 'reason' in each ? each : toEntry(each.cells, each);
    }
    for (const row of body.end()) yield toEntry(row.cells, row);
    if (rows.hasWindows1252) options.observe?.({ kind: 'not UTF-8' });
  } finally {
    await rows.close();
  }
}

async function firstCellsOf(rows: CsvRows): Promise<readonly string[]> {
  const first = await rows.next();
  return first === null || 'reason' in first ? [] : first.cells;
}

export function noKnownColumn(cells: readonly string[]): CommandError {
  const columns = cells.slice(0, maxShownNames).map((name) => name.trim().slice(0, maxShownNameLength));
  return new CodedCommandError({ code: 'NO_KNOWN_COLUMN', values: { columns } });
}

type EntryReader = (cells: readonly string[], row: Pick<CsvRow, 'line' | 'bytes' | 'text'>) => SourceEntry;

/** Makes the function that turns a row into a record, or into the reason why it has more cells than the table has columns. */
export function entryReader(names: readonly string[]): EntryReader {
  return (cells, { line, bytes, text }) => {
    // Some programs leave out empty cells at the end of a row. Others end each row with a delimiter, but not the header row.
    if (cells.length > names.length && !isBlankRow(cells.slice(names.length))) {
      return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}`, text };
    }
    // The object has no prototype, because a column may have the name `__proto__`.
    const record = Object.create(null) as Record<string, unknown>;
    for (const [index, name] of names.entries()) {
      const cell = cells[index] ?? '';
      if (name !== '' && cell !== '') record[name] = cell;
    }
    return { line, bytes, record };
  };
}
