import { CommandError } from '../../platform/errors/command-error.js';
import {
  lineNotUtf8,
  lineTooLong,
  maxLineBytes,
  type SourceEntry,
  type TextLine,
  type UnreadableLine,
} from './text-lines.js';
import {
  distinctNames,
  footerLength,
  headerIndex,
  isAlone,
  isBlankRow,
  isRemark,
  knownNames,
  maxFooterRows,
  maxRowsBeforeHeader,
  repeatsHeader,
} from './table-rows.js';
import type { DateColumns } from './date-orders.js';
import type { SheetRow } from './workbook-rows.js';
import { TextReader } from './written-text.js';

const quoteMark = '"';

/** The possible delimiters of cells, the default first. `|` is not one of them, because it separates the items of a list in a cell. */
export const csvDelimiters = [',', ';', '\t'] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * Splits a CSV row into its cells as RFC 4180 says. A cell in quotation marks may contain delimiters, line breaks and doubled quotation
 * marks. Returns null if there is a quotation mark at any other place, because it is then not certain where the cells end.
 */
export function csvCells(text: string, delimiter: CsvDelimiter = ','): string[] | null {
  const cells: string[] = [];
  for (let start = 0; start <= text.length;) {
    const isQuoted = text.startsWith(quoteMark, start);
    const end = isQuoted ? endOfQuoted(text, start, delimiter) : endOfPlain(text, start, delimiter);
    if (end === null) return null;
    cells.push(cellText(text.slice(start, end)));
    start = end + delimiter.length;
  }
  return cells;
}

function endOfPlain(text: string, start: number, delimiter: CsvDelimiter): number | null {
  const next = text.indexOf(delimiter, start);
  const end = next === -1 ? text.length : next;
  const quote = text.indexOf(quoteMark, start);
  return quote === -1 || quote > end ? end : null;
}

function endOfQuoted(text: string, start: number, delimiter: CsvDelimiter): number | null {
  let quote = text.indexOf(quoteMark, start + 1);
  while (quote !== -1 && text.startsWith(quoteMark, quote + 1)) quote = text.indexOf(quoteMark, quote + 2);
  if (quote === -1) return null;
  const end = quote + 1;
  return end === text.length || text.startsWith(delimiter, end) ? end : null;
}

function cellText(written: string): string {
  return written.startsWith(quoteMark) ? written.slice(1, -1).replaceAll('""', quoteMark) : written;
}

/** A CSV row before it is split into cells. */
interface CsvRow {
  /** The number of the line of the file in which the row begins. A row has several lines if a cell contains a line break. */
  readonly line: number;
  readonly bytes: number;
  /** The text of the row; each of its line breaks is LF. */
  readonly text: string;
  /** The lines of the file that belong to the row, without the first one. */
  readonly others: readonly TextLine[];
}

const quoteByte = 34;
const lineBreak = Buffer.from('\n');

/**
 * Assembles CSV rows from the lines of a file. A row whose quotation mark is never closed would take in the rest of the file. So the
 * reader gives up a row that exceeds {@link maxLineBytes}. It rejects only the first line of this row, and reads the others again as rows.
 */
class CsvRows {
  private readonly unread: AsyncIterator<TextLine>;
  /** The lines of rejected rows that are still to be read again, in reverse order: the last item is read next. */
  private readonly linesToReread: TextLine[] = [];
  private readonly reader = new TextReader();

  constructor(lines: AsyncIterable<TextLine>) {
    this.unread = lines[Symbol.asyncIterator]();
  }

  /** Returns the next row that is not an empty line; null at the end of the file. */
  async next(): Promise<CsvRow | UnreadableLine | null> {
    for (let first = await this.line(); first !== null; first = await this.line()) {
      if (first.bytes?.length !== 0) return this.rowFrom(first);
    }
    return null;
  }

  /** Rejects the first line of an invalid row. The other lines of the row will be read again as rows of their own. */
  abandon({ line, text, others }: CsvRow, reason: string): UnreadableLine {
    this.reread(others);
    return { line, reason, text: text.split('\n', 1).join() };
  }

  /** Whether a row in Windows-1252 was read. */
  get hasWindows1252(): boolean {
    return this.reader.hasWindows1252;
  }

  async close(): Promise<void> {
    await this.unread.return?.();
  }

