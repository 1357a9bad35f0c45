import { Command, Option, SubCommand } from 'nest-commander';
import { ImportService, readSourceName, type RunOptions } from '../imports/import.service.js';
import { ImportsModule } from '../imports/imports.module.js';
import { type ImportEvent, noteOf } from '../imports/merging/import-events.js';
import { ImportStopped, type ImportSummary, progressLine, verdictOn } from '../imports/merging/import-summary.js';
import { AbsentRecordsService } from '../imports/absence/absent-records.service.js';
import { ImportJournal } from '../imports/import-journal.sql.js';
import { readShare } from '../imports/merging/change-guard.sql.js';
import { type ChangedRecord, ImportHistory } from '../imports/history/import-history.sql.js';
import { undoImport } from '../imports/undo/import.operations.js';
import type { ImportUndoService, UndoneImport } from '../imports/undo/import-undo.service.js';
import { CommandError, refusalOf, singleLine } from '../platform/errors/command-error.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { AdminCommand, DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import { refreshCounts } from './erase.command.js';
import type { CommandGroup } from './installation.js';
import { StatusLine, wholeNumber } from './terminal.js';
import type { Operation, Task } from '../operations/operation.js';

type MemberMap = NonNullable<RunOptions['map']>;
type ConstantValues = NonNullable<RunOptions['set']>;

/** The maximum of `--limit`. */
const maxListed = 10_000;

/** The maximum of `--jobs`, the number of threads. Each thread has a database session and some hundred megabytes of memory. */
const maxJobs = 32;

interface FileOptions {
  readonly format?: 'ndjson' | 'csv';
  readonly map?: MemberMap;
  readonly set?: ConstantValues;
  readonly sheet?: string;
  /** Whether the first row of the file names the columns; false with `--no-header`. */
  readonly header?: boolean;
  readonly columns?: readonly string[];
  readonly strict?: true;
  readonly rejects?: string;
  readonly maxRejects?: number;
  readonly jobs?: number;
  readonly source?: string;
  readonly dryRun?: true;
  /** The share of the records, from 0 to 1. */
  readonly maxChanged?: number;
  readonly yes?: true;
  readonly complete?: true;
}

/** The names of the columns of a file without a header row; undefined for a file that has one. */
function columnsOf({ header, columns }: FileOptions): readonly string[] | undefined {
  if (header === false && columns === undefined)
    throw new CommandError('--no-header needs --columns, the names of the columns in their order');
  if (header !== false && columns !== undefined)
    throw new CommandError('--columns is for a file without a header row; add --no-header, or use --map instead');
  return columns;
}

/** The base class of all commands that import a file: their options, progress line and summary. */
abstract class FileImportCommand extends AdminCommand {
  protected async importFile(
    kind: Parameters<ImportService['run']>[0],
    file: string,
    options: FileOptions,
    ownOptions: Pick<RunOptions, 'tenant' | 'types' | 'onStored'> = {},
  ): Promise<void> {
    const columnNames = columnsOf(options);
    const imports = await this.installation.service(ImportService);
    const display = new StatusLine(this.terminal.stderr);
    const interrupt = this.terminal.interruption();
    let columns: readonly object[] = [];
    let changes: object = {};
    let from: object = {};
    const observe = (event: ImportEvent): void => {
      if (event.kind === 'progress') display.show(progressLine(event));
      if (event.kind === 'columns') columns = event.columns;
      if (event.kind === 'changes') changes = { changes: { ...event.summary, ...event.page } };
      if (event.kind === 'table in an archive') from = { ...from, file_in_archive: event.name };
      if (event.kind === 'sheet') from = { ...from, sheet: event.name, other_sheets: event.others };
      const note = noteOf(event);
      if (note !== null) display.note(note);
    };
    const run = (maxChanged: number | null | undefined): Promise<ImportSummary> =>
      imports.run(kind, file, {
        ...ownOptions,
        maxChanged,
        isComplete: options.complete,
        isDryRun: options.dryRun,
        source: options.source,
        operator: this.installation.operator,
        format: options.format,
        map: options.map,
        set: options.set,
        sheet: options.sheet,
        columnNames,
        faults: options.strict === true ? 'reject' : 'warn',
        rejects: options.rejects,
        jobs: options.jobs,
        stdin: this.terminal.stdin,
        signal: interrupt,
        observe,
      });
    const work = run(options.yes === true ? null : options.maxChanged).catch(async (error: unknown) => {
      display.end();
      if (refusalOf(error)?.code !== 'TOO_MANY_CHANGES' || file === '-' || !this.terminal.canAsk) throw error;
      display.note(singleLine(error));
      if (!(await this.terminal.ask('Import the file all the same?'))) throw error;
      return run(null);
    });
    const summary = await this.summaryOf(work.finally(() => display.end()));
    const answer = { ...summary, ...from };
    this.terminal.answer(options.dryRun === true ? { dry_run: true, ...answer, columns, ...changes } : answer);
    if (interrupt.aborted) {
      throw new CommandError(
        'Interrupted; the records read so far are stored, and repeating the command imports the rest',
      );
    }
    // Signals do not change who works where, so the query fields need not be counted again.
    if (kind !== 'signals' && options.dryRun !== true) await refreshCounts(this.installation, this.terminal);
    const verdict = verdictOn(summary, options.maxRejects);
    if (verdict !== null) throw verdict;
  }

