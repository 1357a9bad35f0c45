import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import type { Operator } from '../operations/operation.js';
import { Pepper } from '../platform/auth/pepper.sql.js';
import { never } from '../platform/async/with-timeout.js';
import { Database } from '../platform/database/database.js';
import { isPrintable, printable } from '../platform/database/text.js';
import { CommandError } from '../platform/errors/command-error.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { type ImportKind, type ImportKindName, importKinds, type ImportSettings } from './import-kinds.js';
import { ImportThreads, type ThreadTask } from './import-threads.js';
import { type ImportOptions, type ImportTarget, type ParallelTarget, runImport } from './merging/bulk-import.js';
import {
  ChangeGuard,
  fewestReplaced,
  readingOf,
  refusalAhead,
  ReplacedRecords,
  TooManyChanges,
  usualShare,
} from './merging/change-guard.sql.js';
import { ImportHistory } from './history/import-history.sql.js';
import { noteAbsentRecords } from './absence/absent-records.sql.js';
import { ImportUndoService } from './undo/import-undo.service.js';
import { entryOfDryRun, ImportSession, ImportTurn } from './merging/import-session.sql.js';
import type { ImportObserver } from './merging/import-events.js';
import { countsOf, ImportStopped, type ImportSummary } from './merging/import-summary.js';
import { ImportJournal } from './import-journal.sql.js';
import { ColumnMapping } from './reading/column-mapping.js';
import { RunMemory } from './merging/run-memory.js';
import { maxSourceLength } from './merging/record-sources.js';

/** The minimum number of changed rows after which an import updates the statistics of the query planner. */
const analyzeThreshold = 1_000;

/** An import that updates more records is not searched for suspicious patterns at its end. */
const mostJudged = 20_000;
/** How many changed records a dry run shows. */
const shownRecords = 100;
export interface RunOptions extends Omit<ImportOptions, 'importId' | 'guard'> {
  /** The tenant that owns the records. Only signals belong to a tenant. */
  readonly tenant?: string | undefined;
  /** The accepted types of signals; `listed` by default. */
  readonly types?: ImportSettings['types'] | undefined;
  /** Whether a value of a record replaces a different stored value (the default), or only fills a blank. */
  readonly onStored?: ImportSettings['onStored'] | undefined;
  /** The number of threads that parse and merge at the same time. With 1, the default, the main thread does everything. */
  readonly jobs?: number | undefined;
  /**
   * The share of the records of the file, from 0 to 1, in which stored values may be replaced; by default {@link usualShare}, and null for
   * any share. An import that replaces more is refused, and stores nothing.
   */
  readonly maxChanged?: number | null | undefined;
  /**
   * Whether the file has all records of its source: those of this source that it does not have are marked as absent. The source must be
   * given.
   */
  readonly isComplete?: boolean | undefined;
  /** Whether the import is a dry run: it only says what it would do, and stores nothing. */
  readonly isDryRun?: boolean | undefined;
  /** The name of the source of the values; by default the name of the file. */
  readonly source?: string | undefined;
  /** The name under which the file appears in the list of imports; by default the last part of its path. */
  readonly fileName?: string | undefined;
  /** The operator who runs the import; null or absent if the service runs it by itself. */
  readonly operator?: Operator | null | undefined;
}