  private async rowFrom({ number: line, bytes: first }: TextLine): Promise<CsvRow | UnreadableLine> {
    if (first === null) return { line, reason: lineTooLong };
    const parts = [first];
    const others: TextLine[] = [];
    let size = first.length;
    for (let isOpen = hasOpenQuote(first); isOpen;) {
      const next = await this.line();
      if (next !== null) others.push(next);
      const more = next?.bytes ?? null;
      size += 1 + (more?.length ?? 0);
      if (more === null || size > maxLineBytes) return this.unreadable(line, 'a quote is not closed', first, others);
      parts.push(lineBreak, more);
      isOpen = isOpen !== hasOpenQuote(more);
    }
    const text = this.reader.textOf(Buffer.concat(parts));
    if (text === null) return this.unreadable(line, lineNotUtf8, first, others);
    return { line, bytes: size, text, others };
  }

  private unreadable(line: number, reason: string, first: Buffer, others: readonly TextLine[]): UnreadableLine {
    this.reread(others);
    return { line, reason, text: first.toString('utf8') };
  }

  private reread(lines: readonly TextLine[]): void {
    for (const line of lines.toReversed()) this.linesToReread.push(line);
  }

  private async line(): Promise<TextLine | null> {
    const again = this.linesToReread.pop();
    if (again !== undefined) return again;
    const next = await this.unread.next();
    return next.done === true ? null : next.value;
  }
}

/** Whether a quotation mark is still open at the end of a line. This is so if the line has an odd number of them. */
function hasOpenQuote(bytes: Buffer): boolean {
  let isOpen = false;
  for (let at = bytes.indexOf(quoteByte); at !== -1; at = bytes.indexOf(quoteByte, at + 1)) isOpen = !isOpen;
  return isOpen;
}

/** The column names that an import accepts. */
export interface ColumnNames extends Partial<DateColumns> {
  isKnown(name: string): boolean;
  /**
   * The reader calls this once with the names of all columns. A repeated name has got a number: `Phone`, `Phone #2`.
   * @throws CommandError when a table with these columns cannot be imported
   */
  checkColumns(names: readonly string[]): void;
}

export interface TableOptions {
  /** The names of the columns, for a file without a header row. Absent if the file has a header row. */
  readonly columnNames?: readonly string[] | undefined;
  /** The function that is called with notes for the operator about how the file was read. */
  readonly onNote?: ((note: string) => void) | undefined;
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: CsvDelimiter;
}

/** A first line such as `sep=;`, which tells spreadsheet programs the delimiter. */
const separatorLine = /^"?sep=(.)"?$/i;

const maxShownNames = 5;
const maxShownNameLength = 40;
/** The maximum number of rows without text before the header row. Spreadsheet programs save empty rows as rows of delimiters. */
const maxBlankRows = 1_000;

/**
 * Reads one record from each row below the header row. The header row has the names of the record's members. Empty cells, empty rows,
 * remarks below a report and repetitions of the header row are left out. Line breaks in cells become LF. If the file begins with a line
 * such as `sep=;`, this line gives the delimiter. Otherwise the delimiter is the one with which the header row has the most known names.
 * @throws CommandError when no header row is found, or when its columns cannot be imported
 */
export async function* csvRecords(
  lines: AsyncIterable<TextLine>,
  columns: ColumnNames,
  options: TableOptions = {},
): AsyncGenerator<SourceEntry> {
  const rows = new CsvRows(lines);
  try {
    const table = new TableStart(rows, columns, options.columnNames);
    const header = await table.read();
    if (header === null) return;
    const toEntry = entryReader(header.names);
    const end = new TableEnd(header.names.length);
    for (let row = await table.next(); row !== null; row = await table.next()) {
      const cells = 'reason' in row ? null : csvCells(row.text, header.delimiter);
      const entry =
        'reason' in row ? row : cells === null ? rows.abandon(row, 'unexpected quote') : toEntry(cells, row);
      if (end.keeps(cells, entry)) continue;
      for (const kept of end.released()) yield kept;
      if (entry !== null) yield entry;
    }
    for (const kept of end.last()) yield kept;
    if (rows.hasWindows1252)
      options.onNote?.('The file is not UTF-8, so it was read as Windows-1252; save it as UTF-8 if letters are wrong');
  } finally {
    await rows.close();
  }
}

