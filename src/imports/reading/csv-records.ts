import { CodedCommandError, CommandError } from '../../platform/errors/command-error.js';
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
import { cellsAsWritten, type CsvDelimiter, csvDelimiters, type Quoting, RowCutter } from './csv-cells.js';
import type { DateColumns } from './date-orders.js';
import type { ReadingEvent } from './reading-events.js';
import { TextReader } from './written-text.js';

/** A CSV row. */
interface CsvRow {
  /** The number of the line of the file in which the row begins. A row has several lines if a cell contains a line break. */
  readonly line: number;
  readonly bytes: number;
  /** The text of the row; each of its line breaks is LF. */
  readonly text: string;
  readonly cells: readonly string[];
  /** The lines of the file that belong to the row. */
  readonly lines: readonly TextLine[];
}

/** A row of more lines is not read as one row, because its quotation mark has probably never been closed. */
const maxRowLines = 10_000;
/** A file may cause so many bytes to be read again, and beyond that {@link rereadFactor} times the bytes read so far. */
const freeRereadBytes = 4 * maxLineBytes;
const rereadFactor = 4;
const quoteByte = 34;
/** A row of several lines must follow one of these rules. Without a rule, it would not be certain where it ends. */
const quotings: readonly Quoting[] = ['doubled', 'escaped'];

/**
 * Assembles CSV rows from the lines of a file. A row whose quotation mark is never closed would take in the rest of the file. So a row
 * ends at {@link maxLineBytes} or {@link maxRowLines}, or where its marks follow no rule. Then its first line is a row by itself, and the
 * others are read again.
 */
class CsvRows {
  /** The characters that end a cell: all that are possible, until the header row shows which one the file has. */
  delimiters: string = csvDelimiters.join('');
  /** The number of columns; null until the header row is known. */
  width: number | null = null;
  private readonly unread: AsyncIterator<TextLine>;
  /** The lines that are still to be read again, in reverse order: the last item is read next. */
  private readonly linesToReread: TextLine[] = [];
  private readonly reader = new TextReader();
  private bytesRead = 0;
  private bytesReread = 0;

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

  /** Whether a row in Windows-1252 was read. */
  get hasWindows1252(): boolean {
    return this.reader.hasWindows1252;
  }

  /** Reads lines again, because the delimiter of the file is known now. */
  reread(lines: readonly TextLine[]): void {
    for (const line of lines.toReversed()) this.linesToReread.push(line);
  }

  async close(): Promise<void> {
    await this.unread.return?.();
  }

  private async rowFrom(first: TextLine): Promise<CsvRow | UnreadableLine> {
    const { number: line, bytes } = first;
    if (bytes === null) return { line, reason: lineTooLong };
    const text = this.reader.textOf(bytes);
    if (text === null) return { line, reason: lineNotUtf8, text: bytes.toString('utf8') };
    const alone = { line, bytes: bytes.length, text, lines: [first] };
    if (!bytes.includes(quoteByte)) return { ...alone, cells: text.split(this.splitter) };
    for (const quoting of quotings) {
      if (quoting === 'escaped' && !text.includes('\\"')) continue;
      const row = await this.quotedRow(alone, quoting);
      if (row !== null) return row;
    }
    const cells = cellsAsWritten(text, this.delimiters, this.width);
    const isCut = this.width !== null && cells.length < this.width && cells.at(-1)?.startsWith('"') === true;
    return isCut ? { line, reason: 'a quote is not closed', text } : { ...alone, cells };
  }

  private get splitter(): string | RegExp {
    return this.delimiters.length === 1 ? this.delimiters : /[,;\t]/;
  }

