import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { cannotRead } from '../../platform/config/unreadable-file.js';
import { type ByteSource, openFile, openStream, peek } from './byte-source.js';
import { type ColumnNames, csvRecords } from './csv-records.js';
import { ndjsonRecords, type SourceEntry, textLines } from './text-lines.js';

export type RecordFormat = 'ndjson' | 'csv';

export interface RecordSourceOptions {
  /** By default decided by the file extension, else by the first character: `{` begins NDJSON. */
  readonly format?: RecordFormat | undefined;
  /** The accepted CSV columns; all by default. */
  readonly columns?: ColumnNames | undefined;
  /** Aborts reading, also during a wait for a stream. */
  readonly signal?: AbortSignal | undefined;
  /** The stream for `-`; the standard input of the process by default. */
  readonly stdin?: Readable | undefined;
}

/** The records of a file in order, read on demand, so that memory does not grow with the file. */
export interface RecordSource {
  readonly format: RecordFormat;
  /** The size of the file before decompression; null for a stream. */
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
  /**
   * Can be iterated once. Ends without an error when the signal aborts.
   * @throws CommandError when reading fails, after the entries before the failure
   */
  readonly entries: AsyncIterable<SourceEntry>;
  readonly close: () => void;
}

const anyColumns: ColumnNames = { isKnown: () => true, checkColumns: () => undefined };

/** The maximum length of leading blanks; a file with more is read as CSV. */
const maxBlankBytes = 65_536;
const blank = /^[\s\uFEFF]*$/;

/**
 * Opens a file, or standard input for `-`.
 * @throws CommandError when the file cannot be opened
 */
export async function openRecordSource(path: string, options: RecordSourceOptions = {}): Promise<RecordSource> {
  try {
    const source =
      path === '-' ? openStream(options.stdin ?? process.stdin, options.signal) : await openFile(path, options.signal);
    const { format, content } = await withFormat(source, options.format ?? formatOfName(path));
    const lines = textLines(content);
    const records = format === 'csv' ? csvRecords(lines, options.columns ?? anyColumns) : ndjsonRecords(lines);
    const entries = readEntries(records, path, options.signal);
    const { totalBytes, bytesRead, close } = source;
    return { format, totalBytes, bytesRead, entries, close };
  } catch (error) {
    if (options.signal?.aborted === true) return emptySource();
    throw cannotRead(path, error);
  }
}

/** The source for a signal that aborted during the opening. */
function emptySource(): RecordSource {
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

/** At least four bytes, so that a byte order mark and the next byte are complete. */
function hasFirstCharacter(head: Buffer): boolean {
  return head.length > maxBlankBytes || (head.length > 3 && !blank.test(head.toString()));
}

function formatOfName(path: string): RecordFormat | null {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  if (/\.(csv|tsv)$/.test(name)) return 'csv';
  return /\.(ndjson|jsonl|json)$/.test(name) ? 'ndjson' : null;
}

async function* readEntries(
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
