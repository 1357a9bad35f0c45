import { lenientText, utf8Text } from '../../table-reading/encodings.js';
import { lineNotUtf8, lineTooLong, type TextLine, type UnreadableLine } from '../../table-reading/text-lines.js';

const openBrace = 123;

/** A record as the file has it, before its values are checked. In a record from a CSV file, all values are strings. */
export interface SourceRecord {
  /** The number of the line in which the record begins, counted from 1. */
  readonly line: number;
  /** The size of the record's text in bytes; 0 for a row of a sheet. */
  readonly bytes: number;
  readonly record: Readonly<Record<string, unknown>>;
}

export type SourceEntry = SourceRecord | UnreadableLine;

/** Reads one entry from each line that is not blank: the JSON object of the line, or the reason why it has none. */
export async function* ndjsonRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceEntry> {
  for await (const { number, bytes } of lines) {
    if (bytes === null) yield { line: number, reason: lineTooLong };
    else if (!isBlank(bytes)) yield readObject(bytes, number);
  }
}

/** Whether a line is blank. A line that begins with a brace is not, so most lines do not have to be decoded for this check. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes[0] !== openBrace && lenientText(bytes).trim() === '';
}

/**
 * Reads a JSON object. Returns its record, or the reason why the bytes are not a JSON object.
 * @param line the number of the line in which the object begins
 */
export function readObject(bytes: Uint8Array, line: number): SourceEntry {
  const text = utf8Text(bytes);
  if (text === null) return { line, reason: lineNotUtf8, text: lenientText(bytes) };
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