@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    private readonly tenants: TenantService,
    private readonly pepper: Pepper,
    private readonly journal: ImportJournal,
    private readonly history: ImportHistory,
    private readonly undos: ImportUndoService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Imports records of one kind from a file, or from standard input if the path is `-`. {@link importKinds} says what happens to a
   * record of each kind. Rejected lines are written to the rejects file.
   * @throws CommandError when the tenant does not exist or the file cannot be opened
   * @throws ImportStopped when reading or the database fails; its reason is a {@link TooManyChanges} if the import was refused, and then
   * nothing of it is stored
   */
  async run(name: ImportKindName, source: string, options: RunOptions = {}): Promise<ImportSummary> {
    try {
      return await this.runOnce(name, source, options);
    } catch (error) {
      const summary = isRefusal(error) ? error.summary : null;
      // The batches before the one at which the share became too large are stored.
      if (summary !== null && summary.import_id !== null && changesOf(summary) > 0)
        await this.undos.undo(summary.import_id, options.operator ?? null);
      throw error;
    }
  }

  private async runOnce(name: ImportKindName, source: string, options: RunOptions): Promise<ImportSummary> {
    const kind: ImportKind<unknown> = importKinds[name];
    const { tenant, types = 'listed', onStored = 'replace', jobs = 1, isDryRun = false, ...given } = options;
    const { maxChanged = usualShare, isComplete = false, ...others } = given;
    const { source: origin, fileName = printable(basename(source)), operator = null, ...fileOptions } = others;
    if (isDryRun && jobs > 1) throw new CommandError('--dry-run works with one job; leave --jobs out');
    if (isComplete && name === 'registers')
      throw new CommandError('--complete does not go with --match-only, because such an import only adds names');
    if (isComplete && (origin === undefined || onStored === 'keep'))
      throw new CommandError(
        origin === undefined
          ? '--complete needs --source, the name under which all files of this source are imported'
          : '--complete does not go with --keep-existing, because such an import confirms no stored value',
      );
    const tenantId = tenant === undefined ? null : (await this.tenants.existing(tenant)).id;
    const sourceName = origin ?? (source === '-' ? 'standard input' : fileName.slice(0, maxSourceLength));
    const today = new Date().toISOString().slice(0, 10);
    const { buffer: memory } = new RunMemory();
    const settings = { hosts: this.config.networkHosts, tenantId, types, onStored, today, source: sourceName, memory };
    const session = await ImportSession.open(this.database.sessions, isDryRun ? 'dry run' : 'one job');
    try {
      const writer = await kind.writer(session, { ...settings, suppression: this.suppression });
      const run = async (listed: ListedOptions): Promise<ImportSummary> => {
        if (listed.importId !== undefined) await session.holdEntry(listed.importId);
        const guard =
          maxChanged === null || listed.importId === undefined
            ? undefined
            : new ChangeGuard(maxChanged, listed.importId, this.history);
        const all = { rejectsFolder: this.config.dataDir, ...fileOptions, ...listed, guard };
        const work = async (): Promise<ImportSummary> => {
          if (jobs > 1) return this.runInThreads(name, source, { settings, jobs, fileOptions: all });
          if (all.importId !== undefined) await session.record(all.importId);
          session.observer = new ReplacedRecords(session, async (replaced, history) => guard?.note(replaced, history));
          const done = await runImport(source, this.target(kind, writer, settings), all);
          session.observer = null;
          if (all.importId !== undefined) await session.record(null);
          return done;
        };
        const summary = await work();
        await guard?.decideAtEnd().catch((error: unknown) => {
          throw error instanceof TooManyChanges ? new ImportStopped(error, summary, { cause: error }) : error;
        });
        return summary;
      };
      if (isDryRun) return await this.dryRun(session, () => run({}), { observe: options.observe, maxChanged });
      const about = { kind: name, file: fileName, source: sourceName, tenant: tenant ?? null, operator };
      const summary = await this.listed(about, run, fileOptions);
      await kind.finish?.(session);
      // An interrupted import has not read the rest of its file.
      const isWhole = isComplete && fileOptions.signal?.aborted !== true;
      const absent = await this.noteAbsent(name, session, { summary, source: sourceName, isComplete: isWhole });
      if (maxChanged !== null) await this.tellSuspicious(summary, options.observe);
      if (summary.inserted + summary.updated >= analyzeThreshold) await session.analyze(kind.tables);
      return absent === null ? summary : { ...summary, absent };
    } finally {
      await session.close();
    }
  }

  /** Runs a dry run, and tells what it would change. Its history is rolled back with everything else. */
  private async dryRun(
    session: ImportSession,
    run: () => Promise<ImportSummary>,
    { observe, maxChanged }: Pick<RunOptions, 'observe'> & { readonly maxChanged: number | null },
  ): Promise<ImportSummary> {
    await session.record(entryOfDryRun);
    const summary = await run();
    const records = summary.read - summary.rejected;
    if (observe !== undefined && records > 0) {
      const history = readingOf(session);
      const changes = await history.summary(entryOfDryRun);
      const warnings = [...refusalAhead(changes.replaced, records, maxChanged), ...changes.warnings];
      const page = await history.page(entryOfDryRun, null, shownRecords);
      observe({ kind: 'changes', summary: { ...changes, warnings }, page });
    }
    return summary;
  }

  /**
   * Marks the records of a source that a complete file did not have, and takes the marks from those that the file had.
   * @returns the number of records of the source that are absent now; null for a file that is not complete
   */
  private async noteAbsent(
    name: ImportKindName,
    session: ImportSession,
    { summary, source, isComplete }: { summary: ImportSummary; source: string; isComplete: boolean },
  ): Promise<number | null> {
    if (summary.import_id === null || (name !== 'companies' && name !== 'persons')) return null;
    const kind = name === 'companies' ? 'company' : 'person';
    return noteAbsentRecords(session, { kind, source, entry: summary.import_id, isComplete });
  }

  /** Tells of patterns in the changes that are typical for a wrong file. A large import is not searched, because the search reads all its changes. */
  private async tellSuspicious(
    { import_id: id, updated }: ImportSummary,
    observe: ImportObserver | undefined,
  ): Promise<void> {
    if (id === null || updated === 0 || updated > mostJudged) return;
    const warnings = await this.history.warnings(id);
    if (warnings.length > 0 && (await this.history.replaced(id)) >= fewestReplaced)
      observe?.({ kind: 'suspicious changes', importId: id, warnings });
  }

  /** Runs an import, and writes its start, its counts and its outcome to the journal of imports. */
  private async listed(
    about: Parameters<ImportJournal['open']>[0],
    run: (listed: ListedOptions) => Promise<ImportSummary>,
    { observe, signal }: Pick<RunOptions, 'observe' | 'signal'>,
  ): Promise<ImportSummary> {
    const entry = await this.journal.open(about);
    const both: ImportObserver = (event) => {
      entry.observe(event);
      observe?.(event);
    };
    try {
      both({ kind: 'begun', importId: entry.id });
      const summary = await run({ importId: entry.id, observe: both });
      await entry.end(signal?.aborted === true ? 'interrupted' : 'complete', countsOf(summary));
      return summary;
    } catch (error) {
      const counts = error instanceof ImportStopped ? countsOf(error.summary) : null;
      // If the journal cannot be written either, that error is ignored: the error of the import says more.
      await entry.end(isRefusal(error) ? 'refused' : 'failed', counts).catch(() => undefined);
      throw error;
    }
  }

  private target(
    kind: ImportKind<unknown>,
    writer: Pick<ImportTarget<unknown>, 'merge'>,
    settings: ThreadTask['settings'],
  ): ImportTarget<unknown> {
    const all = { ...settings, suppression: this.suppression };
    return {
      shape: kind.shape,
      hosts: settings.hosts,
      parse: (record, format) => kind.parse(record, format, all),
      merge: (rows) => writer.merge(rows),
    };
  }

  private async runInThreads(
    kind: ImportKindName,
    source: string,
    { settings, jobs, fileOptions }: ThreadedRun,
  ): Promise<ImportSummary> {
    const { signal = never, observe } = fileOptions;
    const onWait = (holder: string): void => observe?.({ kind: 'waiting', holder });
    const turn = await ImportTurn.take(this.database.sessions, signal, onWait).catch((error: unknown) => {
      throw signal.aborted ? new CommandError('Interrupted before the import began') : error;
    });
    let threads: ImportThreads | null = null;
    const target: ParallelTarget = {
      shape: importKinds[kind].shape,
      hosts: settings.hosts,
      workers: async (parsing) => {
        const { secret } = this.pepper;
        const entry = fileOptions.importId ?? null;
        const task = { kind, url: this.database.sessionUrl, secret, settings, parsing, entry };
        threads = await ImportThreads.start(task, jobs, () => turn.assertHeld());
        return threads.workers;
      },
    };
    try {
      return await runImport(source, target, fileOptions);
    } finally {
      await (threads as ImportThreads | null)?.close();
      await turn.close();
    }
  }
}

