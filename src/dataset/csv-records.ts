import { isUtf8 } from 'node:buffer';
import { Refusal } from '../platform/refusal.js';
import { csvCells } from './csv-cells.js';
import { lineNotUtf8, lineTooLong, type SourceEntry, type UnreadableLine } from './source-entry.js';
import { MAX_LINE_BYTES, type TextLine } from './text-lines.js';

interface CsvRow {
  readonly line: number;
  readonly bytes: number;
  readonly cells: readonly string[];
}

const QUOTE = 34;

/**
 * One entry for each row after the header row, whose cells name the members. A cell without text is left out, and so is a
 * row without any. Line breaks within cells come out as LF.
 * @throws Refusal when the header row cannot be read or names a member twice
 */
export async function* csvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceEntry> {
  const rows = new CsvRows(lines);
  try {
    const header = await rows.next();
    if (header === null) return;
    const names = memberNames(header);
    for (let row = await rows.next(); row !== null; row = await rows.next()) {
      if ('reason' in row) yield row;
      else if (row.cells.some((cell) => cell.trim() !== '')) yield toEntry(row, names);
    }
  } finally {
    await rows.close();
  }
}

function memberNames(header: CsvRow | UnreadableLine): string[] {
  if ('reason' in header) throw new Refusal(`the header row cannot be read: ${header.reason}`);
  const names = header.cells.map((cell) => cell.trim());
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Refusal(`the header row names ${repeated} twice`);
  return names;
}

function toEntry({ line, bytes, cells }: CsvRow, names: readonly string[]): SourceEntry {
  if (cells.length !== names.length) {
    return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}` };
  }
  // Without a prototype, so that a column may have any name.
  const record = Object.create(null) as Record<string, unknown>;
  for (const [index, name] of names.entries()) if (cells[index] !== '') record[name] = cells[index];
  return { line, bytes, record };
}

/**
 * Puts rows together from physical lines. A quote that nobody closes would take the rest of the file with it: such a row is
 * given up after {@link MAX_LINE_BYTES}, and reading goes on with its second line, so that only the faulty line is lost.
 */
class CsvRows {
  private readonly unread: AsyncIterator<TextLine>;
  /** Lines to be read again, the next one last. */
  private readonly returned: TextLine[] = [];

  constructor(lines: AsyncIterable<TextLine>) {
    this.unread = lines[Symbol.asyncIterator]();
  }

  /** The next row that is not an empty line; null after the last one. */
  async next(): Promise<CsvRow | UnreadableLine | null> {
    for (let first = await this.line(); first !== null; first = await this.line()) {
      if (first.bytes?.length !== 0) return this.rowFrom(first);
    }
    return null;
  }

  async close(): Promise<void> {
    await this.unread.return?.();
  }

  private async rowFrom(first: TextLine): Promise<CsvRow | UnreadableLine> {
    const line = first.number;
    if (first.bytes === null) return { line, reason: lineTooLong };
    const parts = [first.bytes];
    const others: TextLine[] = [];
    let size = first.bytes.length;
    for (let isOpen = hasOpenQuote(first.bytes); isOpen;) {
      const next = await this.line();
      if (next !== null) others.push(next);
      const more = next?.bytes ?? null;
      size += 1 + (more?.length ?? 0);
      if (more === null || size > MAX_LINE_BYTES) return this.giveUp(line, 'a quote is not closed', others);
      parts.push(lineBreak, more);
      isOpen = isOpen !== hasOpenQuote(more);
    }
    const bytes = Buffer.concat(parts);
    if (!isUtf8(bytes)) return this.giveUp(line, lineNotUtf8, others);
    const cells = csvCells(bytes.toString('utf8'));
    return cells === null ? this.giveUp(line, 'a quote stands where none may', others) : { line, bytes: size, cells };
  }

  private giveUp(line: number, reason: string, others: readonly TextLine[]): UnreadableLine {
    for (const other of others.toReversed()) this.returned.push(other);
    return { line, reason };
  }

  private async line(): Promise<TextLine | null> {
    const again = this.returned.pop();
    if (again !== undefined) return again;
    const next = await this.unread.next();
    return next.done === true ? null : next.value;
  }
}

const lineBreak = Buffer.from('\n');

/** In sound CSV every complete row has an even number of quotes. */
function hasOpenQuote(bytes: Buffer): boolean {
  let isOpen = false;
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) isOpen = !isOpen;
  return isOpen;
}
