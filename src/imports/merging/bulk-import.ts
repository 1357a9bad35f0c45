import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { types } from 'node:util';
import { unconfiguredSite } from '../../matching/urls/profile-url.js';
import { CodedCommandError, CommandError } from '../../platform/errors/command-error.js';
import {
  type BatchedRow,
  type BatchOutcome,
  emptyOutcome,
  mergeBatch,
  parsedRow,
  type ParseSettings,
  type RowMerger,
  type RowParser,
  sumOf,
} from './batch-merge.js';
import type { ImportObserver } from './import-events.js';
import { type FoundCounts, type ImportCounts, ImportStopped, type ImportSummary } from './import-summary.js';
import { type BatchWorker, ParallelMerge } from './parallel-merge.js';
import { type ConstantValues, type MemberMap, ColumnMapping, type RecordShape } from '../reading/column-mapping.js';
import type { Faults } from '../reading/record-fields.js';
import { openRecordSource, type RecordSource, type RecordSourceOptions } from '../reading/record-source.js';
import { type RejectedLine, RejectsFile } from './rejects-file.js';
import type { SourceEntry, SourceRecord } from '../reading/ndjson-records.js';

export interface ImportOptions extends Omit<RecordSourceOptions, 'columns'> {
  /** The fields that the operator has given to columns or members of the file with `--map`. */
  readonly map?: MemberMap | undefined;
  /** Values that every record gets (`--set`), even if the file has another value. */
  readonly set?: ConstantValues | undefined;
  readonly faults?: ParseSettings['faults'];
  /** The path of the {@link RejectsFile}. */
  readonly rejects?: string | undefined;
  /** The folder of the rejects file in case that neither the folder of the input nor the working directory is writable. */
  readonly rejectsFolder?: string | undefined;
  readonly observe?: ImportObserver | undefined;
  /** Is told of each batch, and may refuse to go on; absent for an import that may replace any number of values. */
  readonly guard?: BatchGuard | undefined;
  /** The id of the import in the journal of imports; absent for a dry run. */
  readonly importId?: number | undefined;
}

/** Watches the batches of an import. An error that it throws stops the import. */
export interface BatchGuard {
  /** Is told before a batch is merged. @param isLast whether no other records follow */
  expect(records: number, isLast: boolean): void;
  /**
   * Is told after a batch was merged.
   * @param replaced the number of records in which a stored value was replaced, if a thread has merged the batch
   * @param estimated an estimate of the number of records of the whole file; null if the part of the file that was read is not known
   */
  merged(replaced: number, estimated: number | null): Promise<void>;
}

/** What the import needs to know about a kind of record before it parses the first record. */
interface KindOfRecord {
  readonly shape: RecordShape;
  /** The configured host names of profile URLs; null for any host. */
  readonly hosts: readonly string[] | null;
}

/** The functions that parse and merge a kind of record in this thread. */
export interface ImportTarget<Row> extends KindOfRecord, RowParser<Row>, RowMerger<Row> {}

/** The workers that parse and merge a kind of record, instead of this thread. */
export interface ParallelTarget extends KindOfRecord {
  /** Starts the workers. It is called when the file has been opened. */
  workers(settings: ParseSettings): Promise<readonly BatchWorker[]>;
}

/**
 * The maximum number of rows in a batch. A batch is merged in one transaction. A batch of huge records ends earlier, at
 * {@link maxBatchBytes}, so that it does not take too much memory.
 */
const maxBatchRows = 5_000;
const maxBatchBytes = 16_777_216;
const linesPerReport = 1_000;
/**
 * After so many parsed rows, the merge of the batch before gets time to handle the answers of the database. It needs that more often than
 * `inTurns` would pause, because PostgreSQL waits meanwhile.
 */
const rowsPerTurn = 20;

/**
 * Imports a file in batches, or standard input if the path is `-`. When the signal aborts, the current batch is finished, and the
 * summary of the import so far is returned.
 * @throws CommandError when the file cannot be opened, or an option does not fit it
 * @throws ImportStopped when reading or the database fails
 */
export async function runImport<Row>(
  path: string,
  target: ImportTarget<Row> | ParallelTarget,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const names = new ColumnMapping(target.shape, options.map, options.set);
  const source = await openRecordSource(path, { ...options, columns: names });
  try {
    const rejects = await openRejects(path, options);
    try {
      const mergerOf = await mergerFor(target, { format: source.format, faults: options.faults }, options.signal);
      return await new BulkImport(source, target, names, rejects, options, mergerOf).run();
    } finally {
      await rejects.close();
      if (names.ignored.size > 0) options.observe?.({ kind: 'ignored columns', names: names.ignored });
      options.observe?.({ kind: 'columns', columns: names.columns });
    }
  } finally {
    source.close();
  }
}

