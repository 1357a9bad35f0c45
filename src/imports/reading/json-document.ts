import { maxLineBytes } from '../../table-reading/text-lines.js';
import { readObject, type SourceEntry } from './ndjson-records.js';

const [lineFeed, quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [10, 34, 92, 123, 125, 91, 93];

/**
 * Reads the records of a JSON document. The document is a list of objects, or a sequence of objects, and an object may have several lines.
 * Each outermost object gives one entry: its record, or the reason why it cannot be read.
 */
export async function* jsonDocumentRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceEntry> {
  const cutter = new ObjectCutter();
  for await (const chunk of chunks) yield* cutter.cut(chunk);
  yield* cutter.rest();
}

/** The maximum size of the first object in bytes. It may be the answer of an API, which has all records of the file. */
const maxFirstBytes = 16_777_216;

/** Cuts a document into its outermost objects. It finds their ends by counting the braces and brackets that are not in a string. */
class ObjectCutter {
  private parts: Uint8Array[] = [];
  private size = 0;
  private depth = 0;
  private line = 1;
  private firstLine = 1;
  private maxBytes = maxFirstBytes;
  private isInText = false;
  private isEscaped = false;

  *cut(chunk: Uint8Array): Generator<SourceEntry> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === lineFeed) this.line += 1;
      if (this.isInText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === backslash) this.isEscaped = true;
        else if (byte === quote) this.isInText = false;
      } else if (byte === quote) this.isInText = this.depth > 0;
      else if (byte === openBrace || (byte === openBracket && this.depth > 0)) {
        if (this.depth === 0) {
          start = at;
          this.firstLine = this.line;
        }
        this.depth += 1;
      } else if ((byte === closeBrace || byte === closeBracket) && this.depth > 0) {
        this.depth -= 1;
        if (this.depth === 0) {
          this.keep(chunk.subarray(start, at + 1));
          yield this.ended();
        }
      }
    }
    if (this.depth > 0) this.keep(chunk.subarray(start));
  }

  /** Yields the entry of the last object if its closing brace is missing. */
  *rest(): Generator<SourceEntry> {
    if (this.depth > 0) yield this.ended();
  }

  private keep(part: Uint8Array): void {
    this.size += part.length;
    if (this.size <= this.maxBytes) this.parts.push(part);
    else this.parts = [];
  }

  private ended(): SourceEntry {
    const [bytes, size, maxBytes] = [Buffer.concat(this.parts), this.size, this.maxBytes];
    this.maxBytes = maxLineBytes;
    this.parts = [];
    this.size = 0;
    this.depth = 0;
    if (size > maxBytes) return { line: this.firstLine, reason: tooLong(maxBytes) };
    return readObject(bytes, this.firstLine);
  }
}

function tooLong(maxBytes: number): string {
  const advice = '; if its records are in a list inside this object, save the list alone';
  return `the record is longer than ${maxBytes} bytes${maxBytes === maxFirstBytes ? advice : ''}`;
}