  /**
   * Returns the summary of an import. If the import stops with an error after at least one line, its summary is
   * printed, too.
   */
  private async summaryOf(work: Promise<ImportSummary>): Promise<ImportSummary> {
    try {
      return await work;
    } catch (error) {
      const isStored = refusalOf(error)?.code !== 'TOO_MANY_CHANGES';
      if (error instanceof ImportStopped && error.summary.read > 0 && isStored) this.terminal.answer(error.summary);
      throw error;
    }
  }

  @Option({ flags: '--format <format>', description: 'ndjson or csv; detected by default' })
  parseFormat(text: string): 'ndjson' | 'csv' {
    if (text !== 'ndjson' && text !== 'csv') throw new CommandError('--format must be ndjson or csv');
    return text;
  }

  @Option({
    flags: '--map <column=field>',
    description:
      'Imports a column or member of the file as the given field, or ignores the column if no field is given; repeatable',
  })
  parseMap(text: string, before: MemberMap = []): MemberMap {
    const [, column, field] = /^\s*(.*\S)\s*=\s*(\S*)\s*$/s.exec(text) ?? [];
    if (column === undefined || field === undefined)
      throw new CommandError(`--map must be COLUMN=FIELD, not "${text}"`);
    return [...before, [column, field]];
  }

  @Option({
    flags: '--set <field=value>',
    description: 'Gives this field the same value in every record, whatever the file says; repeatable',
  })
  parseSet(text: string, before: ConstantValues = []): ConstantValues {
    const [, field, value] = /^\s*([a-z_]+)\s*=\s*(.*\S)\s*$/s.exec(text) ?? [];
    if (field === undefined || value === undefined) throw new CommandError(`--set must be FIELD=VALUE, not "${text}"`);
    return [...before, [field, value]];
  }

  @Option({
    flags: '--sheet <name>',
    description: 'The sheet of an Excel workbook; by default the first visible one that looks like a table',
  })
  parseSheet(text: string): string {
    return text;
  }

  @Option({ flags: '--no-header', description: 'The file has no row with the names of its columns; needs --columns' })
  parseNoHeader(): false {
    return false;
  }

  @Option({
    flags: '--columns <names>',
    description:
      'The names of the columns of a file without a header row, separated by commas; an empty name ignores a column',
  })
  parseColumns(text: string): string[] {
    return text.split(',').map((name) => name.trim());
  }

  @Option({
    flags: '--strict',
    description: 'Rejects a record if any of its values is invalid, instead of storing its other values',
  })
  parseStrict(): true {
    return true;
  }

  @Option({
    flags: '--rejects <file>',
    description:
      'The file for rejected lines and warnings, which is overwritten; by default a new file in the folder of the input',
  })
  parseRejects(text: string): string {
    return text;
  }

  @Option({
    flags: '--dry-run',
    description: 'Stores nothing; says what would be stored, and which field each column fills',
  })
  parseDryRun(): true {
    return true;
  }

  @Option({
    flags: '--source <name>',
    description: 'The source of the values, such as a register; by default the name of the file',
  })
  parseSource(text: string): string {
    return readSourceName('--source', text);
  }

  @Option({
    flags: '--jobs <number>',
    description: 'The number of threads that check and store parts of a large file at the same time; 1 by default',
  })
  parseJobs(text: string): number {
    return wholeNumber('--jobs', text, maxJobs);
  }

  @Option({
    flags: '--max-rejects <number>',
    description: 'The maximum number of rejected lines; if more lines are rejected, the command exits with code 2',
  })
  parseMaxRejects(text: string): number {
    if (!/^\d{1,9}$/.test(text)) throw new CommandError('--max-rejects must be a whole number from 0 to 999999999');
    return Number(text);
  }
}

interface RecordOptions extends FileOptions {
  readonly keepExisting?: true;
}

/**
 * The base class of the imports of companies and of persons. Their option `--keep-existing` keeps the values of stored records.
 */
