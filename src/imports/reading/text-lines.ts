import { isUtf8 } from 'node:buffer';

/** The maximum length of a line in bytes, without its line break. A longer line is rejected, and not kept in memory. */
export const maxLineBytes = 1_048_576;

const lineFeed = 10;
const carriageReturn = 13;
const openBrace = 123;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Of more blank lines in a row than this, only so many are yielded, because a small compressed file may have millions of them. */
const maxBlankLines = 1_000;

/** A line of a file. */
export interface TextLine {
  /** The number of the line, counted from 1. */
  readonly number: number;
  /** The bytes of the line, without its line break (LF or CRLF) and byte order mark; null if it is longer than {@link maxLineBytes}. */
  readonly bytes: Buffer | null;
}

/** Splits a stream of bytes into lines. The last line may end without a line break. Most lines of a long run of blank ones are left out. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  const cutter = new LineCutter();
  for await (const chunk of chunks) yield* cutter.cut(chunk);
  yield* cutter.rest();
}

class LineCutter {
  private parts: Buffer[] = [];
  private length = 0;
  private number = 0;
  private blanks = 0;

  *cut(chunk: Buffer): Generator<TextLine> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.keep(chunk.subarray(start, end));
      this.blanks = this.length === 0 ? this.blanks + 1 : 0;
      yield this.endLine();
      start = end + 1;
      if (this.blanks >= maxBlankLines) start = this.skipBlanks(chunk, start);
    }
    this.keep(chunk.subarray(start));
  }

  /** Counts the blank lines that follow without yielding them. Returns where the next other line begins. */
  private skipBlanks(chunk: Buffer, start: number): number {
    let at = start;
    while (chunk[at] === lineFeed) at += 1;
    this.number += at - start;
    return at;
  }

  *rest(): Generator<TextLine> {
    if (this.length > 0) yield this.endLine();
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= maxLineBytes) this.parts.push(part);
    else this.parts = [];
  }

  private endLine(): TextLine {
    const [first, ...others] = this.parts;
    const isTooLong = this.length > maxLineBytes;
    this.parts = [];
    this.length = 0;
    this.number += 1;
    if (isTooLong) return { number: this.number, bytes: null };
    const bytes =
      first === undefined || others.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat([first, ...others]);
    return { number: this.number, bytes: withoutMarks(bytes, this.number) };
  }
}

function withoutMarks(bytes: Buffer, number: number): Buffer {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  const start =
    number === 1 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  return bytes.subarray(start, Math.max(start, end));
}

/** A record as the file has it, before its values are checked. In a record from a CSV file, all values are strings. */
export interface SourceRecord {
  /** The number of the line in which the record begins, counted from 1. */
  readonly line: number;
  /** The size of the record's text in bytes; 0 for a row of a sheet. */
  readonly bytes: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A line from which no record can be read, and the reason. */
export interface UnreadableLine {
  readonly line: number;
  readonly reason: string;
  /** The text of the line; absent if the line is longer than {@link maxLineBytes}. */
  readonly text?: string;
}

export type SourceEntry = SourceRecord | UnreadableLine;

export const lineTooLong = `the line is longer than ${maxLineBytes} bytes`;
export const lineNotUtf8 = 'the line is not valid UTF-8; save the file as UTF-8';

/** Reads one entry from each line that is not blank: the JSON object of the line, or the reason why it has none. */
export async function* ndjsonRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceEntry> {
  for await (const { number, bytes } of lines) {
    if (bytes === null) yield { line: number, reason: lineTooLong };
    else if (!isBlank(bytes)) yield readObject(bytes, number);
  }
}

/** Whether a line is blank. A line that begins with a brace is not, so most lines do not have to be decoded for this check. */
function isBlank(bytes: Buffer): boolean {
  return bytes[0] !== openBrace && bytes.toString('utf8').trim() === '';
}

/**
 * Reads a JSON object. Returns its record, or the reason why the bytes are not a JSON object.
 * @param line the number of the line in which the object begins
 */
export function readObject(bytes: Buffer, line: number): SourceEntry {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) return { line, reason: lineNotUtf8, text };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value)
      ? { line, bytes: bytes.length, record: value }
      : { line, reason: 'the line is not a JSON object', text };
  } catch (error) {
    const reason = `the line is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { line, reason, text };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