/**
 * Reads one record from each row of a sheet below the header row, as {@link csvRecords} does for a CSV file. Of a footer it skips only the
 * remarks, because a record may fill only the first column.
 * @throws CommandError when no header row is found, or when its columns cannot be imported
 */
export async function* sheetRecords(
  rows: AsyncIterable<SheetRow>,
  columns: ColumnNames,
  options: TableOptions = {},
): AsyncGenerator<SourceEntry> {
  const unread = rows[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  const next = async (): Promise<SheetRow | null> => {
    const row = await unread.next();
    return row.done === true ? null : row.value;
  };
  const { columnNames } = options;
  let names = columnNames;
  if (columnNames === undefined) {
    while (first.length <= maxRowsBeforeHeader) {
      const row = await next();
      if (row === null) break;
      if (!isBlankRow(row.cells)) first.push(row);
    }
    const candidates = first.map(({ cells }) => candidateOf(cells, columns));
    const index = headerIndex(candidates);
    if (first.length === 0) return;
    if (index === null) throw noKnownColumn(first[0]?.cells ?? []);
    names = first[index]?.cells.map((cell) => cell.trim()) ?? [];
    first.splice(0, index + 1);
  }
  if (names === undefined) return;
  const columnsOfSheet = distinctNames(names);
  columns.checkColumns(columnsOfSheet);
  const toEntry = entryReader(columnsOfSheet);
  for (let row = first.shift() ?? (await next()); row !== null; row = first.shift() ?? (await next())) {
    // A row of a sheet ends with its last cell that has a value, so empty cells are added up to the number of columns.
    const cells = [...row.cells, ...new Array<string>(Math.max(0, names.length - row.cells.length)).fill('')];
    const entry = toEntry(cells, { line: row.line, bytes: 0, text: cells.join(',') });
    if (entry !== null) yield entry;
  }
}

/** One of the first rows of a file, which may be the header row, split with the delimiter that fits it best. */
interface FirstRow {
  readonly row: CsvRow;
  readonly header: Header;
  readonly known: number;
  readonly cells: readonly string[];
}

/** Finds the header row of a CSV file, and then yields the rows below it. */
class TableStart {
  private readonly first: (CsvRow | UnreadableLine)[] = [];

  constructor(
    private readonly rows: CsvRows,
    private readonly columns: ColumnNames,
    private readonly columnNames: readonly string[] | undefined,
  ) {}

  /** Returns the next row below the header row; null at the end of the file. */
  async next(): Promise<CsvRow | UnreadableLine | null> {
    return this.first.shift() ?? this.rows.next();
  }

  /** Reads the header row of a file; null for an empty file. */
  async read(): Promise<Header | null> {
    const header = this.columnNames === undefined ? await this.find() : await this.withNames(this.columnNames);
    if (header === null) return null;
    const names = distinctNames(header.names);
    this.columns.checkColumns(names);
    return { names, delimiter: header.delimiter };
  }

  private async withNames(names: readonly string[]): Promise<Header | null> {
    const row = await this.rows.next();
    if (row === null) return null;
    this.first.push(row);
    const text = 'reason' in row ? '' : row.text;
    const fitting = csvDelimiters.find((delimiter) => csvCells(text, delimiter)?.length === names.length);
    return { names, delimiter: fitting ?? csvDelimiters[0] };
  }

  private async find(): Promise<Header | null> {
    const seen: FirstRow[] = [];
    let delimiters: readonly CsvDelimiter[] = csvDelimiters;
    let blank = 0;
    while (seen.length <= maxRowsBeforeHeader && blank < maxBlankRows) {
      const row = await this.rows.next();
      if (row === null) break;
      if ('reason' in row) {
        if (seen.length === 0) throw new CommandError(`the header row cannot be read: ${row.reason}`);
        continue;
      }
      const [, separator] = (seen.length === 0 ? separatorLine.exec(row.text) : null) ?? [];
      if (separator !== undefined) delimiters = [delimiterOf(separator)];
      else if (isBlankText(row.text)) blank += 1;
      else {
        seen.push(bestOf(row, delimiters, this.columns));
        const index = headerIndex(seen);
        // A row with a single known name and no other text may be the title of a report, so later rows are read to decide this.
        if (index !== null && (index > 0 || !isAlone(seen[index]))) break;
      }
    }
    const index = headerIndex(seen);
    if (index === null) {
      const [first] = seen;
      if (first === undefined) return null;
      throw noKnownColumn(first.cells);
    }
    this.first.push(...seen.slice(index + 1).map(({ row }) => row));
    return seen[index]?.header ?? null;
  }
}

/**
 * Recognises the footer of a report: rows at the end of a file that are no records. A row with a single cell may belong to a footer, so it
 * is kept back until a row with more cells or the end of the file follows.
 */
class TableEnd {
  private cells: (readonly string[])[] = [];
  private entries: SourceEntry[] = [];

  /**
   * At first, no row is kept back.
   * @param width the number of columns
   */
  constructor(private readonly width: number) {}

  /** Keeps a row and its entry back if the row may belong to a footer. @returns whether it is kept back */
  keeps(cells: readonly string[] | null, entry: SourceEntry | null): boolean {
    if (cells?.length !== 1 || this.width < 2 || this.cells.length === maxFooterRows) return false;
    this.cells.push(cells);
    if (entry !== null) this.entries.push(entry);
    return true;
  }

  /** Returns the entries that were kept back, and forgets them. They are not a footer, because another row follows. */
  released(): readonly SourceEntry[] {
    const { entries } = this;
    if (this.cells.length === 0) return entries;
    this.cells = [];
    this.entries = [];
    return entries;
  }

  /** Returns the entries that are kept back at the end of the file; none if their rows are a footer. */
  last(): readonly SourceEntry[] {
    return footerLength(this.cells, this.width) > 0 ? [] : this.released();
  }
}

function noKnownColumn(cells: readonly string[]): CommandError {
  const shownNames = cells.slice(0, maxShownNames).map((name) => name.trim().slice(0, maxShownNameLength));
  return new CommandError(
    `the header row has no known column (${shownNames.join(', ')}); rename the columns of the file, or map them in a command with --map`,
  );
}

function delimiterOf(separator: string): CsvDelimiter {
  const delimiter = csvDelimiters.find((known) => known === separator);
  if (delimiter === undefined) throw new CommandError(`the delimiter must be , ; or a tab, not "${separator}"`);
  return delimiter;
}

/** Whether a row has only delimiters. */
function isBlankText(text: string): boolean {
  return /^[\s,;"]*$/.test(text);
}

/**
 * Splits a row with the delimiter that fits it best: the one with which the row has the most known names. If two have as many, the one
 * with more cells is taken, and then the one that comes first in `delimiters`.
 */
function bestOf(row: CsvRow, delimiters: readonly CsvDelimiter[], columns: ColumnNames): FirstRow {
  const ways = delimiters.flatMap((delimiter) => {
    const cells = csvCells(row.text, delimiter);
    if (cells === null) return [];
    const names = cells.map((cell) => cell.trim());
    return [{ row, header: { names, delimiter }, ...candidateOf(cells, columns) }];
  });
  const [best] = ways.sort((one, other) => other.known - one.known || other.cells.length - one.cells.length);
  if (best !== undefined) return best;
  throw new CommandError('the header row cannot be read: unexpected quote');
}

function candidateOf(cells: readonly string[], columns: ColumnNames): { known: number; cells: readonly string[] } {
  return { known: knownNames(cells, (name) => columns.isKnown(name)), cells };
}

type EntryReader = (cells: readonly string[], row: Pick<CsvRow, 'line' | 'bytes' | 'text'>) => SourceEntry | null;

/**
 * Makes the function that turns a row into an entry. This function returns null for a row without a record, such as an empty row or a
 * remark below a report.
 */
function entryReader(names: readonly string[]): EntryReader {
  return (cells, { line, bytes, text }) => {
    if (isBlankRow(cells) || isRemark(cells, names.length) || repeatsHeader(cells, names)) return null;
    // A row may have blank cells after the last column: some programs end each row with a delimiter, but not the header row.
    if (cells.length < names.length || !isBlankRow(cells.slice(names.length))) {
      return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}`, text };
    }
    // The object has no prototype, because a column may have the name `__proto__`.
    const record = Object.create(null) as Record<string, unknown>;
    for (const [index, name] of names.entries()) if (name !== '' && cells[index] !== '') record[name] = cells[index];
    return { line, bytes, record };
  };
}
