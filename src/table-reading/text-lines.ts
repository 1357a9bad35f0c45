import { joinedBytes } from './bytes.js';

/** The maximum length of a line in bytes, without its line break. A longer line is rejected, and not kept in memory. */
export const maxLineBytes = 1_048_576;

const lineFeed = 10;
const carriageReturn = 13;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Of more blank lines in a row than this, only so many are yielded, because a small compressed file may have millions of them. */
const maxBlankLines = 1_000;

/** A line of a file. */
export interface TextLine {
  /** The number of the line, counted from 1. */
  readonly number: number;
  /** The bytes of the line, without its line break (LF or CRLF) and byte order mark; null if it is longer than {@link maxLineBytes}. */
  readonly bytes: Uint8Array | null;
}

/** Splits a stream of bytes into lines. The last line may end without a line break. Most lines of a long run of blank ones are left out. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const cutter = new LineCutter();
  for await (const chunk of chunks) yield* cutter.cut(chunk);
  yield* cutter.rest();
}

class LineCutter {
  private parts: Uint8Array[] = [];
  private length = 0;
  private number = 0;
  private blanks = 0;

  *cut(chunk: Uint8Array): Generator<TextLine> {
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
  private skipBlanks(chunk: Uint8Array, start: number): number {
    let at = start;
    while (chunk[at] === lineFeed) at += 1;
    this.number += at - start;
    return at;
  }

  *rest(): Generator<TextLine> {
    if (this.length > 0) yield this.endLine();
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= maxLineBytes) this.parts.push(part);
    else this.parts = [];
  }

  private endLine(): TextLine {
    const { parts } = this;
    const isTooLong = this.length > maxLineBytes;
    this.parts = [];
    this.length = 0;
    this.number += 1;
    if (isTooLong) return { number: this.number, bytes: null };
    return { number: this.number, bytes: withoutMarks(joinedBytes(parts), this.number) };
  }
}

function withoutMarks(bytes: Uint8Array, number: number): Uint8Array {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  const isMarked = number === 1 && byteOrderMark.every((byte, index) => bytes[index] === byte);
  const start = isMarked ? byteOrderMark.length : 0;
  return bytes.subarray(start, Math.max(start, end));
}

/** A line from which no record can be read, and the reason. */
export interface UnreadableLine {
  readonly line: number;
  readonly reason: string;
  /** The text of the line; absent if the line is longer than {@link maxLineBytes}. */
  readonly text?: string;
}

export const lineTooLong = `the line is longer than ${maxLineBytes} bytes`;
export const lineNotUtf8 = 'the line is not valid UTF-8; save the file as UTF-8';
