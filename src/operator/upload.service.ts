import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pLimit from 'p-limit';
import type { ImportUpload, Prisma } from '../generated/prisma/client.js';
import { ImportService, type RunOptions } from '../imports/import.service.js';
import { type ImportEvent, noteOf } from '../imports/merging/import-events.js';
import { ImportStopped, type ImportSummary, storedCounts } from '../imports/merging/import-summary.js';
import { StoppableWork } from '../platform/async/with-timeout.js';
import { configToken, type Config } from '../platform/config/config.js';
import { storable } from '../platform/database/text.js';
import { CommandError, refusalOf, singleLine } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Refusal } from '../platform/errors/refusal.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import type { NewUpload } from './imports.dto.js';
import { type SeenProgress, StoredProgress } from './stored-progress.js';
import { mappingOf } from './upload-mapping.js';
import { isUploadId, UploadFiles } from './upload-files.js';
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
/** The time limit of an import, in milliseconds. */
const longestMs = 86_400_000;
/** How long the service waits for running imports when it shuts down, in milliseconds. */
const stopTimeoutMs = 5_000;
/** How often a process records that it is alive while it has an import to run, in milliseconds. */
const aliveMs = 10_000;
/** How many changed records the report of a dry run has. */
const shownRecords = 25;
/** The maximum number of uploads whose files are still arriving. */
const maxUnfinished = 20;
/** How long an upload may receive nothing before a new upload can take its place, in milliseconds: one hour. */
const abandonedMs = 3_600_000;

type ImportKindName = Parameters<ImportService['run']>[0];
type ColumnUses = Extract<ImportEvent, { kind: 'columns' }>['columns'];
type FoundChanges = Extract<ImportEvent, { kind: 'changes' }>;
type Options = Pick<
  NewUpload,
  'source' | 'keep_existing' | 'max_changed' | 'strict' | 'any_type' | 'sheet' | 'map' | 'set'
>;

/**
 * Imports files that operators upload. A file is sent in pieces, because each request must arrive within 30 seconds. Each piece is
 * written to the disk while it arrives. When the file is complete, the import begins. A process imports one file at a time.
 */