abstract class RecordImportCommand extends FileImportCommand {
  @Option({
    flags: '--keep-existing',
    description: 'Fills only blank fields of stored records, and changes no value that a record already has',
  })
  parseKeepExisting(): true {
    return true;
  }

  @Option({
    flags: '--max-changed <share>',
    description:
      'The share of the records of the file in which stored values may be replaced; an import that replaces more is refused and stores nothing; 30% by default',
  })
  parseMaxChanged(text: string): number {
    const share = readShare(text);
    if (share === null) throw new CommandError('--max-changed must be a share such as 20%, or a number from 0 to 1');
    return share;
  }

  @Option({
    flags: '--complete',
    description:
      'The file has all records of its --source: those that it lacks are marked as absent, and `import absent` lists or removes them',
  })
  parseComplete(): true {
    return true;
  }

  @Option({ flags: '--yes', description: 'Imports the file however many stored values it replaces' })
  parseYes(): true {
    return true;
  }
}

interface CompanyOptions extends RecordOptions {
  readonly matchOnly?: true;
}

@SubCommand({
  name: 'companies',
  arguments: '<file>',
  description:
    'Imports companies from CSV, JSON or an Excel workbook, plain, gzipped or in a ZIP archive; - is standard input',
})
class ImportCompaniesCommand extends RecordImportCommand {
  protected override change([file = '']: string[], options: CompanyOptions): Operation | null {
    return options.dryRun === true ? null : { kind: 'import companies', details: importIn(file, options) };
  }

  protected override async work([file = '']: string[], options: CompanyOptions): Promise<void> {
    if (options.matchOnly === true && (options.jobs ?? 1) > 1)
      throw new CommandError('--match-only works with one job; leave --jobs out');
    await this.importFile(options.matchOnly === true ? 'registers' : 'companies', file, options, {
      onStored: options.keepExisting === true ? 'keep' : 'replace',
    });
  }

  @Option({
    flags: '--match-only',
    description:
      'For files from company registers: adds legal and former names to stored companies with the same name and country, and creates no company',
  })
  parseMatchOnly(): true {
    return true;
  }
}

@SubCommand({
  name: 'persons',
  arguments: '<file>',
  description:
    'Imports persons from CSV, JSON or an Excel workbook, plain, gzipped or in a ZIP archive; - is standard input',
})
class ImportPersonsCommand extends RecordImportCommand {
  protected override change([file = '']: string[], options: RecordOptions): Operation | null {
    return options.dryRun === true ? null : { kind: 'import persons', details: importIn(file, options) };
  }

  protected override async work([file = '']: string[], options: RecordOptions): Promise<void> {
    await this.importFile('persons', file, options, { onStored: options.keepExisting === true ? 'keep' : 'replace' });
  }
}

interface SignalOptions extends FileOptions {
  readonly tenant?: string;
  readonly anyType?: true;
}

@SubCommand({
  name: 'signals',
  arguments: '<file>',
  description:
    'Imports signals of a tenant from CSV, JSON or an Excel workbook, plain, gzipped or in a ZIP archive; - is standard input',
})
class ImportSignalsCommand extends FileImportCommand {
  protected override change([file = '']: string[], options: SignalOptions): Operation | null {
    return options.dryRun === true ? null : { kind: 'import signals', details: importIn(file, options) };
  }

  protected override async work([file = '']: string[], options: SignalOptions): Promise<void> {
    const { tenant, anyType } = options;
    if (tenant === undefined) throw new CommandError('--tenant is missing: give the tenant that gets the signals');
    await this.importFile('signals', file, options, { tenant, types: anyType === true ? 'any' : 'listed' });
  }

  @Option({ flags: '--tenant <tenant>', description: 'The tenant of the signals' })
  parseTenant(text: string): string {
    return text;
  }

  @Option({
    flags: '--any-type',
    description: 'Also imports signals whose type is not in the list of known signal types',
  })
  parseAnyType(): true {
    return true;
  }
}

/** What the log of operators has of an import. */
function importIn(file: string, options: CompanyOptions & SignalOptions) {
  const { tenant, source, keepExisting, matchOnly, anyType, strict } = options;
  return { file, tenant, source, keep_existing: keepExisting, match_only: matchOnly, any_type: anyType, strict };
}

@SubCommand({ name: 'list', description: 'Lists past imports, the newest first' })
class ImportListCommand extends DisplayCommand {
  protected override async work(_: string[], { limit }: { readonly limit?: number }): Promise<void> {
    const journal = await this.installation.service(ImportJournal);
    this.terminal.present(await journal.newest(limit ?? 50));
  }

