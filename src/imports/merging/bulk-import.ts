import { stat } from 'node:fs/promises';
import { types } from 'node:util';
import { Refusal } from '../../platform/errors/command-error.js';
import { type ImportProgress, ImportStopped, type ImportSummary } from './import-summary.js';
import { isFaultOfValues } from './import-session.sql.js';
import { type MemberMap, MemberNames, type RecordShape } from '../reading/member-names.js';
import { type Faults, type ParsedRecord, reasonOf } from '../reading/record-fields.js';
import {
  openRecordSource,
  type RecordFormat,
  type RecordSource,
  type RecordSourceOptions,
} from '../reading/record-source.js';
import { type RejectedLine, RejectsFile } from './rejects-file.js';
import type { SourceEntry, SourceRecord } from '../reading/text-lines.js';

export interface ImportOptions extends Omit<RecordSourceOptions, 'columns'> {
  /** Which members of the file are which fields, beside those that are known by their names. */
  readonly map?: MemberMap | undefined;
  /** What a value that cannot be read costs: itself, as is usual, or the record. */
  readonly faults?: 'warn' | 'reject' | undefined;
  /** Where rejected lines and warnings go; see {@link RejectsFile}. */
  readonly rejects?: string | undefined;
  /** Told once, with the first rejected line or warning. */
  readonly onRejectsFile?: ((path: string) => void) | undefined;
  /** Told in the end, if members were ignored. */
  readonly onIgnored?: ((names: ReadonlySet<string>) => void) | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Identifiers that a record brought but that stayed with another record, to which they belong. */
  readonly contested: number;
  /** Rows that were left out, by index, and why. Their content must not be stored, in a rejects file neither. */
  readonly refused?: ReadonlyMap<number, string>;
}

/** What is imported. */
export interface ImportTarget<Row> {
  readonly shape: RecordShape;
  parse(record: SourceRecord['record'], format: RecordFormat): ParsedRecord<Row>;
  /** Merges the rows in one transaction, in their order, so that merging them again changes nothing. */
  merge(rows: readonly Row[]): Promise<MergeCounts>;
}

/** A batch is a transaction. It is bounded in bytes too, so that huge records do not fill the memory. */
const maxBatchRows = 5_000;
const maxBatchBytes = 16_777_216;
const linesPerReport = 1_000;

/**
 * Imports a file, or standard input for `-`, batch by batch. When the signal aborts, the running batch is finished and the
 * summary given as far as it goes.
 * @throws Refusal when the file cannot be opened, or the options do not fit it
 * @throws ImportStopped when it cannot be read on, or the database fails
 */
export async function runImport<Row>(
  path: string,
  target: ImportTarget<Row>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const names = new MemberNames(target.shape, options.map);
  const source = await openRecordSource(path, { ...options, columns: names });
  try {
    const rejects = await openRejects(path, options);
    try {
      return await new BulkImport(source, target, names, rejects, options).run();
    } finally {
      await rejects.close();
      if (names.ignored.size > 0) options.onIgnored?.(names.ignored);
    }
  } finally {
    source.close();
  }
}

async function openRejects(path: string, { rejects, onRejectsFile }: ImportOptions): Promise<RejectsFile> {
  if (rejects === undefined) return RejectsFile.of(path, onRejectsFile);
  if (await isSameFile(path, rejects))
    throw new Refusal(`${rejects} is the file to import, so it cannot take rejected lines`);
  return RejectsFile.at(rejects, onRejectsFile);
}

interface BatchedRow<Row> {
  readonly line: number;
  readonly row: Row;
  readonly faults: Faults;
}

