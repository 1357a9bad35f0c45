import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { inTurns } from '../../platform/async/turns.js';
import { cannotRead } from '../../platform/config/unreadable-file.js';
import { Uint8ArrayReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { joinedBytes, peek } from '../../table-reading/bytes.js';
import { lenientText } from '../../table-reading/encodings.js';
import { type ArchivedTable, ArchiveRefused, openArchive } from '../../table-reading/archive-files.js';
import { type ByteSource, byteSource, openFile, openStream, piecesOf } from './byte-source.js';
import { type ColumnNames, csvRecords } from './csv-records.js';
import { FileReader } from './file-reader.js';
import { jsonDocumentRecords } from './json-document.js';
import { unpackedRecords } from './packed-records.js';
import { knownFormat } from '../../table-reading/known-formats.js';
import { sheetRecords, type SheetOptions } from './sheet-records.js';
import { textLines } from '../../table-reading/text-lines.js';
import { ndjsonRecords, type SourceEntry } from './ndjson-records.js';
import { type DateColumns, withDateOrders } from './date-orders.js';
import { type WorkbookFile, WorkbookThread } from './workbook-threads.js';

export type RecordFormat = 'ndjson' | 'csv';

export interface RecordSourceOptions extends SheetOptions {
  /**
   * The format of the file. By default, the extension of its name decides. If the name does not show the format, the first character does:
   * a file that begins with `{` or `[` is JSON, and any other one CSV.
   */
  readonly format?: RecordFormat | undefined;
  /** The names of the columns that are accepted in CSV files; by default all names. */
  readonly columns?: ColumnNames | undefined;
  /** The signal that ends the reading, even while it waits for data of a stream. */
  readonly signal?: AbortSignal | undefined;
  /** The stream that is read if the path is `-`; by default the standard input of the process. */
  readonly stdin?: Readable | undefined;
}

/** The records of a file. They are read only when they are asked for, so that a larger file does not take more memory. */
export interface RecordSource {
  readonly format: RecordFormat;
  /** The size of the file in bytes, before decompression; null for a stream. */
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
  /**
   * The records of the file in their order. They can be iterated only once. When the signal aborts, the iteration ends without an error.
   * @throws CommandError when reading fails; the entries before the failure have been yielded by then
   */
  readonly entries: AsyncIterable<SourceEntry>;
  readonly close: () => void;
}

const anyColumns: ColumnNames = { isKnown: () => true, checkColumns: () => undefined };

/** The maximum number of bytes that are read to find the first character that is not a blank. Without one, the file is read as CSV. */
const maxBlankBytes = 65_536;
const blank = /^[\s\uFEFF]*$/;

/**
 * Opens a file, or standard input if the path is `-`.
 * @throws CommandError when the file cannot be opened
 */
export async function openRecordSource(path: string, options: RecordSourceOptions = {}): Promise<RecordSource> {
  try {
    const source =
      path === '-' ? openStream(options.stdin ?? process.stdin, options.signal) : await openFile(path, options.signal);
    const { format, records, bytesRead, close } = await recordsOf(path, source, options);
    const ordered = format === 'csv' ? inOrderOfDates(path, records, options) : records;
    const entries = readEntries(ordered, path, options.signal);
    return { format, totalBytes: source.totalBytes, bytesRead, entries, close };
  } catch (error) {
    if (options.signal?.aborted === true) return emptySource();
    throw cannotRead(path, error);
  }
}

/**
 * Finds out for each column with dates whether the day or the month is first. If the first date of a column does not show it, a file is
 * read a second time to look for a date that does.
 */
function inOrderOfDates(
  path: string,
  records: AsyncIterable<SourceEntry>,
  options: RecordSourceOptions,
): AsyncIterable<SourceEntry> {
  const { columns, observe = () => undefined } = options;
  if (columns?.dateColumns === undefined || columns.setOrder === undefined) return records;
  const dates: DateColumns = {
    get dateColumns() {
      return columns.dateColumns ?? [];
    },
    setOrder: (column, order) => columns.setOrder?.(column, order),
  };
  async function* again(): AsyncGenerator<SourceEntry> {
    const isKnown = (name: string): boolean => columns?.isKnown(name) === true;
    const second = await openRecordSource(path, {
      ...options,
      columns: { isKnown, checkColumns: () => undefined },
      observe: undefined,
    });
    try {
      yield* second.entries;
    } finally {
      second.close();
    }
  }
  return withDateOrders(records, dates, path === '-' ? null : again, observe);
}

/** The empty source that is used if the signal aborts while the file is being opened. */
function emptySource(): RecordSource {
  const entries = Readable.from([]);
  return { format: 'ndjson', totalBytes: null, bytesRead: () => 0, entries, close: () => undefined };
}

interface Records extends Pick<RecordSource, 'format' | 'bytesRead' | 'close'> {
  readonly records: AsyncIterable<SourceEntry>;
}

/**
 * Recognises the format of a file by its first bytes, and begins to read its records.
 * @param name the name of the file, or of a file in an archive
 */
async function recordsOf(name: string, source: ByteSource, options: RecordSourceOptions): Promise<Records> {
  const columns = options.columns ?? anyColumns;
  const { bytesRead, close } = source;
  const { head, whole } = await peek(source.content, hasFirstCharacter);
  const known = knownFormat(head);
  if (known === 'zip') return recordsOfArchive(source, whole, options);
  if (known !== null) throw new Error(known.refusal);
  if (options.sheet !== undefined) throw new Error('--sheet chooses a sheet of a workbook, but the file is none');
  const start = lenientText(head);
  const named = options.format ?? formatOfName(name);
  const format = named ?? (/^[\s\uFEFF]*[{[]/.test(start) ? 'ndjson' : 'csv');
  if (format === 'csv') return { format, records: csvRecords(textLines(whole), columns, options), bytesRead, close };
  if (options.columnNames !== undefined)
    throw new Error('--columns names the columns of CSV files, but the file is JSON');
  // JSON lines have one record in each line. A list of records, or records of several lines each, are read as one JSON document.
  // So is a long text without a line break: the answer of an API that has all its records in one object.
  const isLong = start.length >= minLongLine && !start.includes('\n');
  const isDocument = isLong || /^[\s\uFEFF]*(?:\[|\{[^\S\n]*\r?\n)/.test(start);
  const records = isDocument ? jsonDocumentRecords(whole) : ndjsonRecords(textLines(whole));
  return { format, records: unpackedRecords(records, columns), bytesRead, close };
}

/** Reads the records of a workbook, or of the only table in a ZIP archive. */
async function recordsOfArchive(
  source: ByteSource,
  content: AsyncIterable<Uint8Array>,
  options: RecordSourceOptions,
): Promise<Records> {
  const path = source.isCompressed() ? null : source.path;
  const file: WorkbookFile = path === null ? { path, bytes: await bytesOf(content) } : { path, bytes: null };
  if (path !== null) source.close();
  const archive = file.path === null ? new Uint8ArrayReader(file.bytes) : new FileReader(file.path);
  const close = (): void => void (archive instanceof FileReader && archive.close().catch(() => undefined));
  try {
    const table = await openArchive(archive);
    if (table === 'workbook') {
      close();
      return await recordsOfWorkbook(file, source, options);
    }
    if (source.isArchived === true)
      throw new ArchiveRefused('it has another archive inside; unpack it and import the file inside');
    const { totalBytes } = source;
    const bytesRead = (): number => (archive instanceof FileReader ? archive.bytesRead : source.bytesRead());
    const inside = byteSource(whileAsked(table, options.signal), { path: null, totalBytes, bytesRead, close });
    options.observe?.({ kind: 'table in an archive', name: table.name, others: table.others });
    return await recordsOf(basename(table.name), { ...inside, isArchived: true }, options);
  } catch (error) {
    close();
    throw error;
  }
}

/** Inflates a table until it ends or the signal aborts. */
async function* whileAsked(table: ArchivedTable, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const piece of table.content()) {
    signal?.throwIfAborted();
    yield* inTurns(piecesOf([Buffer.from(piece.buffer, piece.byteOffset, piece.length)]));
  }
}

async function recordsOfWorkbook(
  file: WorkbookFile,
  source: ByteSource,
  options: RecordSourceOptions,
): Promise<Records> {
  const workbook = await WorkbookThread.open(file);
  const close = (): void => {
    source.close();
    workbook.close();
  };
  options.signal?.addEventListener('abort', close, { once: true });
  async function* records(): AsyncGenerator<SourceEntry> {
    try {
      yield* sheetRecords(workbook.sheets, options.columns ?? anyColumns, options);
    } finally {
      close();
    }
  }
  // The thread does not say how much of a file it has read.
  return { format: 'csv', records: records(), bytesRead: () => source.totalBytes ?? source.bytesRead(), close };
}

/**
 * The maximum size in bytes of a workbook that comes as a stream, compressed with gzip or in an archive. It is held in memory as a whole,
 * because the list of the parts of a workbook is at its end.
 */
const maxStreamedBytes = 67_108_864;

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxStreamedBytes)
      throw new Error(
        `a workbook or archive from standard input, compressed with gzip or in an archive may have at most ${maxStreamedBytes / 1_048_576} MB; ` +
          'import the file itself',
      );
    parts.push(part);
  }
  return Uint8Array.from(joinedBytes(parts));
}

/** The length of a line from which on it is read as a document. The first bytes of a file are at least as many if the file has them. */
const minLongLine = 16_384;

/** At least this number of bytes must have been read before a format is recognised. It is enough for a byte order mark and some blanks. */
const minHeadBytes = 63;

/** Whether enough bytes have been read to recognise the format: they have a character that is not a blank. */
function hasFirstCharacter(head: Uint8Array): boolean {
  return head.length > maxBlankBytes || (head.length > minHeadBytes && !blank.test(lenientText(head)));
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
