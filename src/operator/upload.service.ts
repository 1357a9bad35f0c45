import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pLimit from 'p-limit';
import type { ImportUpload, Prisma } from '../generated/prisma/client.js';
import { ImportService, type RunOptions } from '../imports/import.service.js';
import {
  ignoredLine,
  type ImportProgress,
  ImportStopped,
  type ImportSummary,
  siteLine,
} from '../imports/merging/import-summary.js';
import { StoppableWork } from '../platform/async/with-timeout.js';
import { configToken, type Config } from '../platform/config/config.js';
import { storable } from '../platform/database/text.js';
import { CommandError, singleLine } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import type { NewUpload } from './operator.dto.js';
import { UploadFiles } from './upload-files.js';
import { UploadRepository, type UploadState } from './upload.repository.js';

/**
 * The maximum size of a piece of a file, in bytes. All request bodies have this limit, so a proxy in front of the service lets a
 * piece pass, too.
 */
const pieceBytes = 4 * 1024 * 1024;
/** How long the rejected lines and the report of an import are kept, in milliseconds. */
const keptMs = 7 * 86_400_000;
/** How long an import may go without a record that its process is alive, in milliseconds. After that the import counts as interrupted. */
const lostMs = 60_000;
/** The shortest time between two records of the progress of an import, in milliseconds. */
const noteMs = 1_000;
/** The time limit of an import, in milliseconds. */
const longestMs = 86_400_000;
/** How long the service waits for running imports when it shuts down, in milliseconds. */
const stopTimeoutMs = 5_000;
/** How often a process records that it is alive while it has an import to run, in milliseconds. */
const aliveMs = 10_000;

type ImportKindName = Parameters<ImportService['run']>[0];
type ColumnUses = Parameters<NonNullable<RunOptions['onColumns']>>[0];
type Options = Pick<NewUpload, 'source' | 'keep_existing' | 'strict' | 'any_type'>;

/**
 * Imports files that operators upload. A file is sent in pieces, because each request must arrive within 30 seconds. Each piece is
 * written to the disk while it arrives. When the file is complete, the import begins. A process imports one file at a time.
 */
