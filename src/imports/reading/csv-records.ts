import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../platform/errors/command-error.js';
import {
  lineNotUtf8,
  lineTooLong,
  maxLineBytes,
  type SourceEntry,
  type TextLine,
  type UnreadableLine,
} from './text-lines.js';

const quoteMark = '"';

/** The delimiters of cells, the default first. Not `|`, which separates the items of lists. */
export const csvDelimiters = [',', ';', '\t'] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * The cells of one CSV record (RFC 4180): a cell with a delimiter, a quote (doubled) or a line break is quoted. Null for a quote in
 * any other position, because then the delimiters are ambiguous.
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
  /** The number of its first physical line. */
  readonly line: number;
  readonly bytes: number;
  /** With LF as line breaks. */
  readonly text: string;
  /** Its physical lines after the first. */
  readonly others: readonly TextLine[];
}

const quoteByte = 34;
const lineBreak = Buffer.from('\n');

/**
 * Assembles rows from physical lines. A row with an unclosed quote would consume the rest of the file: it is abandoned after
 * {@link maxLineBytes}, and its lines after the first are read again, so that one line is lost.
 */
class CsvRows {
  private readonly unread: AsyncIterator<TextLine>;
  /** Lines to read again, as a stack. */
  private readonly linesToReread: TextLine[] = [];

  constructor(lines: AsyncIterable<TextLine>) {
    this.unread = lines[Symbol.asyncIterator]();
  }

  /** The next row, without empty lines; null at the end. */
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
    const bytes = Buffer.concat(parts);
    if (!isUtf8(bytes)) return this.unreadable(line, lineNotUtf8, first, others);
    return { line, bytes: size, text: bytes.toString('utf8'), others };
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

/** The names of columns that an import accepts. */
export interface ColumnNames {
  isKnown(name: string): boolean;
  /** Called once with all names. @throws CommandError when they cannot be imported */
  checkColumns(names: readonly string[]): void;
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: CsvDelimiter;
  /** The number of known names. */
  readonly known: number;
}

/** A first line that declares the delimiter for spreadsheets: `sep=;`. */
const separatorLine = /^"?sep=(.)"?$/i;

/** The maximum number of rows before the header row. */
const maxNotes = 10;
const maxShownNames = 5;
const maxShownNameLength = 40;

/**
 * One entry for each row after the header row, whose cells are the names of members. Empty cells and rows are omitted. Line breaks in
 * cells become LF. The delimiter is that of a `sep=` line, else the one that splits the header row into the most known names.
 * @throws CommandError when no header row can be imported
 */
export async function* csvRecords(lines: AsyncIterable<TextLine>, columns: ColumnNames): AsyncGenerator<SourceEntry> {
  const rows = new CsvRows(lines);
  try {
    const header = await readHeader(rows, columns);
    if (header === null) return;
    for (let row = await rows.next(); row !== null; row = await rows.next()) {
      const entry = 'reason' in row ? row : toEntry(row, header, rows);
      if (entry !== null) yield entry;
    }
  } finally {
    await rows.close();
  }
}

/** The first row if it has a known name, else the first later row with two known names; null for an empty file. */
async function readHeader(rows: CsvRows, columns: ColumnNames): Promise<Header | null> {
  let delimiters: readonly CsvDelimiter[] = csvDelimiters;
  let first: Header | null = null;
  for (let notes = 0; notes <= maxNotes; notes += 1) {
    const row = await rows.next();
    if (row === null) break;
    if ('reason' in row) throw new CommandError(`the header row cannot be read: ${row.reason}`);
    const [, separator] = (first === null ? separatorLine.exec(row.text) : null) ?? [];
    if (separator !== undefined) delimiters = [delimiterOf(separator)];
    else {
      const header = headerOf(row, delimiters, columns);
      if (header.known >= (first === null ? 1 : 2)) return checked(header, columns);
      first ??= header;
    }
  }
  if (first === null) return null;
  const shownNames = first.names.slice(0, maxShownNames).map((name) => name.slice(0, maxShownNameLength));
  throw new CommandError(`the header row has no known column (${shownNames.join(', ')}); map columns with --map`);
}

function delimiterOf(separator: string): CsvDelimiter {
  const delimiter = csvDelimiters.find((known) => known === separator);
  if (delimiter === undefined) throw new CommandError(`the delimiter must be , ; or a tab, not "${separator}"`);
  return delimiter;
}

/** The header with the most known names, then the most cells, then the default delimiter. */
function headerOf(row: CsvRow, delimiters: readonly CsvDelimiter[], columns: ColumnNames): Header {
  const headers = delimiters.flatMap((delimiter) => {
    const names = csvCells(row.text, delimiter)?.map((cell) => cell.trim());
    return names === undefined
      ? []
      : [{ names, delimiter, known: names.filter((name) => columns.isKnown(name)).length }];
  });
  const [best] = headers.sort((one, other) => other.known - one.known || other.names.length - one.names.length);
  if (best === undefined) throw new CommandError('the header row cannot be read: unexpected quote');
  return best;
}

function checked(header: Header, columns: ColumnNames): Header {
  const { names } = header;
  const known = names.filter((name) => name !== '' && columns.isKnown(name));
  const repeated = known.find((name, index) => known.indexOf(name) !== index);
  if (repeated !== undefined) throw new CommandError(`the header row contains ${repeated} twice`);
  columns.checkColumns(names);
  return header;
}

/** Null for an empty row. */
function toEntry(row: CsvRow, { names, delimiter }: Header, rows: CsvRows): SourceEntry | null {
  const { line, bytes, text } = row;
  const cells = csvCells(text, delimiter);
  if (cells === null) return rows.abandon(row, 'unexpected quote');
  if (cells.every((cell) => cell.trim() === '')) return null;
  if (cells.length !== names.length) {
    return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}`, text };
  }
  // Without a prototype, because a column may be named `__proto__`.
  const record = Object.create(null) as Record<string, unknown>;
  for (const [index, name] of names.entries()) if (name !== '' && cells[index] !== '') record[name] = cells[index];
  return { line, bytes, record };
}
