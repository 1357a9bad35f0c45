import { cellsAsWritten, type CsvDelimiter, csvDelimiters, type Quoting, RowCutter } from './csv-cells.js';
import { lenientText, TextReader } from './encodings.js';
import type { TableRow } from './table-rows.js';
import { lineNotUtf8, lineTooLong, maxLineBytes, type TextLine, type UnreadableLine } from './text-lines.js';

export interface CsvRow extends TableRow {
  readonly bytes: number;
  /** The text of the row; each of its line breaks is LF. */
  readonly text: string;
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
export class CsvRows {
  /** The characters that end a cell: all that are possible, until it is known which one the file has. */
  private delimiters: string = csvDelimiters.join('');
  /** The number of columns; null until the header row is known. */
  private width: number | null = null;
  private readonly unread: AsyncIterator<TextLine>;
  /** The lines that cannot be read and are still to be returned. */
  private readonly unreadable: UnreadableLine[] = [];
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
    const unreadable = this.unreadable.shift();
    if (unreadable !== undefined) return unreadable;
    for (let first = await this.line(); first !== null; first = await this.line()) {
      if (first.bytes?.length !== 0) return this.rowFrom(first);
    }
    return null;
  }

  /** Whether a row in Windows-1252 was read. */
  get hasWindows1252(): boolean {
    return this.reader.hasWindows1252;
  }

  /**
   * Says how the rows that follow are divided into cells.
   * @param width the number of columns; null if no row has their names
   */
  divideBy(delimiter: CsvDelimiter, width: number | null): void {
    this.delimiters = delimiter;
    this.width = width;
  }

  /** Reads lines again, because the delimiter of the file is known now. Lines that cannot be read are returned again before them. */
  reread(lines: readonly TextLine[], unreadable: readonly UnreadableLine[] = []): void {
    this.unreadable.push(...unreadable);
    for (const line of lines.toReversed()) this.linesToReread.push(line);
  }

  async close(): Promise<void> {
    await this.unread.return?.();
  }

  private async rowFrom(first: TextLine): Promise<CsvRow | UnreadableLine> {
    const { number: line, bytes } = first;
    if (bytes === null) return { line, reason: lineTooLong };
    const text = this.reader.textOf(bytes);
    if (text === null) return { line, reason: lineNotUtf8, text: lenientText(bytes) };
    const alone = { line, lastLine: line, bytes: bytes.length, text, lines: [first] };
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
    return this.delimiters.length === 1 ? this.delimiters : /[,;\t|]/;
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
      return {
        line: first.line,
        lastLine: first.line + lines.length - 1,
        bytes: size,
        text: texts.join('\n'),
        cells,
        lines,
      };
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