class BulkImport<Row> {
  private readonly started = performance.now();
  private readonly counts = { merged: 0, inserted: 0, updated: 0, contested: 0, rejected: 0, warnings: 0 };
  private batch: BatchedRow<Row>[] = [];
  private batchBytes = 0;
  private merging: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: RecordSource,
    private readonly target: ImportTarget<Row>,
    private readonly names: MemberNames,
    private readonly rejects: RejectsFile,
    private readonly options: Pick<ImportOptions, 'signal' | 'onProgress' | 'faults'>,
  ) {}

  async run(): Promise<ImportSummary> {
    try {
      const fault = await this.readAll();
      await this.flush();
      await this.merging;
      if (fault !== null) throw fault;
    } catch (error) {
      // What it is at may still be merged, and counts then.
      await this.merging.catch(() => undefined);
      throw new ImportStopped(explain(error), this.summary(), { cause: error });
    }
    return this.summary();
  }

  /** Gives the fault of the source, if it has one, so that what was read before it can still be merged. */
  private async readAll(): Promise<Refusal | null> {
    try {
      for await (const entry of this.source.entries) {
        if (this.isAborted()) break;
        await this.take(entry);
      }
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  private async take(entry: SourceEntry): Promise<void> {
    if ('reason' in entry) return this.reject(entry);
    const { line, record, bytes } = entry;
    const { row, faults } = this.target.parse(this.names.renamed(record), this.source.format);
    const isFaulty = faults.count > 0 && this.options.faults === 'reject';
    if (row === null || isFaulty) return this.reject({ line, reason: reasonOf(faults), record });
    this.batch.push({ line, row, faults });
    this.batchBytes += bytes;
    if (this.batch.length >= maxBatchRows || this.batchBytes >= maxBatchBytes) await this.flush();
  }

  private async reject(rejected: RejectedLine): Promise<void> {
    await this.rejects.add(rejected);
    this.counts.rejected += 1;
    if (this.counts.rejected % linesPerReport === 0) this.report();
  }

  /** Not before the row is merged: of one that is refused its values may not be told. */
  private async warn(line: number, { told, count }: Faults): Promise<void> {
    for (const { member, reason, value } of told) await this.rejects.add({ line, member, warning: reason, value });
    this.counts.warnings += count;
  }

  /**
   * Begins to merge the batch once the one before is merged. Meanwhile the next one is read: the work for that is ours, and
   * that of merging mostly the database's.
   */
  private async flush(): Promise<void> {
    const rows = this.batch;
    this.batch = [];
    this.batchBytes = 0;
    await this.merging;
    if (this.isAborted()) return;
    this.merging = this.mergeAndReport(rows);
    // Whoever waits for it next hears of its failure; until then nobody does.
    this.merging.catch(() => undefined);
  }

  private async mergeAndReport(rows: readonly BatchedRow<Row>[]): Promise<void> {
    if (rows.length > 0) await this.merge(rows);
    this.report();
  }

  /** A batch that the database refuses is halved until the row at fault stands alone. */
  private async merge(rows: readonly BatchedRow<Row>[]): Promise<void> {
    try {
      const counts = await this.target.merge(rows.map(({ row }) => row));
      this.counts.merged += rows.length - (counts.refused?.size ?? 0);
      this.counts.inserted += counts.inserted;
      this.counts.updated += counts.updated;
      this.counts.contested += counts.contested;
      for (const [index, { line, faults }] of rows.entries()) {
        const reason = counts.refused?.get(index);
        if (reason !== undefined) await this.reject({ line, reason });
        else if (faults.count > 0) await this.warn(line, faults);
      }
    } catch (error) {
      const [first, ...others] = rows;
      if (!isFaultOfValues(error) || first === undefined) throw error;
      if (others.length === 0)
        return this.reject({ line: first.line, reason: `the database refuses it: ${error.message}` });
      const middle = Math.ceil(rows.length / 2);
      await this.merge(rows.slice(0, middle));
      await this.merge(rows.slice(middle));
    }
  }

  private summary(): ImportSummary {
    const { merged, inserted, updated, rejected, warnings } = this.counts;
    const read = merged + rejected;
    const seconds = this.seconds();
    return {
      read,
      inserted,
      updated,
      rejected,
      warnings,
      ignored: this.names.ignored.size,
      rejects: this.rejects.path,
      seconds,
      rows_per_second: seconds === 0 ? 0 : Math.round(read / seconds),
    };
  }

  private report(): void {
    const { merged, rejected, contested } = this.counts;
    this.options.onProgress?.({
      read: merged + rejected,
      rejected,
      contested,
      bytesRead: this.source.bytesRead(),
      totalBytes: this.source.totalBytes,
      seconds: this.seconds(),
    });
  }

  /** Since the start, to the millisecond. */
  private seconds(): number {
    return Math.round(performance.now() - this.started) / 1_000;
  }

  private isAborted(): boolean {
    return this.options.signal?.aborted === true;
  }
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `The import failed: ${types.isNativeError(error) ? error.message : String(error)}`;
}

async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([first, second].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}