@Injectable()
export class UploadService implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(UploadService.name);
  private readonly inTurn = pLimit(1);
  private readonly works = new StoppableWork();
  /** The ids of the uploads that this process is importing, or is going to import. */
  private readonly importing = new Set<string>();
  /** The last change of each upload that is under way, by the id of the upload. The next change of this upload waits for it. */
  private readonly changes = new Map<string, Promise<unknown>>();
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
   * @throws CommandError if the file is too large, or too many uploads are not complete
   */
  async begin({ kind, file, size_bytes: size, tenant, dry_run: isDryRun, ...options }: NewUpload) {
    const { operatorUploadBytes: most } = this.config;
    if (size > most)
      throw new CommandError(
        `An uploaded file may have at most ${most / 1024 / 1024} MiB (OPERATOR_UPLOAD_MB); import it with a command`,
      );
    return this.inOrder('new', async () => {
      await this.makeRoom();
      const id = await this.files.create(file);
      const about = { id, kind, file, sizeBytes: BigInt(size), tenant: tenant ?? null, isDryRun: isDryRun === true };
      return this.described(
        await this.uploads.add({ ...about, host: hostname(), options: { ...options } as Prisma.InputJsonObject }),
      );
    });
  }

  /**
   * Makes sure that one more upload can begin. If too many uploads are not complete, those that were abandoned first are deleted.
   * @throws CommandError if there are too many, and not enough of them are abandoned
   */
  private async makeRoom(): Promise<void> {
    const unfinished = await this.uploads.unfinished();
    const surplus = unfinished.slice(0, Math.max(0, unfinished.length - maxUnfinished + 1));
    if (surplus.some(({ seenAt }) => Date.now() - seenAt.getTime() < abandonedMs))
      throw new CommandError(
        `${unfinished.length} uploads are not complete, so no other one can begin; complete one of them, or wait until one has received nothing for an hour`,
      );
    for (const { id } of surplus) {
      await this.uploads.remove(id);
      await this.files.removeContent(id);
    }
  }

  /**
   * Takes a piece of a file. After the last piece the import begins.
   * @param offset the position of the piece in the file, in bytes. It must be where the last piece ended.
   * @param operator the address of the operator, which the list of imports shows
   * @throws CommandError if the piece does not belong there
   */
  take(id: string, offset: number, piece: AsyncIterable<Buffer>, operator: RunOptions['operator']) {
    return this.inOrder(id, () => this.takeNext(id, offset, piece, operator));
  }

  private async takeNext(id: string, offset: number, piece: AsyncIterable<Buffer>, operator: RunOptions['operator']) {
    const upload = await this.existing(id);
    if (upload.state !== 'uploading')
      throw new CommandError('The file of this upload is complete already; begin a new upload to import another file');
    const received = await this.receivedOf(upload);
    if (offset !== received) throw new CommandError(`The next piece has to begin at the offset ${received}`);
    const size = Number(upload.sizeBytes);
    await this.files.write(id, upload.file, offset, piece, Math.min(pieceBytes, size - offset));
    await this.uploads.noteAlive(id);
    if ((await this.receivedOf(upload)) === size && (await this.uploads.claim(id))) this.start(upload, operator);
    return this.byId(id);
  }

  async byId(id: string) {
    return this.described(await this.existing(id));
  }

  async newest(limit: number) {
    const newest = await this.uploads.newest(limit);
    // The changes are left out of the list, because those of many uploads together would be too long.
    return Promise.all(newest.map(async (upload) => ({ ...(await this.described(upload)), changes: null })));
  }

  /** A part of the rejected lines and warnings of an upload. @param start 0 for the first part, or `next` of the part before */
  async rejects(id: string, start: number) {
    const upload = await this.existing(id);
    const part = await this.files.rejects(id, start);
    if (part !== null) return part;
    if (upload.host !== hostname()) throw elsewhere(upload);
    return { rejects: [], next: null };
  }

  /** Makes a change of an upload after all earlier ones, so that of several first pieces only one is written. */
  private async inOrder<T>(id: string, change: () => Promise<T>): Promise<T> {
    const before = this.changes.get(id) ?? Promise.resolve();
    const made = before.catch(() => undefined).then(change);
    this.changes.set(id, made);
    try {
      return await made;
    } finally {
      if (this.changes.get(id) === made) this.changes.delete(id);
    }
  }

  private async existing(id: string): Promise<ImportUpload> {
    const upload = isUploadId(id) ? await this.uploads.byId(id) : null;
    if (upload === null) throw new DomainError('RECORD_NOT_FOUND', `There is no upload "${id}"`);
    return upload;
  }

  private async receivedOf(upload: ImportUpload): Promise<number> {
    const received = await this.files.sizeOf(upload.id, upload.file);
    if (received === null) throw elsewhere(upload);
    return received;
  }

  private start(upload: ImportUpload, operator: RunOptions['operator']): void {
    this.importing.add(upload.id);
    const alive = setInterval(() => void this.uploads.noteAlive(upload.id).catch(() => undefined), aliveMs);
    this.works
      .run(longestMs, (signal) => this.inTurn(() => this.work(upload, operator, signal)))
      .catch((error: unknown) => {
        this.logger.warn(`The outcome of the import of an uploaded file could not be stored: ${singleLine(error)}`);
      })
      .finally(() => {
        clearInterval(alive);
        this.importing.delete(upload.id);
      });
  }

  /** Imports a file that has arrived completely, and stores the outcome. */
  private async work(upload: ImportUpload, operator: RunOptions['operator'], signal: AbortSignal): Promise<void> {
    const { id, kind, file } = upload;
    const path = this.files.pathOf(id, file);
    /** Names the file as the operator did. */
    const named = (text: string): string => text.replaceAll(path, file);
    const report: Report = {
      ...{ summary: null, columns: [], notes: [], noteKinds: [], changes: null },
      ...{ failure: null, refusal: null },
    };
    const progress = new StoredProgress((seen) => this.uploads.noteProgress(id, seen));
    let linked = Promise.resolve();
    const observe = (event: ImportEvent): void => {
      // If the upload cannot be linked to its import, the import goes on.
      if (event.kind === 'begun') linked = this.uploads.noteImport(id, event.importId).catch(() => undefined);
      if (event.kind === 'progress') progress.show(event);
      if (event.kind === 'columns') report.columns = event.columns;
      if (event.kind === 'changes')
        report.changes = { ...event.summary, records: event.page.records.slice(0, shownRecords) };
      // The path of the rejects file is of no use to an operator of the API, who gets the rejected lines with a request of their own.
      const note = event.kind === 'rejects file' ? null : noteOf(event);
      if (note === null) return;
      report.notes.push(note);
      report.noteKinds.push(event.kind);
    };
    try {
      progress.show({ ...storedCounts({}), bytesRead: 0, totalBytes: Number(upload.sizeBytes) });
      report.summary = await this.imports.run(kind as ImportKindName, path, {
        ...this.optionsOf(upload),
        operator,
        signal,
        observe,
      });
      if (!upload.isDryRun && kind !== 'signals') await this.counts.refreshNow().catch(() => undefined);
      await Promise.all([linked, progress.settled]);
      await this.uploads.end(id, signal.aborted ? 'interrupted' : 'complete', jsonOf(report, named));
    } catch (error) {
      if (error instanceof ImportStopped) report.summary = error.summary;
      if (!(error instanceof CommandError))
        this.logger.error(`The import of an uploaded file failed: ${singleLine(error)}`);
      report.failure = error instanceof CommandError ? error.message : 'The service failed; its log says why.';
      report.refusal = refusalOf(error instanceof ImportStopped ? error.reason : error);
      await Promise.all([linked, progress.settled]);
      await this.uploads.end(id, signal.aborted ? 'interrupted' : 'failed', jsonOf(report, named));
    } finally {
      await this.files.removeContent(id);
    }
  }

  private optionsOf({ id, file, tenant, isDryRun, options }: ImportUpload): RunOptions {
    const { source, keep_existing: keepsExisting, max_changed, strict, any_type: anyType } = options as Options;
    const { sheet, map, set } = options as Options;
    return {
      tenant: tenant ?? undefined,
      isDryRun,
      fileName: file,
      source: source ?? undefined,
      onStored: keepsExisting === true ? 'keep' : 'replace',
      maxChanged: max_changed ?? undefined,
      faults: strict === true ? 'reject' : 'warn',
      types: anyType === true ? 'any' : 'listed',
      rejects: this.files.rejectsOf(id),
      sheet: sheet ?? undefined,
      ...mappingOf({ map, set }),
    };
  }

  /**
   * Ends the imports of processes that were killed. Then it deletes the uploaded files on this machine whose imports have ended: a
   * process that was killed could not delete its files.
   */
  async endLost(): Promise<void> {
    await this.uploads.endLost(new Date(Date.now() - lostMs), [...this.importing]);
    const ended = await this.uploads.endedAmong(await this.files.ids());
    await Promise.all(ended.filter((id) => !this.importing.has(id)).map((id) => this.files.removeContent(id)));
  }

  /** Deletes uploads that began more than a week ago, with their rejected lines. */
  async forgetOld(): Promise<void> {
    const before = new Date(Date.now() - keptMs);
    await this.uploads.forget(before);
    await this.files.removeOld(before);
  }

  /** An upload as the API shows it. */
  private async described(upload: ImportUpload) {
    const report = upload.report as Partial<Report>;
    const { summary = null, columns = [], notes = [], noteKinds = [] } = report;
    const { changes = null, failure = null, refusal = null } = report;
    const seen = upload.progress as Partial<SeenProgress>;
    const isBegun = upload.state !== 'uploading';
    const size = Number(upload.sizeBytes);
    return {
      upload_id: upload.id,
      import_id: upload.importId === null ? null : Number(upload.importId),
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
      ...storedCounts(summary ?? seen),
      columns,
      notes,
      note_kinds: notes.map((_, index) => noteKinds[index] ?? null),
      changes,
      failure,
      refusal,
    };
  }
}

