import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { ImportStopped, type ImportOptions } from '../dataset/bulk-import.js';
import { CompanyImportService } from '../dataset/company-import.service.js';
import { ProgressDisplay } from '../dataset/import-progress.js';
import { Refusal } from '../platform/refusal.js';
import { answer } from './answer.js';
import { Installation } from './installation.js';

interface FileOptions {
  readonly format?: 'ndjson' | 'csv';
  readonly rejects?: string;
}

@SubCommand({
  name: 'companies',
  arguments: '<file>',
  description: 'Imports companies from NDJSON or CSV, plain or gzipped; - is standard input',
})
export class ImportCompaniesCommand extends CommandRunner {
  constructor(private readonly installation: Installation) {
    super();
  }

  override async run([file = '']: string[], options: FileOptions): Promise<void> {
    const companies = await this.installation.service(CompanyImportService);
    const display = new ProgressDisplay(process.stderr);
    const interrupt = new AbortController();
    process.once('SIGINT', () => {
      interrupt.abort();
    });
    const settings: ImportOptions = {
      ...options,
      signal: interrupt.signal,
      onProgress: (progress) => display.show(progress),
      onRejectsFile: (path) => display.note(`Lines that cannot be imported go to ${path}`),
    };
    try {
      answer(await companies.importCompanies(file, settings));
    } catch (error) {
      if (error instanceof ImportStopped) answer(error.summary);
      throw error;
    } finally {
      display.end();
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

@Command({ name: 'import', description: 'Bulk import', subCommands: [ImportCompaniesCommand] })
export class ImportCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to import: companies');
  }
}