  @Option({ flags: '--limit <imports>', description: 'The number of imports to list, the newest first; 50 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxListed);
  }
}

@SubCommand({
  name: 'diff',
  arguments: '<import>',
  description: 'Shows what an import changed: a summary by field, and the values before and after',
})
class ImportDiffCommand extends DisplayCommand {
  protected override async work(
    [word = '']: string[],
    { limit, cursor }: { readonly limit?: number; readonly cursor?: string },
  ): Promise<void> {
    const id = idOfImport(word);
    const journal = await this.installation.service(ImportJournal);
    const history = await this.installation.service(ImportHistory);
    await journal.entry(id);
    const [summary, page] = [await history.summary(id), await history.page(id, cursor ?? null, limit ?? 100)];
    const { records, ...rest } = page;
    const changes = records.flatMap(changedLines);
    this.terminal.present(
      { import_id: id, ...summary, records, ...rest },
      { import_id: id, ...summary, changes, ...rest },
    );
  }

  @Option({ flags: '--limit <records>', description: 'The number of changed records to show; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxListed);
  }

  @Option({
    flags: '--cursor <cursor>',
    description: 'Shows the records after those of an earlier answer: its next_cursor',
  })
  parseCursor(text: string): string {
    return text;
  }
}

/** The changes of a record, each as a line of a table on a terminal. */
function changedLines({ name, website, network_url: page, changes }: ChangedRecord): object[] {
  const shown = (value: unknown): unknown =>
    value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
  return changes.map(({ field, before, after }) => ({
    record: name ?? website ?? page,
    field,
    before: shown(before),
    after: shown(after),
  }));
}

@SubCommand({
  name: 'undo',
  arguments: '<import>',
  description:
    'Takes back what an import, an undo, a merge or a removal changed; leaves what was changed or erased since, and says what and why',
})
class ImportUndoCommand extends OperationCommand<ImportUndoService, UndoneImport> {
  override async run(words: string[], options: object = {}): Promise<void> {
    await super.run(words, options);
    await refreshCounts(this.installation, this.terminal);
  }

  protected override task([word = '']: readonly string[]): Task<ImportUndoService, UndoneImport> {
    return undoImport(idOfImport(word), this.installation.operator);
  }
}

interface AbsentOptions {
  readonly olderThan?: number;
  readonly limit?: number;
  readonly remove?: true;
  readonly yes?: true;
}

@SubCommand({
  name: 'absent',
  arguments: '<source>',
  description: 'Lists the records that the last --complete file of a source did not have, or removes them',
})
class ImportAbsentCommand extends DisplayCommand {
  protected override change([source = '']: string[], { remove, olderThan = 0 }: AbsentOptions): Operation | null {
    return remove === true ? { kind: 'import absent', details: { source, older_than: olderThan, remove } } : null;
  }

  protected override async work([source = '']: string[], options: AbsentOptions): Promise<void> {
    const { olderThan: days = 0, limit = 100, remove, yes } = options;
    const absence = await this.installation.service(AbsentRecordsService);
    if (remove !== true) {
      this.terminal.present(await absence.list(source, { days, limit }));
      return;
    }
    const { operator } = this.installation;
    const interruption = this.terminal.interruption();
    const removed = await absence.remove(source, { days, isConfirmed: yes === true, operator, signal: interruption });
    this.terminal.answer(removed);
    await refreshCounts(this.installation, this.terminal);
    if (interruption.aborted) throw new CommandError('Interrupted; repeating the command removes the rest');
  }

  @Option({
    flags: '--older-than <days>',
    description: 'Only records that have been absent for so many days; 0 by default',
  })
  parseOlderThan(text: string): number {
    if (!/^\d{1,4}$/.test(text)) throw new CommandError('--older-than must be a number of days from 0 to 9999');
    return Number(text);
  }

  @Option({ flags: '--limit <records>', description: 'The number of records of each kind to list; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxListed);
  }

  @Option({
    flags: '--remove',
    description: 'Removes those that no other source has; `import undo` takes the removal back',
  })
  parseRemove(): true {
    return true;
  }

  @Option({ flags: '--yes', description: 'Removes them even if they are more than 30% of the records of the source' })
  parseYes(): true {
    return true;
  }
}

/** Reads the id of an import. */
function idOfImport(word: string): number {
  if (!/^[1-9]\d{0,14}$/.test(word))
    throw new CommandError('An import is named by its number; `import list` lists the imports');
  return Number(word);
}

@Command({
  name: 'import',
  description: 'Bulk import',
  subCommands: [
    ...[ImportCompaniesCommand, ImportPersonsCommand, ImportSignalsCommand, ImportListCommand],
    ...[ImportDiffCommand, ImportUndoCommand, ImportAbsentCommand],
  ],
})
class ImportCommand extends GroupCommand {}

export const importGroup: CommandGroup = {
  command: ImportCommand,
  modules: [ImportsModule, TenancyModule, QueryFieldModule],
};
