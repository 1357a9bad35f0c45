import { isUtf8 } from 'node:buffer';
import { lineNotUtf8, lineTooLong, type SourceEntry } from './source-entry.js';
import type { TextLine } from './text-lines.js';

/** One entry for each line that is not blank: its JSON object, or the reason why it is none. */
export async function* ndjsonRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceEntry> {
  for await (const { number, bytes } of lines) {
    if (bytes === null) yield { line: number, reason: lineTooLong };
    else if (!isUtf8(bytes)) yield { line: number, reason: lineNotUtf8, text: bytes.toString('utf8') };
    else {
      const text = bytes.toString('utf8');
      if (text.trim() !== '') yield readObject(text, number, bytes.length);
    }
  }
}

function readObject(text: string, line: number, bytes: number): SourceEntry {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { line, bytes, record: value } : { line, reason: 'the line is not a JSON object', text };
  } catch (error) {
    const reason = `the line is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { line, reason, text };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
