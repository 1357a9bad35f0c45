import { Command, Option, SubCommand } from 'nest-commander';
import { progressLine } from '../imports/merging/import-summary.js';
import { CommandError } from '../platform/errors/command-error.js';
import type { CountProgress } from '../tenancy/query-fields/query-count.service.js';
import { deleteQueryField, setQueryField } from '../tenancy/query-fields/query-field.operations.js';
import { describeQueryField, QueryFieldService } from '../tenancy/query-fields/query-field.service.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { parsedJson, StatusLine } from './terminal.js';

interface SetOptions {
  readonly scope?: string;
  readonly definition?: string;
  readonly metadata?: true;
}

@SubCommand({
  name: 'set',
  arguments: '<tenant> <name>',
  description: 'Creates or replaces a query field and counts it for all companies',
})
export class QuerySetCommand extends OperationCommand<QueryFieldService, object> {
  private readonly display = new StatusLine(this.terminal.stderr);

  override async run(words: string[], options: SetOptions = {}): Promise<void> {
    try {
      await super.run(words, options);
    } finally {
      this.display.end();
    }
  }

  protected override async task([tenant = '', name = '']: string[], options: SetOptions) {
    const { scope, metadata = false } = options;
    if (scope === undefined) throw new CommandError('--scope is missing: company, person or both');
    if (options.definition === undefined) {
      throw new CommandError(
        '--definition is missing: a JSON object, {} for all persons, or @ and the path of a file with one',
      );
    }
    const definition = await this.readDefinition(options.definition);
    const onProgress = (progress: CountProgress): void => this.display.show(progressLine(shownProgress(progress)));
    return setQueryField(tenant, name, { scope, definition, metadata }, { onProgress });
  }

  private async readDefinition(given: string): Promise<unknown> {
    return parsedJson('--definition', given.startsWith('@') ? await this.terminal.read(given.slice(1)) : given);
  }

  @Option({ flags: '--scope <scope>', description: 'company (an employee count), person (1 or 0) or both' })
  parseScope(text: string): string {
    return text;
  }

  @Option({
    flags: '--definition <json>',
    description:
      'JSON with any of the lists titles, exclude_titles, seniorities, personas, technologies, countries; a person must fit all of them; @<file> reads it from a file, @- from standard input',
  })
  parseDefinition(text: string): string {
    return text;
  }

  @Option({ flags: '--metadata', description: 'Adds the field to answers with include_metadata' })
  parseMetadata(): true {
    return true;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the query fields of a tenant' })
export class QueryListCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[]): Promise<void> {
    const fields = await this.installation.service(QueryFieldService);
    this.terminal.present((await fields.list(tenant)).map(describeQueryField));
  }
}

@SubCommand({
  name: 'delete',
  arguments: '<tenant> <name>',
  description: 'Deletes a query field and its counts',
})
export class QueryDeleteCommand extends OperationCommand<QueryFieldService, object> {
  protected override task([tenant = '', name = '']: string[]) {
    return deleteQueryField(tenant, name);
  }
}

@Command({
  name: 'query',
  description: "Tenants' query fields: employee counts of companies, and 1 or 0 for persons",
  subCommands: [QuerySetCommand, QueryListCommand, QueryDeleteCommand],
})
export class QueryCommand extends GroupCommand {}

export const queryGroup: CommandGroup = { command: QueryCommand, modules: [TenancyModule, QueryFieldModule] };

/**
 * Converts the progress of a count into the progress of an import, because one function formats the progress lines of both. The number
 * of employees stands for the rows and for the bytes.
 */
function shownProgress({ employees, total, seconds }: CountProgress): Parameters<typeof progressLine>[0] {
  return { read: employees, rejected: 0, bytesRead: employees, totalBytes: total, seconds };
}