  /** Reads a row with one kind of quoting. Returns null if it does not fit the row; the lines after the first are then read again. */
  private async quotedRow(first: Omit<CsvRow, 'cells'>, quoting: Quoting): Promise<CsvRow | null> {
    const cutter = new RowCutter(this.delimiters, quoting);
    const lines = [...first.lines];
    const texts = [first.text];
    let size = first.bytes;
    let state = cutter.add(first.text);
    while (state === 'open') {
      const next = this.mayReread() && lines.length < maxRowLines ? await this.line() : null;
      if (next !== null) lines.push(next);
      size += 1 + (next?.bytes?.length ?? 0);
      const more = next?.bytes ?? null;
      const text = more === null || size > maxLineBytes ? null : this.reader.textOf(more);
      if (text === null) break;
      texts.push(text);
      state = cutter.add(text);
    }
    const { cells } = cutter;
    if (state === 'complete' && this.accepts(cells, texts))
      return { line: first.line, bytes: size, text: texts.join('\n'), cells, lines };
    if (lines.length > 1) this.bytesReread += size;
    this.reread(lines.slice(1));
    return null;
  }

  /**
   * Whether a complete row is one. A row of several lines is none if its first line alone has all columns, and the row has not. In a file
   * with tabs it is none if each of its lines has all columns, because its marks are then text.
   */
  private accepts(cells: readonly string[], lines: readonly string[]): boolean {
    const { width } = this;
    if (width === null || lines.length === 1) return true;
    const isWhole = (line: string | undefined): boolean =>
      cellsAsWritten(line ?? '', this.delimiters, null).length === width;
    if (cells.length !== width) return !isWhole(lines[0]);
    return this.delimiters !== '\t' || width === 1 || !lines.every(isWhole);
  }

  private mayReread(): boolean {
    return this.bytesReread < freeRereadBytes + rereadFactor * this.bytesRead;
  }

  private async line(): Promise<TextLine | null> {
    const again = this.linesToReread.pop();
    if (again !== undefined) return again;
    const next = await this.unread.next();
    if (next.done === true) return null;
    this.bytesRead += next.value.bytes?.length ?? 0;
    return next.value;
  }
}

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
    for (let row = await rows.next(); row !== null; row = await rows.next()) {
      const entry = 'reason' in row ? row : toEntry(row.cells, row);
      if ('reason' in row ? end.passes(row) : end.keeps(row, entry)) continue;
      for (const kept of end.released()) yield kept;
      if (entry !== null) yield entry;
    }
    for (const kept of end.last()) yield kept;
    if (rows.hasWindows1252) options.observe?.({ kind: 'not UTF-8' });
  } finally {
    await rows.close();
  }
}

/** One of the first rows of a file, which may be the header row, split with the delimiter that fits it best. */
interface FirstRow {
  readonly row: CsvRow;
  readonly header: Header;
  readonly known: number;
  readonly cells: readonly string[];
}

/** Finds the header row of a CSV file. The rows below it are then split with the delimiter of the file. */
class TableStart {
  constructor(
    private readonly rows: CsvRows,
    private readonly columns: ColumnNames,
    private readonly columnNames: readonly string[] | undefined,
  ) {}

  /** Reads the header row of a file; null for an empty file. */
  async read(): Promise<Header | null> {
    const header = this.columnNames === undefined ? await this.find() : await this.withNames(this.columnNames);
    if (header === null) return null;
    const names = distinctNames(header.names);
    this.columns.checkColumns(names);
    this.rows.delimiters = header.delimiter;
    this.rows.width = names.length;
    return { names, delimiter: header.delimiter };
  }

  private async withNames(names: readonly string[]): Promise<Header | null> {
    const row = await this.rows.next();
    if (row === null) return null;
    const text = 'reason' in row ? '' : row.text;
    const fitting = csvDelimiters.find((delimiter) => cellsOf(text, delimiter).length === names.length);
    if (!('reason' in row)) this.rows.reread(row.lines);
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
    this.rows.reread(seen.slice(index + 1).flatMap(({ row }) => row.lines));
    return seen[index]?.header ?? null;
  }
}

/**
 * Recognises the footer of a report: rows at the end of a file that are no records. A row with a single cell may belong to a footer, so it
 * is kept back until a row with more cells or the end of the file follows.
 */
