import { stat } from 'node:fs/promises';
import { types } from 'node:util';
import { unconfiguredSite } from '../../matching/urls/profile-url.js';
import { CommandError } from '../../platform/errors/command-error.js';
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
  /** Maps members of the file to fields, in addition to those that are known by name. */
  readonly map?: MemberMap | undefined;
  /** Whether an invalid value is omitted with a warning (the default) or rejects its record. */
  readonly faults?: 'warn' | 'reject' | undefined;
  /** The path of the {@link RejectsFile}. */
  readonly rejects?: string | undefined;
  /** The folder of that file where neither the folder of the input nor the working directory can be written. */
  readonly rejectsFolder?: string | undefined;
  /** Called once, at the first rejected line or warning. */
  readonly onRejectsFile?: ((path: string) => void) | undefined;
  /** Called at the end if members were ignored. */
  readonly onIgnored?: ((names: ReadonlySet<string>) => void) | undefined;
  /** Called once, at the first profile page on a site that the configuration does not name. */
  readonly onUnconfiguredSite?: ((site: string, hosts: readonly string[] | null) => void) | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Records by which two stored persons became one, or by which a person got a page. They are in neither of the other counts. */
  readonly joined?: number;
  /** Identifiers that were not stored because they belong to another record. */
  readonly contested: number;
  /** The reasons for omitted rows, by index. Their content must not be stored, not even in a rejects file. */
  readonly refused?: ReadonlyMap<number, string>;
  /** The values that were left out of merged rows, by index. Each becomes a warning. */
  readonly leftOut?: ReadonlyMap<number, Faults['first']>;
}

/** The parser and the merge of a kind of record. */
export interface ImportTarget<Row> {
  readonly shape: RecordShape;
  /** The configured host names of profile URLs; null for any host. */
  readonly hosts: readonly string[] | null;
  parse(record: SourceRecord['record'], format: RecordFormat): ParsedRecord<Row>;
  /** Merges rows in one transaction, in their order; idempotent. */
  merge(rows: readonly Row[]): Promise<MergeCounts>;
}

/** A batch is one transaction. Its size in bytes bounds the memory for huge records. */
const maxBatchRows = 5_000;
const maxBatchBytes = 16_777_216;
const linesPerReport = 1_000;

