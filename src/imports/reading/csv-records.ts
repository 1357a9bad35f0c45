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

/** The delimiters of cells, the default first. Not `|`, which separates the items of lists. */
export const csvDelimiters = [',', ';', '\t'] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * The cells of one CSV record (RFC 4180): a cell with a delimiter, a quote (doubled) or a line break is quoted. Null if a
 * quotation mark is in any other position, because the delimiters are then ambiguous.
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
  /** The number of the first physical line of the row. */
  readonly line: number;
  readonly bytes: number;
  /** The text of the row, with LF as its line breaks. */
  readonly text: string;
  /** Its physical lines after the first. */
  readonly others: readonly TextLine[];
}

const quoteByte = 34;
const lineBreak = Buffer.from('\n');

/**
 * Assembles rows from physical lines. A row with an unclosed quotation mark would consume the rest of the file. So the reader
 * gives it up after {@link maxLineBytes} and reads its lines after the first again. In this way only one line is lost.
 */
class CsvRows {
  private readonly unread: AsyncIterator<TextLine>;
  /** Lines to read again, as a stack. */
  private readonly linesToReread: TextLine[] = [];
  private readonly reader = new TextReader();

  constructor(lines: AsyncIterable<TextLine>) {
    this.unread = lines[Symbol.asyncIterator]();
  }

  /** The next row; empty lines are skipped. Null at the end of the file. */
  async next(): Promise<CsvRow | UnreadableLine | null> {
    for (let first = await this.line(); first !== null; first = await this.line()) {
      if (first.bytes?.length !== 0) return this.rowFrom(first);
    }
    return null;
  }

  /** Abandons an invalid row; its lines after the first are read again. */
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

/** In valid CSV, a complete row has an even number of quotes. */
function hasOpenQuote(bytes: Buffer): boolean {
  let isOpen = false;
  for (let at = bytes.indexOf(quoteByte); at !== -1; at = bytes.indexOf(quoteByte, at + 1)) isOpen = !isOpen;
  return isOpen;
}

/** The column names that an import accepts. */
export interface ColumnNames extends Partial<DateColumns> {
  isKnown(name: string): boolean;
  /**
   * Called once with the names of all columns. A repeated name gets a number: `Phone`, `Phone #2`.
   * @throws CommandError when they cannot be imported
   */
  checkColumns(names: readonly string[]): void;
}

export interface TableOptions {
  /** The names of the columns of a file without a header row. Absent for a file with a header row. */
  readonly columnNames?: readonly string[] | undefined;
  /** The function that gets a note for the operator about how the file was read. */
  readonly onNote?: ((note: string) => void) | undefined;
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: CsvDelimiter;
}

/** A first line that declares the delimiter for spreadsheets: `sep=;`. */
const separatorLine = /^"?sep=(.)"?$/i;

const maxShownNames = 5;
const maxShownNameLength = 40;
/** Spreadsheet programs save empty rows as rows of delimiters, and put some before the table. */
const maxBlankRows = 1_000;

/**
 * Reads one record from each row after the header row, which has the names of the members. Empty cells, empty rows, remarks below
 * a report and repetitions of the header row are omitted. Line breaks in cells become LF. The delimiter is the one in a `sep=`
 * line, else the one that splits the header row into the most known names.
 * @throws CommandError when no header row can be imported
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
    if (rows.hasWindows1252) options.onNote?.('The file is not in UTF-8; its letters were read as Windows-1252');
  } finally {
    await rows.close();
  }
}

/**
 * Reads one record from each row of a sheet after the header row, as {@link csvRecords} does for a CSV file.
 * @throws CommandError when no header row can be imported
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
    for (let row = await next(); row !== null && first.length <= maxRowsBeforeHeader; row = await next()) {
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
    // A row of a sheet has no cells after the last one with a value.
    const cells = [...row.cells, ...new Array<string>(Math.max(0, names.length - row.cells.length)).fill('')];
    const entry = toEntry(cells, { line: row.line, bytes: 0, text: cells.join(',') });
    if (entry !== null) yield entry;
  }
}

/** One of the first rows of a file, among which the header row is searched. */
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

  /** The next row below the header row; null at the end. */
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
        // A row with only one known name may be the title of a report. Later rows decide this.
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

/** Keeps the rows with a single cell back until it is known whether they are the footer of a report, which has no records. */
class TableEnd {
  private cells: (readonly string[])[] = [];
  private entries: SourceEntry[] = [];

  /**
   * Begins with no row kept back.
   * @param width the number of columns
   */
  constructor(private readonly width: number) {}

  /** Whether a row is kept back for now, with its entry. */
  keeps(cells: readonly string[] | null, entry: SourceEntry | null): boolean {
    if (cells?.length !== 1 || this.width < 2 || this.cells.length === maxFooterRows) return false;
    this.cells.push(cells);
    if (entry !== null) this.entries.push(entry);
    return true;
  }

  /** The entries that were kept back. They are no footer, because another row follows. */
  released(): readonly SourceEntry[] {
    const { entries } = this;
    if (this.cells.length === 0) return entries;
    this.cells = [];
    this.entries = [];
    return entries;
  }

  /** The entries of the last rows of the file; none if these rows are a footer. */
  last(): readonly SourceEntry[] {
    return footerLength(this.cells, this.width) > 0 ? [] : this.released();
  }
}

function noKnownColumn(cells: readonly string[]): CommandError {
  const shownNames = cells.slice(0, maxShownNames).map((name) => name.trim().slice(0, maxShownNameLength));
  return new CommandError(`the header row has no known column (${shownNames.join(', ')}); map columns with --map`);
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

/** The row, split by the delimiter that gives the most known names, then the most cells, then by the default one. */
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
 * Makes the function that reads the record of a row. It returns null for a row without a record, such as an empty row or a remark
 * below a report.
 */
function entryReader(names: readonly string[]): EntryReader {
  return (cells, { line, bytes, text }) => {
    if (isBlankRow(cells) || isRemark(cells, names.length) || repeatsHeader(cells, names)) return null;
    // Some programs end each row with a delimiter, or the header row with fewer cells than the others.
    if (cells.length < names.length || !isBlankRow(cells.slice(names.length))) {
      return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}`, text };
    }
    // The object has no prototype, because a column may have the name `__proto__`.
    const record = Object.create(null) as Record<string, unknown>;
    for (const [index, name] of names.entries()) if (name !== '' && cells[index] !== '') record[name] = cells[index];
    return { line, bytes, record };
  };
}
