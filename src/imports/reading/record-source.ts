import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { cannotRead } from '../../platform/config/unreadable-file.js';
import { type ByteSource, openFile, openStream, peek } from './byte-source.js';
import { type ColumnNames, csvRecords } from './csv-records.js';
import { ndjsonRecords, type SourceEntry, textLines } from './text-lines.js';

export type RecordFormat = 'ndjson' | 'csv';

export interface RecordSourceOptions {
  /** Without it the file's name decides, and without a telling name the first character: `{` begins NDJSON. */
  readonly format?: RecordFormat | undefined;
  /** What the import makes of the columns of CSV; without it each is taken as it is named. */
  readonly columns?: ColumnNames | undefined;
  /** Ends the reading, even while it waits for a stream that gives nothing. */
  readonly signal?: AbortSignal | undefined;
  /** What `-` stands for; the process's standard input. */
  readonly stdin?: Readable | undefined;
}

/** The records of a file, in order, read while they are asked for: memory does not grow with the file. */
export interface RecordSource {
  readonly format: RecordFormat;
  /** Size of the file as stored; null for a stream. */
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
  /**
   * Can be walked once. Ends without an error when the signal ends it.
   * @throws Refusal when the file cannot be read on; the entries before the fault have been given
   */
  readonly entries: AsyncIterable<SourceEntry>;
  readonly close: () => void;
}

const anyColumns: ColumnNames = { isKnown: () => true, checkColumns: () => undefined };

/** Enough to look for a first character in; a file that begins with more blanks than this is taken for CSV. */
const maxBlankBytes = 65_536;
const blank = /^[\s\uFEFF]*$/;

/**
 * Opens a file, or standard input for `-`.
 * @throws Refusal when it cannot be opened
 */
export async function openRecordSource(path: string, options: RecordSourceOptions = {}): Promise<RecordSource> {
  try {
    const source =
      path === '-' ? openStream(options.stdin ?? process.stdin, options.signal) : await openFile(path, options.signal);
    const { format, content } = await withFormat(source, options.format ?? formatOfName(path));
    const lines = textLines(content);
    const records = format === 'csv' ? csvRecords(lines, options.columns ?? anyColumns) : ndjsonRecords(lines);
    const entries = untilFault(records, path, options.signal);
    const { totalBytes, bytesRead, close } = source;
    return { format, totalBytes, bytesRead, entries, close };
  } catch (error) {
    if (options.signal?.aborted === true) return nothing();
    throw cannotRead(path, error);
  }
}

/** What is left of a source whose reading was ended before it began. */
function nothing(): RecordSource {
  const entries = Readable.from([]);
  return { format: 'ndjson', totalBytes: null, bytesRead: () => 0, entries, close: () => undefined };
}

async function withFormat(
  source: ByteSource,
  known: RecordFormat | null,
): Promise<{ format: RecordFormat; content: AsyncIterable<Buffer> }> {
  if (known !== null) return { format: known, content: source.content };
  const { head, whole } = await peek(source.content, hasFirstCharacter);
  return { format: /^[\s\uFEFF]*\{/.test(head.toString()) ? 'ndjson' : 'csv', content: whole };
}

/** A byte order mark and one more byte, at least, so that neither is looked at in pieces. */
function hasFirstCharacter(head: Buffer): boolean {
  return head.length > maxBlankBytes || (head.length > 3 && !blank.test(head.toString()));
}

function formatOfName(path: string): RecordFormat | null {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  if (/\.(csv|tsv)$/.test(name)) return 'csv';
  return /\.(ndjson|jsonl|json)$/.test(name) ? 'ndjson' : null;
}

async function* untilFault(
  records: AsyncIterable<SourceEntry>,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<SourceEntry> {
  let line = 0;
  try {
    for await (const entry of records) {
      line = entry.line;
      yield entry;
    }
  } catch (error) {
    if (signal?.aborted !== true) throw cannotRead(path, error, line);
  }
}