/** What is stored about an import that has ended. */
interface Report {
  summary: ImportSummary | null;
  columns: ColumnUses;
  readonly notes: string[];
  /** The kind of the event of each note, in the order of the notes. Reports of earlier versions have no kinds. */
  readonly noteKinds: ImportEvent['kind'][];
  /** What a dry run would change. An erasure removes it from the reports about persons. */
  changes: (FoundChanges['summary'] & Pick<FoundChanges['page'], 'records'>) | null;
  failure: string | null;
  /** The failure as a program reads it, if it has a code. */
  refusal: Refusal | null;
}

/**
 * The state of an upload. If the process of an import was killed, the database still says that the import waits or runs. So an
 * import whose process has not been alive for a minute counts as interrupted.
 */
function stateOf({ state, endedAt, seenAt }: ImportUpload): UploadState {
  const isLost = state !== 'uploading' && endedAt === null && Date.now() - seenAt.getTime() > lostMs;
  return isLost ? 'interrupted' : (state as UploadState);
}

/**
 * The report in a form that PostgreSQL can store. Names of columns may contain characters that PostgreSQL refuses; these are replaced.
 * @param written how each text of the report is written
 */
function jsonOf(report: Report, written: (text: string) => string): Prisma.InputJsonObject {
  const text = JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? storable(written(value)) : value,
  );
  return JSON.parse(text) as Prisma.InputJsonObject;
}

function elsewhere({ host }: ImportUpload): DomainError {
  return new DomainError(
    'RECORD_NOT_FOUND',
    `The file of this upload is on the machine ${host}, or was removed; send the request to that machine, or upload the file again`,
  );
}