async function mergerFor<Row>(
  target: ImportTarget<Row> | ParallelTarget,
  settings: ParseSettings,
  signal: AbortSignal | undefined,
): Promise<(sink: OutcomeSink) => RecordMerger> {
  if ('merge' in target) return (sink) => new OneByOne(target, settings, sink, signal);
  const workers = await target.workers(settings);
  return (sink) => new InWorkers(workers, sink, signal);
}

async function openRejects(path: string, options: ImportOptions): Promise<RejectsFile> {
  const { rejects, rejectsFolder, observe } = options;
  const onCreated = (created: string): void => observe?.({ kind: 'rejects file', path: created });
  if (rejects === undefined) return RejectsFile.of(path, rejectsFolder, onCreated);
  if (await isSameFile(path, rejects))
    throw new CommandError(`${rejects} is the file to import; choose another file for rejected lines`);
  return RejectsFile.at(rejects, onCreated);
}

/** Collects the records of a file, and merges them in batches. */
interface RecordMerger {
  add(record: SourceRecord): Promise<void>;
  /** Merges the records that have not been merged yet. */
  end(): Promise<void>;
}

/** Counts and reports what became of the records. */
interface OutcomeSink {
  reject(line: RejectedLine): Promise<void>;
  /** Is told of the records of a batch before they are merged. */
  expect(records: number, isLast: boolean): void;
  take(outcome: BatchOutcome): Promise<void>;
}

class BulkImport implements OutcomeSink {
  private readonly started = performance.now();
  private found: FoundCounts | null = null;
  /** The number of records that were read so far. */
  private records = 0;
  private readonly counts = { merged: 0, inserted: 0, updated: 0, joined: 0, contested: 0, rejected: 0, warnings: 0 };
  /**
   * The names of the members that may have profile pages on a site that is not configured. The list is emptied after the first such
   * page, because the message about it is given only once.
   */
  private pageMembers: readonly string[];
  private readonly merger: RecordMerger;

  constructor(
    private readonly source: RecordSource,
    private readonly target: KindOfRecord,
    private readonly names: ColumnMapping,
    private readonly rejects: RejectsFile,
    private readonly options: Pick<ImportOptions, 'signal' | 'observe' | 'importId' | 'guard'>,
    mergerOf: (sink: OutcomeSink) => RecordMerger,
  ) {
    this.pageMembers = [...target.shape.fields.keys()].filter((name) => name.endsWith('network_url'));
    this.merger = mergerOf(this);
  }

  async run(): Promise<ImportSummary> {
    try {
      const fault = await this.readAll();
      await this.merger.end();
      if (fault !== null) throw fault;
    } catch (error) {
      // The summary must count the batches that are still being merged, so their end is awaited first.
      await this.merger.end().catch(() => undefined);
      throw new ImportStopped(reasonOf(error), this.summary(), { cause: error });
    }
    return this.summary();
  }

  /** Returns an error of the source instead of throwing it, so that the records before the error are still merged. */
  private async readAll(): Promise<CommandError | null> {
    try {
      for await (const entry of this.source.entries) {
        if (this.options.signal?.aborted === true) break;
        await this.process(entry);
      }
      return null;
    } catch (error) {
      if (error instanceof CommandError) return error;
      throw error;
    }
  }

  private async process(entry: SourceEntry): Promise<void> {
    this.records += 1;
    if ('reason' in entry) return this.reject(entry);
    const record = this.names.renamed(entry.record);
    this.noteSite(record);
    await this.merger.add({ ...entry, record });
  }

  private noteSite(record: SourceRecord['record']): void {
    for (const name of this.pageMembers) {
      const page = record[name];
      const site = typeof page === 'string' ? unconfiguredSite(page, this.target.hosts) : null;
      if (site === null) continue;
      this.options.observe?.({ kind: 'unconfigured site', site, hosts: this.target.hosts });
      this.pageMembers = [];
      return;
    }
  }

  expect(records: number, isLast: boolean): void {
    this.options.guard?.expect(records, isLast);
  }

  async take({ merged, counts, replaced, found, rejected, leftOut }: BatchOutcome): Promise<void> {
    if (found !== null) this.found = sumOf(this.found, found);
    this.counts.merged += merged;
    this.counts.inserted += counts.inserted;
    this.counts.updated += counts.updated;
    this.counts.joined += counts.joined;
    this.counts.contested += counts.contested;
    for (const line of rejected) await this.reject(line);
    for (const { line, faults } of leftOut) await this.warn(line, faults);
    this.report();
    await this.options.guard?.merged(replaced, this.estimatedRecords());
  }

  /**
   * Estimates the number of records of the whole file by the part that was read. The records of batches that are not merged yet were read,
   * too. All bytes of a workbook or of a short file may have been read before its first record, so then there is no estimate.
   */
  private estimatedRecords(): number | null {
    const { totalBytes } = this.source;
    const bytesRead = this.source.bytesRead();
    return totalBytes === null || bytesRead === 0 || bytesRead >= totalBytes
      ? null
      : (this.records * totalBytes) / bytesRead;
  }

