import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { ImportStopped, type ImportOptions, type ImportSummary } from '../dataset/bulk-import.js';
import { CompanyImportService } from '../dataset/company-import.service.js';
import { DatasetModule } from '../dataset/dataset.module.js';
import { progressLine } from '../dataset/import-progress.js';
import { PersonImportService } from '../dataset/person-import.service.js';
import { SignalImportService } from '../dataset/signal-import.service.js';
import { Refusal } from '../platform/refusal.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './command-group.js';
import { refreshCounts } from './refresh-counts.js';
import { StatusLine } from './status-line.js';

interface FileOptions {
  readonly format?: 'ndjson' | 'csv';
  readonly rejects?: string;
}

/** What all imports of a file have in common: the options, progress, the summary also of one that had to stop. */
abstract class FileImportCommand extends AdminCommand {
  protected async importFile(
    options: FileOptions,
    work: (settings: ImportOptions) => Promise<ImportSummary>,
  ): Promise<void> {
    const display = new StatusLine(this.terminal.stderr);
    const interrupt = this.terminal.interruption();
    const settings: ImportOptions = {
      format: options.format,
      rejects: options.rejects,
      stdin: this.terminal.stdin,
      signal: interrupt,
      onProgress: (progress) => display.show(progressLine(progress)),
      onRejectsFile: (path) => display.note(`Lines that cannot be imported go to ${path}`),
    };
    const summary = await this.summaryOf(work(settings).finally(() => display.end()));
    this.terminal.answer(summary);
    if (interrupt.aborted) {
      throw new Refusal('Interrupted; what was read until then is stored, and the same command goes on from there');
    }
  }

  /** The summary also of an import that had to stop is an answer. */
  private async summaryOf(work: Promise<ImportSummary>): Promise<ImportSummary> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ImportStopped) this.terminal.answer(error.summary);
      throw error;
    }
  }

  @Option({ flags: '--format <format>', description: 'ndjson or csv; recognised by default' })
  parseFormat(text: string): 'ndjson' | 'csv' {
    if (text !== 'ndjson' && text !== 'csv') throw new Refusal('--format must be ndjson or csv');
    return text;
  }

  @Option({ flags: '--rejects <file>', description: 'Where lines go that cannot be imported' })
  parseRejects(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'companies',
  arguments: '<file>',
  description: 'Imports companies from NDJSON or CSV, plain or gzipped; - is standard input',
})
export class ImportCompaniesCommand extends FileImportCommand {
  override async run([file = '']: string[], options: FileOptions): Promise<void> {
    const companies = await this.installation.service(CompanyImportService);
    await this.importFile(options, (settings) => companies.importCompanies(file, settings));
    await refreshCounts(this.installation, this.terminal);
  }
}

@SubCommand({
  name: 'persons',
  arguments: '<file>',
  description: 'Imports persons from NDJSON or CSV, plain or gzipped; - is standard input',
})
export class ImportPersonsCommand extends FileImportCommand {
  override async run([file = '']: string[], options: FileOptions): Promise<void> {
    const persons = await this.installation.service(PersonImportService);
    await this.importFile(options, (settings) => persons.importPersons(file, settings));
    await refreshCounts(this.installation, this.terminal);
  }
}

@SubCommand({
  name: 'signals',
  arguments: '<file>',
  description: 'Imports signals of a tenant from NDJSON or CSV, plain or gzipped; - is standard input',
})
export class ImportSignalsCommand extends FileImportCommand {
  override async run([file = '']: string[], options: FileOptions & { readonly tenant?: string }): Promise<void> {
    const { tenant } = options;
    if (tenant === undefined) throw new Refusal('--tenant is missing: whose signals they are');
    const signals = await this.installation.service(SignalImportService);
    await this.importFile(options, (settings) => signals.importSignals(file, tenant, settings));
  }

  @Option({ flags: '--tenant <tenant>', description: 'Whose signals they are' })
  parseTenant(text: string): string {
    return text;
  }
}

@Command({
  name: 'import',
  description: 'Bulk import',
  subCommands: [ImportCompaniesCommand, ImportPersonsCommand, ImportSignalsCommand],
})
export class ImportCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to import: companies, persons or signals');
  }
}

export const importGroup: CommandGroup = { command: ImportCommand, modules: [DatasetModule, TenancyModule] };
