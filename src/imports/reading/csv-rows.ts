import { isUtf8 } from 'node:buffer';
import { lineNotUtf8, lineTooLong, type UnreadableLine } from './source-entry.js';
import { MAX_LINE_BYTES, type TextLine } from './text-lines.js';

/** A row of CSV, not yet split into cells. */
export interface CsvRow {
  /** Physical line on which it starts. */
  readonly line: number;
  readonly bytes: number;
  /** Line breaks within it are LF. */
  readonly text: string;
  /** The physical lines that it has besides its first. */
  readonly others: readonly TextLine[];
}

const QUOTE = 34;
const lineBreak = Buffer.from('\n');

/**
 * Puts rows together from physical lines. A quote that is never closed would take the rest of the file with it: such a row is
 * given up after {@link MAX_LINE_BYTES}, and reading goes on with its second line, so that only the faulty line is lost.
 */
export class CsvRows {
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

  /** Gives up a row that turns out to be none: its lines after the first are read again. */
  giveUp({ line, text, others }: CsvRow, reason: string): UnreadableLine {
    this.readAgain(others);
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
      if (more === null || size > MAX_LINE_BYTES) return this.unreadable(line, 'a quote is not closed', first, others);
      parts.push(lineBreak, more);
      isOpen = isOpen !== hasOpenQuote(more);
    }
    const bytes = Buffer.concat(parts);
    if (!isUtf8(bytes)) return this.unreadable(line, lineNotUtf8, first, others);
    return { line, bytes: size, text: bytes.toString('utf8'), others };
  }

  private unreadable(line: number, reason: string, first: Buffer, others: readonly TextLine[]): UnreadableLine {
    this.readAgain(others);
    return { line, reason, text: first.toString('utf8') };
  }

  private readAgain(lines: readonly TextLine[]): void {
    for (const line of lines.toReversed()) this.returned.push(line);
  }

  private async line(): Promise<TextLine | null> {
    const again = this.returned.pop();
    if (again !== undefined) return again;
    const next = await this.unread.next();
    return next.done === true ? null : next.value;
  }
}

/** In sound CSV every complete row has an even number of quotes. */
function hasOpenQuote(bytes: Buffer): boolean {
  let isOpen = false;
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) isOpen = !isOpen;
  return isOpen;
}