  async reject(rejected: RejectedLine): Promise<void> {
    await this.rejects.add(rejected);
    this.counts.rejected += 1;
    if (this.counts.rejected % linesPerReport === 0) this.report();
  }

  private async warn(line: number, { first, count }: Faults): Promise<void> {
    for (const { member, reason, value } of first) await this.rejects.add({ line, member, warning: reason, value });
    this.counts.warnings += count;
  }

  private summary(): ImportSummary {
    const totals = this.totals();
    const seconds = this.seconds();
    return {
      import_id: this.options.importId ?? null,
      ...totals,
      ...this.found,
      ignored: this.names.ignored.size,
      rejects: this.rejects.path,
      seconds,
      rows_per_second: seconds === 0 ? 0 : Math.round(totals.read / seconds),
    };
  }

  /** The counts so far. Each merged record is counted once, so that they add up to the number of lines that were read. */
  private totals(): ImportCounts {
    const { merged, inserted, updated, joined, rejected, warnings } = this.counts;
    const unchanged = merged - inserted - updated - joined;
    return { read: merged + rejected, inserted, updated, unchanged, joined, rejected, warnings };
  }

  private report(): void {
    this.options.observe?.({
      kind: 'progress',
      ...this.totals(),
      contested: this.counts.contested,
      bytesRead: this.source.bytesRead(),
      totalBytes: this.source.totalBytes,
      seconds: this.seconds(),
    });
  }

  /** Seconds since the start, with millisecond precision. */
  private seconds(): number {
    return Math.round(performance.now() - this.started) / 1_000;
  }
}

/** Merges one batch after the other in this thread. While the database merges a batch, the thread parses the next one. */
class OneByOne<Row> implements RecordMerger {
  private rows: BatchedRow<Row>[] = [];
  /** The number of records of the batch with the rejected ones, so that its bounds are those of an import in several threads. */
  private records = 0;
  private bytes = 0;
  private merging: Promise<void> = Promise.resolve();

  constructor(
    private readonly target: RowParser<Row> & RowMerger<Row>,
    private readonly settings: ParseSettings,
    private readonly sink: OutcomeSink,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async add(record: SourceRecord): Promise<void> {
    const parsed = parsedRow(record, this.target, this.settings);
    if ('reason' in parsed) await this.sink.reject(parsed);
    else this.rows.push(parsed);
    this.records += 1;
    this.bytes += record.bytes;
    if (isFull(this.records, this.bytes)) await this.flush('more may follow');
    else if (this.records % rowsPerTurn === 0) await nextTurn();
  }

  async end(): Promise<void> {
    await this.flush('last');
    await this.merging;
  }

  private async flush(place: 'last' | 'more may follow'): Promise<void> {
    const { rows } = this;
    [this.rows, this.records, this.bytes] = [[], 0, 0];
    await this.merging;
    if (this.signal?.aborted === true) return;
    this.sink.expect(rows.length, place === 'last');
    this.merging = this.merge(rows);
    // If the merge fails, the error is thrown where `merging` is awaited next. Without this handler, Node would report it as an
    // unhandled rejection before that.
    this.merging.catch(() => undefined);
  }

  private async merge(rows: readonly BatchedRow<Row>[]): Promise<void> {
    const outcome = emptyOutcome();
    try {
      if (rows.length > 0) await mergeBatch(rows, this.target, outcome, this.signal);
    } finally {
      await this.sink.take(outcome);
    }
  }
}

/** Gives the batches to workers, which parse and merge several batches at the same time. */
class InWorkers implements RecordMerger {
  private records: SourceRecord[] = [];
  private bytes = 0;
  private readonly merge: ParallelMerge;

  constructor(
    workers: readonly BatchWorker[],
    private readonly sink: OutcomeSink,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.merge = new ParallelMerge(workers, (outcome) => sink.take(outcome));
  }

  async add(record: SourceRecord): Promise<void> {
    this.records.push(record);
    this.bytes += record.bytes;
    if (isFull(this.records.length, this.bytes)) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
    await this.merge.end();
  }

  private async flush(): Promise<void> {
    const { records } = this;
    [this.records, this.bytes] = [[], 0];
    if (this.signal?.aborted === true || records.length === 0) return;
    this.sink.expect(records.length, false);
    await this.merge.begin(records);
  }
}

function isFull(records: number, bytes: number): boolean {
  return records >= maxBatchRows || bytes >= maxBatchBytes;
}

function reasonOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const cause = types.isNativeError(error) ? error.message : String(error);
  return new CodedCommandError({ code: 'IMPORT_FAILED', values: { cause } });
}

async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([first, second].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}
