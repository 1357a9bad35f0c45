/** The longest line that is read, in bytes without its line break. A longer one is passed over, never held in memory. */
export const MAX_LINE_BYTES = 1_048_576;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A physical line. */
export interface TextLine {
  /** Counted from 1. */
  readonly number: number;
  /** Without the line break (LF or CRLF) and the byte order mark; null for a line that is too long. */
  readonly bytes: Buffer | null;
}

/** Cuts a stream of bytes into lines, wherever its chunks happen to end. The last line may lack its line break. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  const cutter = new LineCutter();
  for await (const chunk of chunks) yield* cutter.cut(chunk);
  yield* cutter.rest();
}

class LineCutter {
  private parts: Buffer[] = [];
  private length = 0;
  private number = 0;

  *cut(chunk: Buffer): Generator<TextLine> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.keep(chunk.subarray(start, end));
      yield this.take();
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  }

  *rest(): Generator<TextLine> {
    if (this.length > 0) yield this.take();
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length <= MAX_LINE_BYTES) this.parts.push(part);
    else this.parts = [];
  }

  private take(): TextLine {
    const [first, ...others] = this.parts;
    const isTooLong = this.length > MAX_LINE_BYTES;
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
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  const start =
    number === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  return bytes.subarray(start, Math.max(start, end));
}