class TableEnd {
  private kept: { readonly cells: readonly string[]; readonly entry: SourceEntry | null }[] = [];
  /** The number of rows kept back that stand directly below the table. They may be records of which only the first cell is filled. */
  private adjoining = 0;
  private lastLine: number | null = null;

  /**
   * At first, no row is kept back.
   * @param width the number of columns
   */
  constructor(private readonly width: number) {}

  /** Keeps a row and its entry back if the row may belong to a footer. @returns whether it is kept back */
  keeps({ line, cells, lines }: CsvRow, entry: SourceEntry | null): boolean {
    const isAdjoining = this.lastLine === null || line === this.lastLine + 1;
    this.lastLine = line + lines.length - 1;
    if (cells.length !== 1 || this.width < 2 || this.kept.length === maxFooterRows) return false;
    if (isAdjoining && entry !== null && this.adjoining === this.kept.length) this.adjoining += 1;
    this.kept.push({ cells, entry });
    return true;
  }

  /** Notes a line that cannot be read. It is never part of a footer. @returns false */
  passes({ line }: UnreadableLine): false {
    this.lastLine = line;
    return false;
  }

  /** Returns the entries that were kept back, and forgets them. They are not a footer, because another row follows. */
  released(): readonly SourceEntry[] {
    if (this.kept.length === 0) return noEntries;
    const entries = entriesOf(this.kept);
    this.kept = [];
    this.adjoining = 0;
    return entries;
  }

  /**
   * Returns the entries that are kept back at the end of the file, without those of a footer. A footer begins below a blank line or with
   * a remark.
   */
  last(): readonly SourceEntry[] {
    const rest = this.kept.slice(this.adjoining);
    const length = footerLength(
      rest.map(({ cells }) => cells),
      this.width,
    );
    return length > 0 ? entriesOf(this.kept.slice(0, this.adjoining)) : this.released();
  }
}

const noEntries: readonly SourceEntry[] = [];

function entriesOf(kept: readonly { readonly entry: SourceEntry | null }[]): readonly SourceEntry[] {
  return kept.flatMap(({ entry }) => entry ?? []);
}

export function noKnownColumn(cells: readonly string[]): CommandError {
  const columns = cells.slice(0, maxShownNames).map((name) => name.trim().slice(0, maxShownNameLength));
  return new CodedCommandError({ code: 'NO_KNOWN_COLUMN', values: { columns } });
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
  const ways = delimiters.map((delimiter) => {
    const cells = cellsOf(row.text, delimiter);
    const names = cells.map((cell) => cell.trim());
    return { row, header: { names, delimiter }, ...candidateOf(cells, columns) };
  });
  const [best] = ways.sort((one, other) => other.known - one.known || other.cells.length - one.cells.length);
  if (best === undefined) throw new Error('A row has no delimiter to be split with');
  return best;
}

/** Splits the text of a row, which may have line breaks in quoted cells. */
function cellsOf(text: string, delimiter: CsvDelimiter): readonly string[] {
  const cutter = new RowCutter(delimiter, 'doubled');
  let state = null;
  for (const line of text.split('\n')) state = cutter.add(line);
  return state === 'complete' ? cutter.cells : cellsAsWritten(text, delimiter, null);
}

export function candidateOf(
  cells: readonly string[],
  columns: ColumnNames,
): { known: number; cells: readonly string[] } {
  return { known: knownNames(cells, (name) => columns.isKnown(name)), cells };
}

type EntryReader = (cells: readonly string[], row: Pick<CsvRow, 'line' | 'bytes' | 'text'>) => SourceEntry | null;

/**
 * Makes the function that turns a row into an entry. This function returns null for a row without a record, such as an empty row or a
 * remark below a report.
 */
export function entryReader(names: readonly string[]): EntryReader {
  return (cells, { line, bytes, text }) => {
    if (isBlankRow(cells) || isRemark(cells, names.length) || repeatsHeader(cells, names)) return null;
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
