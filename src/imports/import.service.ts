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
import { ImportSession, ImportTurn } from './merging/import-session.sql.js';
import type { ImportObserver } from './merging/import-events.js';
import { countsOf, ImportStopped, type ImportSummary } from './merging/import-summary.js';
import { ImportJournal } from './import-journal.sql.js';
import { ColumnMapping } from './reading/column-mapping.js';
import { RunMemory } from './merging/run-memory.js';
import { maxSourceLength } from './merging/record-sources.js';

/** The minimum number of changed rows after which an import updates the statistics of the query planner. */
const analyzeThreshold = 1_000;

export interface RunOptions extends Omit<ImportOptions, 'importId'> {
  /** The tenant that owns the records. Only signals belong to a tenant. */
  readonly tenant?: string | undefined;
  /** The accepted types of signals; `listed` by default. */
  readonly types?: ImportSettings['types'] | undefined;
  /** Whether a value of a record replaces a different stored value (the default), or only fills a blank. */
  readonly onStored?: ImportSettings['onStored'] | undefined;
  /** The number of threads that parse and merge at the same time. With 1, the default, the main thread does everything. */
  readonly jobs?: number | undefined;
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
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Imports records of one kind from a file, or from standard input if the path is `-`. {@link importKinds} says what happens to a
   * record of each kind. Rejected lines are written to the rejects file.
   * @throws CommandError when the tenant does not exist or the file cannot be opened
   * @throws ImportStopped when reading or the database fails
   */
  async run(name: ImportKindName, source: string, options: RunOptions = {}): Promise<ImportSummary> {
    const kind: ImportKind<unknown> = importKinds[name];
    const { tenant, types = 'listed', onStored = 'replace', jobs = 1, isDryRun = false, ...others } = options;
    const { source: origin, fileName = printable(basename(source)), operator = null, ...fileOptions } = others;
    if (isDryRun && jobs > 1) throw new CommandError('--dry-run works with one job; leave --jobs out');
    const tenantId = tenant === undefined ? null : (await this.tenants.existing(tenant)).id;
    const sourceName = origin ?? (source === '-' ? 'standard input' : fileName.slice(0, maxSourceLength));
    const today = new Date().toISOString().slice(0, 10);
    const { buffer: memory } = new RunMemory();
    const settings = { hosts: this.config.networkHosts, tenantId, types, onStored, today, source: sourceName, memory };
    const session = await ImportSession.open(this.database.sessions, isDryRun ? 'dry run' : 'one job');
    try {
      const writer = await kind.writer(session, { ...settings, suppression: this.suppression });
      const run = (listed: ListedOptions): Promise<ImportSummary> => {
        const all = { rejectsFolder: this.config.dataDir, ...fileOptions, ...listed };
        if (jobs === 1) return runImport(source, this.target(kind, writer, settings), all);
        return this.runInThreads(name, source, { settings, jobs, fileOptions: all });
      };
      if (isDryRun) return await run({});
      const about = { kind: name, file: fileName, source: sourceName, tenant: tenant ?? null, operator };
      const summary = await this.listed(about, run, fileOptions);
      await kind.finish?.(session);
      if (summary.inserted + summary.updated >= analyzeThreshold) await session.analyze(kind.tables);
      return summary;
    } finally {
      await session.close();
    }
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
      await entry.end('failed', counts).catch(() => undefined);
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
        const task = { kind, url: this.database.sessionUrl, secret, settings, parsing };
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
