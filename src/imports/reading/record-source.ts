import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { cannotRead } from '../../platform/config/unreadable-file.js';
import { type ByteSource, openFile, openStream, peek } from './byte-source.js';
import { type ColumnNames, csvRecords, sheetRecords, type TableOptions } from './csv-records.js';
import { jsonDocumentRecords } from './json-document.js';
import { unpackedRecords } from './packed-records.js';
import { knownFormat, refusalOfZip } from './refused-files.js';
import type { SheetRow } from './workbook-rows.js';
import { ndjsonRecords, type SourceEntry, textLines } from './text-lines.js';
import { type DateColumns, withDateOrders } from './date-orders.js';

export type RecordFormat = 'ndjson' | 'csv';

export interface RecordSourceOptions extends TableOptions {
  /**
   * The format of the file. By default, the extension of its name decides. If the name does not show the format, the first character does:
   * a file that begins with `{` or `[` is JSON, and any other one CSV.
   */
  readonly format?: RecordFormat | undefined;
  /** The names of the columns that are accepted in CSV files; by default all names. */
  readonly columns?: ColumnNames | undefined;
  /** The name of the sheet that is read from a workbook; by default the first one. */
  readonly sheet?: string | undefined;
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
    const { format, records } = await recordsOf(source, options, options.format ?? formatOfName(path));
    const ordered = format === 'csv' ? inOrderOfDates(path, records, options) : records;
    const entries = readEntries(ordered, path, options.signal);
    const { totalBytes, bytesRead, close } = source;
    return { format, totalBytes, bytesRead, entries, close };
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
  const { columns, onNote = () => undefined } = options;
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
      onNote: undefined,
    });
    try {
      yield* second.entries;
    } finally {
      second.close();
    }
  }
  return withDateOrders(records, dates, path === '-' ? null : again, onNote);
}

/** The empty source that is used if the signal aborts while the file is being opened. */
function emptySource(): RecordSource {
  const entries = Readable.from([]);
  return { format: 'ndjson', totalBytes: null, bytesRead: () => 0, entries, close: () => undefined };
}

/** Recognises the format of a file by its first bytes, and begins to read its records. */
async function recordsOf(
  source: ByteSource,
  options: RecordSourceOptions,
  named: RecordFormat | null,
): Promise<{ format: RecordFormat; records: AsyncIterable<SourceEntry> }> {
  const columns = options.columns ?? anyColumns;
  const { head, whole } = await peek(source.content, hasFirstCharacter);
  const known = knownFormat(head);
  if (known === 'zip') {
    const sheet = await sheetOf(whole, options.sheet);
    return { format: 'csv', records: sheetRecords(sheet, columns, options) };
  }
  if (known !== null) throw new Error(known.refusal);
  if (options.sheet !== undefined) throw new Error('--sheet chooses a sheet of a workbook, but the file is none');
  const start = head.toString();
  const format = named ?? (/^[\s\uFEFF]*[{[]/.test(start) ? 'ndjson' : 'csv');
  if (format === 'csv') return { format, records: csvRecords(textLines(whole), columns, options) };
  if (options.columnNames !== undefined)
    throw new Error('--columns names the columns of CSV files, but the file is JSON');
  // JSON lines have one record in each line. A list of records, or records of several lines each, are read as one JSON document.
  // So is a long text without a line break: the answer of an API that has all its records in one object.
  const isLong = start.length >= minLongLine && !start.includes('\n');
  const isDocument = isLong || /^[\s\uFEFF]*(?:\[|\{[^\S\n]*\r?\n)/.test(start);
  const records = isDocument ? jsonDocumentRecords(whole) : ndjsonRecords(textLines(whole));
  return { format, records: unpackedRecords(records, columns) };
}

/** The maximum size of a workbook in bytes. The packed file is held in memory as a whole, and is unpacked while its rows are read. */
const maxWorkbookBytes = 536_870_912;

async function sheetOf(content: AsyncIterable<Buffer>, sheet: string | undefined): ReturnType<typeof existingSheet> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxWorkbookBytes) throw new Error('the workbook is larger than 512 MB; save the sheet as CSV');
    parts.push(part);
  }
  const archive = Buffer.concat(parts);
  const refusal = refusalOfZip(archive);
  if (refusal !== null) throw new Error(refusal);
  return existingSheet(archive, sheet);
}

/**
 * Opens a sheet of a workbook, and checks that the named sheet exists. The library for workbooks is loaded only here, because most
 * commands read no workbook.
 */
async function existingSheet(archive: Buffer, sheet: string | undefined): Promise<AsyncIterable<SheetRow>> {
  const { sheetNames, workbookRows } = await import('./workbook-rows.js');
  if (sheet !== undefined) {
    const names = await sheetNames(archive);
    if (!names.includes(sheet))
      throw new Error(`the workbook has no sheet "${sheet}"; its sheets are: ${names.join(', ')}`);
  }
  return workbookRows(archive, sheet);
}

/** The length of a line from which on it is read as a document. The first bytes of a file are at least as many if the file has them. */
const minLongLine = 16_384;

/** At least this number of bytes must have been read before a format is recognised. It is enough for a byte order mark and some blanks. */
const minHeadBytes = 63;

/** Whether enough bytes have been read to recognise the format: they have a character that is not a blank. */
function hasFirstCharacter(head: Buffer): boolean {
  return head.length > maxBlankBytes || (head.length > minHeadBytes && !blank.test(head.toString()));
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