@Injectable()
export class UploadService implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(UploadService.name);
  private readonly inTurn = pLimit(1);
  private readonly works = new StoppableWork();
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly files: UploadFiles,
    private readonly uploads: UploadRepository,
    private readonly imports: ImportService,
    private readonly counts: QueryCountService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Stops the imports that are under way. As with an interrupted command, the lines that were read so far stay imported. */
  onModuleDestroy(): void {
    this.stopped = this.works.stop(stopTimeoutMs).catch((error: unknown) => this.logger.warn(singleLine(error)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  /**
   * Begins an upload. The file then arrives in pieces.
   * @throws CommandError if the file is too large
   */
  async begin({ kind, file, size_bytes: size, tenant, dry_run: isDryRun, ...options }: NewUpload) {
    const { operatorUploadBytes: most } = this.config;
    if (size > most)
      throw new CommandError(
        `An uploaded file may have at most ${most / 1024 / 1024} MiB (OPERATOR_UPLOAD_MB); import it with a command`,
      );
    const id = await this.files.create(file);
    const about = { id, kind, file, sizeBytes: BigInt(size), tenant: tenant ?? null, isDryRun: isDryRun === true };
    return this.described(await this.uploads.add({ ...about, host: hostname(), options: { ...options } }));
  }

  /**
   * Takes a piece of a file. After the last piece the import begins.
   * @param offset the position of the piece in the file, in bytes. It must be where the last piece ended.
   * @param operator the address of the operator, which the list of imports shows
   * @throws CommandError if the piece does not belong there
   */
  async take(id: string, offset: number, piece: AsyncIterable<Buffer>, operator: RunOptions['operator']) {
    const upload = await this.existing(id);
    if (upload.state !== 'uploading')
      throw new CommandError('The file of this upload is complete already; begin a new upload to import another file');
    const received = await this.receivedOf(upload);
    if (offset !== received) throw new CommandError(`The next piece has to begin at the offset ${received}`);
    const size = Number(upload.sizeBytes);
    await this.files.write(id, upload.file, offset, piece, Math.min(pieceBytes, size - offset));
    if ((await this.receivedOf(upload)) === size && (await this.uploads.claim(id))) this.start(upload, operator);
    return this.byId(id);
  }

  async byId(id: string) {
    return this.described(await this.existing(id));
  }

  async newest(limit: number) {
    const newest = await this.uploads.newest(limit);
    return Promise.all(newest.map((upload) => this.described(upload)));
  }

  /** A part of the rejected lines and warnings of an upload. @param start 0 for the first part, or `next` of the part before */
  async rejects(id: string, start: number) {
    const upload = await this.existing(id);
    const part = await this.files.rejects(id, start);
    if (part !== null) return part;
    if (upload.host !== hostname()) throw elsewhere(upload);
    return { rejects: [], next: null };
  }

  private async existing(id: string): Promise<ImportUpload> {
    const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    const upload = isUuid ? await this.uploads.byId(id) : null;
    if (upload === null) throw new DomainError('RECORD_NOT_FOUND', `There is no upload "${id}"`);
    return upload;
  }

  private async receivedOf(upload: ImportUpload): Promise<number> {
    const received = await this.files.sizeOf(upload.id, upload.file);
    if (received === null) throw elsewhere(upload);
    return received;
  }

  private start(upload: ImportUpload, operator: RunOptions['operator']): void {
    const alive = setInterval(() => void this.uploads.noteAlive(upload.id).catch(() => undefined), aliveMs);
    this.works
      .run(longestMs, (signal) => this.inTurn(() => this.work(upload, operator, signal)))
      .catch((error: unknown) => {
        this.logger.warn(`The outcome of the import of an uploaded file could not be stored: ${singleLine(error)}`);
      })
      .finally(() => clearInterval(alive));
  }

  /** Imports a file that has arrived completely, and stores the outcome. */
  private async work(upload: ImportUpload, operator: RunOptions['operator'], signal: AbortSignal): Promise<void> {
    const { id, kind, file } = upload;
    const path = this.files.pathOf(id, file);
    const report: Report = { summary: null, columns: [], notes: [], failure: null };
    const progress = new StoredProgress((seen) => this.uploads.noteProgress(id, seen));
    try {
      progress.show({ read: 0, rejected: 0, bytesRead: 0, totalBytes: Number(upload.sizeBytes) });
      report.summary = await this.imports.run(kind as ImportKindName, path, {
        ...this.optionsOf(upload),
        operator,
        signal,
        onColumns: (columns) => (report.columns = columns),
        onIgnored: (names) => report.notes.push(ignoredLine(names)),
        onUnconfiguredSite: (site, hosts) => report.notes.push(siteLine(site, hosts)),
        onNote: (note) => report.notes.push(note),
        onProgress: (seen) => progress.show(seen),
      });
      if (!upload.isDryRun && kind !== 'signals') await this.counts.refreshNow().catch(() => undefined);
      await progress.settled;
      await this.uploads.end(id, signal.aborted ? 'interrupted' : 'complete', jsonOf(report));
    } catch (error) {
      if (error instanceof ImportStopped) report.summary = error.summary;
      if (!(error instanceof CommandError))
        this.logger.error(`The import of an uploaded file failed: ${singleLine(error)}`);
      report.failure =
        error instanceof CommandError ? error.message.replaceAll(path, file) : 'The service failed; its log says why.';
      await progress.settled;
      await this.uploads.end(id, signal.aborted ? 'interrupted' : 'failed', jsonOf(report));
    } finally {
      await this.files.removeContent(id);
    }
  }

  private optionsOf({ id, file, tenant, isDryRun, options }: ImportUpload): RunOptions {
    const { source, keep_existing: keepsExisting, strict, any_type: anyType } = options as Options;
    return {
      tenant: tenant ?? undefined,
      isDryRun,
      fileName: file,
      source: source ?? undefined,
      onStored: keepsExisting === true ? 'keep' : 'replace',
      faults: strict === true ? 'reject' : 'warn',
      types: anyType === true ? 'any' : 'listed',
      rejects: this.files.rejectsOf(id),
    };
  }

  /** Deletes uploads that began more than a week ago, with their rejected lines. */
  async forgetOld(): Promise<void> {
    const before = new Date(Date.now() - keptMs);
    await this.uploads.forget(before);
    await this.files.removeOld(before);
  }

  /** An upload as the API shows it. */
  private async described(upload: ImportUpload) {
    const { summary = null, columns = [], notes = [], failure = null } = upload.report as Partial<Report>;
    const seen = upload.progress as Partial<SeenProgress>;
    const isBegun = upload.state !== 'uploading';
    const size = Number(upload.sizeBytes);
    return {
      upload_id: upload.id,
      kind: upload.kind,
      file: upload.file,
      tenant: upload.tenant,
      dry_run: upload.isDryRun,
      state: stateOf(upload),
      size_bytes: size,
      received_bytes: isBegun ? size : ((await this.files.sizeOf(upload.id, upload.file)) ?? 0),
      imported_bytes: upload.state === 'complete' ? size : Math.min(seen.bytesRead ?? 0, size),
      started_at: upload.startedAt,
      ended_at: upload.endedAt,
      read: summary?.read ?? seen.read ?? 0,
      inserted: summary?.inserted ?? 0,
      updated: summary?.updated ?? 0,
      joined: summary?.joined ?? 0,
      rejected: summary?.rejected ?? seen.rejected ?? 0,
      warnings: summary?.warnings ?? 0,
      columns,
      notes,
      failure,
    };
  }
}

type SeenProgress = Pick<ImportProgress, 'read' | 'rejected' | 'bytesRead' | 'totalBytes'>;

/** What is stored about an import that has ended. */
interface Report {
  summary: ImportSummary | null;
  columns: ColumnUses;
  readonly notes: string[];
  failure: string | null;
}

/** Stores the progress of an import in the database, at most once a second. A new state is stored only after the one before is stored. */
class StoredProgress {
  /** Resolves when all states that were passed to `show` so far are stored. */
  settled: Promise<void> = Promise.resolve();
  private storedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly store: (seen: Prisma.InputJsonObject) => Promise<void>) {}

  show({ read, rejected, bytesRead, totalBytes }: SeenProgress): void {
    if (performance.now() - this.storedAt < noteMs) return;
    this.storedAt = performance.now();
    // If the progress cannot be stored, the import goes on.
    const store = () => this.store({ read, rejected, bytesRead, totalBytes }).catch(() => undefined);
    this.settled = this.settled.then(store);
  }
}

/**
 * The state of an upload. If the process of an import was killed, the database still says that the import waits or runs. So an
 * import whose process has not been alive for a minute counts as interrupted.
 */
function stateOf({ state, endedAt, seenAt }: ImportUpload): UploadState {
  const isLost = state !== 'uploading' && endedAt === null && Date.now() - seenAt.getTime() > lostMs;
  return isLost ? 'interrupted' : (state as UploadState);
}

/** The report in a form that PostgreSQL can store. Names of columns may contain characters that PostgreSQL refuses; these are replaced. */
function jsonOf(report: Report): Prisma.InputJsonObject {
  const text = JSON.stringify(report, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  return JSON.parse(text) as Prisma.InputJsonObject;
}

function elsewhere({ host }: ImportUpload): DomainError {
  return new DomainError(
    'RECORD_NOT_FOUND',
    `The file of this upload is on the machine ${host}, or was removed; send the request to that machine, or upload the file again`,
  );
}