/**
 * Imports a file, or standard input for `-`, in batches. When the signal aborts, the current batch is finished and its summary
 * returned.
 * @throws CommandError when the file cannot be opened, or an option does not fit it
 * @throws ImportStopped when reading or the database fails
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

async function openRejects(path: string, options: ImportOptions): Promise<RejectsFile> {
  const { rejects, rejectsFolder, onRejectsFile } = options;
  if (rejects === undefined) return RejectsFile.of(path, rejectsFolder, onRejectsFile);
  if (await isSameFile(path, rejects))
    throw new CommandError(`${rejects} is the file to import; choose another file for rejected lines`);
  return RejectsFile.at(rejects, onRejectsFile);
}

interface BatchedRow<Row> {
  readonly line: number;
  readonly row: Row;
  readonly faults: Faults;
}

class BulkImport<Row> {
  private readonly started = performance.now();
  private readonly counts = { merged: 0, inserted: 0, updated: 0, joined: 0, contested: 0, rejected: 0, warnings: 0 };
  private batch: BatchedRow<Row>[] = [];
  private batchBytes = 0;
  private merging: Promise<void> = Promise.resolve();
  /** The members of records that are profile pages; empty after the message about a site. */
  private pageMembers: readonly string[];

  constructor(
    private readonly source: RecordSource,
    private readonly target: ImportTarget<Row>,
    private readonly names: MemberNames,
    private readonly rejects: RejectsFile,
    private readonly options: Pick<ImportOptions, 'signal' | 'onProgress' | 'onUnconfiguredSite' | 'faults'>,
  ) {
    this.pageMembers = [...target.shape.fields.keys()].filter((name) => name.endsWith('network_url'));
  }

  async run(): Promise<ImportSummary> {
    try {
      const fault = await this.readAll();
      await this.flush();
      await this.merging;
      if (fault !== null) throw fault;
    } catch (error) {
      // A batch that is merged now counts in the summary.
      await this.merging.catch(() => undefined);
      throw new ImportStopped(messageOf(error), this.summary(), { cause: error });
    }
    return this.summary();
  }

  /** Returns an error of the source instead of throwing it, so that the records before it are merged. */
  private async readAll(): Promise<CommandError | null> {
    try {
      for await (const entry of this.source.entries) {
        if (this.isAborted()) break;
        await this.process(entry);
      }
      return null;
    } catch (error) {
      if (error instanceof CommandError) return error;
      throw error;
    }
  }

  private async process(entry: SourceEntry): Promise<void> {
    if ('reason' in entry) return this.reject(entry);
    const { line, record, bytes } = entry;
    const renamed = this.names.renamed(record);
    this.noteSite(renamed);
    const { row, faults } = this.target.parse(renamed, this.source.format);
    const isFaulty = faults.count > 0 && this.options.faults === 'reject';
    if (row === null || isFaulty) return this.reject({ line, reason: reasonOf(faults), record });
    this.batch.push({ line, row, faults });
    this.batchBytes += bytes;
    if (this.batch.length >= maxBatchRows || this.batchBytes >= maxBatchBytes) await this.flush();
  }

  private noteSite(record: SourceRecord['record']): void {
    for (const name of this.pageMembers) {
      const page = record[name];
      const site = typeof page === 'string' ? unconfiguredSite(page, this.target.hosts) : null;
      if (site === null) continue;
      this.options.onUnconfiguredSite?.(site, this.target.hosts);
      this.pageMembers = [];
      return;
    }
  }

  private async reject(rejected: RejectedLine): Promise<void> {
    await this.rejects.add(rejected);
    this.counts.rejected += 1;
    if (this.counts.rejected % linesPerReport === 0) this.report();
  }

  /** Called after the merge, because values of an omitted row must not be stored. */
  private async warn(line: number, { first, count }: Faults): Promise<void> {
    for (const { member, reason, value } of first) await this.rejects.add({ line, member, warning: reason, value });
    this.counts.warnings += count;
  }

  /**
   * Starts the merge of the batch after the previous one. The next batch is parsed at the same time, because the database does most
   * of the work of a merge.
   */
  private async flush(): Promise<void> {
    const rows = this.batch;
    this.batch = [];
    this.batchBytes = 0;
    await this.merging;
    if (this.isAborted()) return;
    this.merging = this.mergeAndReport(rows);
    // The next `await` of `merging` handles a rejection; this handler prevents an unhandled one until then.
    this.merging.catch(() => undefined);
  }

  private async mergeAndReport(rows: readonly BatchedRow<Row>[]): Promise<void> {
    if (rows.length > 0) await this.merge(rows);
    this.report();
  }

  /** Halves a batch that the database rejects, until the invalid row is alone. */
  private async merge(rows: readonly BatchedRow<Row>[]): Promise<void> {
    try {
      const counts = await this.target.merge(rows.map(({ row }) => row));
      this.counts.merged += rows.length - (counts.refused?.size ?? 0);
      this.counts.inserted += counts.inserted;
      this.counts.updated += counts.updated;
      this.counts.joined += counts.joined ?? 0;
      this.counts.contested += counts.contested;
      for (const [index, { line, faults }] of rows.entries()) {
        const reason = counts.refused?.get(index);
        const leftOut = counts.leftOut?.get(index) ?? [];
        if (reason !== undefined) await this.reject({ line, reason });
        else if (faults.count > 0 || leftOut.length > 0)
          await this.warn(line, { first: [...faults.first, ...leftOut], count: faults.count + leftOut.length });
      }
    } catch (error) {
      const [first, ...others] = rows;
      if (!isFaultOfValues(error) || first === undefined) throw error;
      if (others.length === 0)
        return this.reject({ line: first.line, reason: `the database rejects the record: ${error.message}` });
      const middle = Math.ceil(rows.length / 2);
      await this.merge(rows.slice(0, middle));
      await this.merge(rows.slice(middle));
    }
  }

  private summary(): ImportSummary {
    const { merged, inserted, updated, joined, rejected, warnings } = this.counts;
    const read = merged + rejected;
    const seconds = this.seconds();
    return {
      read,
      inserted,
      updated,
      joined,
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

  /** Seconds since the start, with millisecond precision. */
  private seconds(): number {
    return Math.round(performance.now() - this.started) / 1_000;
  }

  private isAborted(): boolean {
    return this.options.signal?.aborted === true;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return `The import failed: ${types.isNativeError(error) ? error.message : String(error)}`;
}

async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([first, second].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}