/** Whether an import was stopped because it replaces too many stored values. */
function isRefusal(error: unknown): error is ImportStopped {
  return error instanceof ImportStopped && error.reason instanceof TooManyChanges;
}

function changesOf({ inserted, updated, joined }: ImportSummary): number {
  return inserted + updated + joined;
}

/** What an import in the journal adds to the options of its file. */
type ListedOptions = Pick<ImportOptions, 'importId' | 'observe'>;

interface ThreadedRun {
  readonly jobs: number;
  readonly settings: ThreadTask['settings'];
  readonly fileOptions: ImportOptions;
}

/**
 * Checks the fields that columns get by hand, and the values that all records get, before the file is there.
 * @throws CommandError when a field is unknown, or when a column or a value cannot be used
 */
export function assertMapping(name: ImportKindName, { map, set }: Pick<RunOptions, 'map' | 'set'>): void {
  void new ColumnMapping(importKinds[name].shape, map, set);
}

/**
 * Reads the name of the source that an operator gives for an import. White space at its ends is left out.
 * @param what the subject of the message, such as `--source`
 * @throws CommandError when the name is invalid
 */
export function readSourceName(what: string, text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= maxSourceLength && isPrintable(name)) return name;
  throw new CommandError(
    `${what} must be a name of at most ${maxSourceLength} characters, without control characters and invisible marks`,
  );
}
