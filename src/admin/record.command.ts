import { Command, Option, SubCommand } from 'nest-commander';
import { ImportsModule } from '../imports/imports.module.js';
import { RecordModule } from '../records/record.module.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { SubjectFileService } from '../records/subject-file.service.js';
import { RecordService } from '../records/record.service.js';
import { CommandError } from '../platform/errors/command-error.js';
import { givenPerson, GivenPersonCommand, type PersonOptions } from './given-person.js';
import { AdminCommand, DisplayCommand, GroupCommand } from './admin-command.js';
import { refreshCounts } from './erase.command.js';
import {
  CompanyDistinctCommand,
  CompanyDuplicatesCommand,
  CompanyMergeCommand,
  PersonDistinctCommand,
  PersonDuplicatesCommand,
  PersonMergeCommand,
} from './merge.command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

const modules = [RecordModule, ImportsModule, QueryFieldModule];

@SubCommand({
  name: 'show',
  arguments: '<company>',
  description: 'Shows the stored data of a company, by website or alias, profile page, or numeric id',
})
export class CompanyShowCommand extends DisplayCommand {
  protected override async work([identifier = '']: string[]): Promise<void> {
    const records = await this.installation.service(RecordService);
    this.terminal.present(await records.company(identifier));
  }
}

@SubCommand({
  name: 'delete',
  arguments: '<company>',
  description: 'Deletes a company; its employees stay, with the employer data of their own records',
})
export class CompanyDeleteCommand extends AdminCommand {
  protected override change([company = '']: string[]): Operation {
    return { kind: 'company delete', details: { company } };
  }

  protected override async work([identifier = '']: string[]): Promise<void> {
    const records = await this.installation.service(RecordService);
    const { company, deleted } = await records.deleteCompany(identifier);
    const { name, website, network_url, network_id } = company;
    this.terminal.answer({ company: { name, website, network_url, network_id }, deleted });
  }
}

@Command({
  name: 'company',
  description: 'Single companies',
  subCommands: [
    ...[CompanyShowCommand, CompanyDeleteCommand],
    ...[CompanyMergeCommand, CompanyDuplicatesCommand, CompanyDistinctCommand],
  ],
})
export class CompanyCommand extends GroupCommand {}

export const companyGroup: CommandGroup = { command: CompanyCommand, modules };

@SubCommand({
  name: 'show',
  arguments: '[person]',
  description: 'Shows the stored data of a person, by profile page or e-mail address',
})
export class PersonShowCommand extends DisplayCommand {
  protected override async work([person]: string[], options: PersonOptions): Promise<void> {
    const { networkUrl, email } = givenPerson(person, options);
    const records = await this.installation.service(RecordService);
    this.terminal.present(await records.person(networkUrl ?? email ?? ''));
  }

  @Option({ flags: '--network-url <url>', description: 'The profile page of the person' })
  parseNetworkUrl(text: string): string {
    return text;
  }

  @Option({ flags: '--email <address>', description: 'An e-mail address of the person' })
  parseEmail(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'delete',
  arguments: '[person]',
  description: 'Deletes a person, whom a later import may bring again; `import undo` takes the deletion back',
})
export class PersonDeleteCommand extends GivenPersonCommand {
  protected override change(): Operation {
    return { kind: 'person delete', details: {} };
  }

  protected override async work([person]: string[], options: PersonOptions): Promise<void> {
    const { networkUrl, email } = givenPerson(person, options);
    const records = await this.installation.service(RecordService);
    this.terminal.answer(await records.deletePerson(networkUrl ?? email ?? '', this.installation.operator));
    await refreshCounts(this.installation, this.terminal);
  }
}

interface ExportOptions extends PersonOptions {
  readonly to?: string;
}

@SubCommand({
  name: 'export',
  arguments: '[person]',
  description: 'Writes all that is stored about a person into a new file, for the person who asks for it',
})
export class PersonExportCommand extends GivenPersonCommand {
  protected override change(): Operation {
    return { kind: 'person export', details: {} };
  }

  protected override async work([person]: string[], { to, ...options }: ExportOptions): Promise<void> {
    const { networkUrl, email } = givenPerson(person, options);
    if (to === undefined) throw new CommandError('--to is missing: give the path of the file to write');
    const files = await this.installation.service(SubjectFileService);
    this.terminal.answer(await files.write(networkUrl ?? email ?? '', to));
  }

  @Option({ flags: '--to <file>', description: 'The file to write, which must not exist; only you can read it' })
  parseTo(text: string): string {
    return text;
  }
}

@Command({
  name: 'person',
  description: 'Single persons',
  subCommands: [
    ...[PersonShowCommand, PersonDeleteCommand, PersonExportCommand],
    ...[PersonMergeCommand, PersonDuplicatesCommand, PersonDistinctCommand],
  ],
})
export class PersonCommand extends GroupCommand {
  protected override readonly elsewhere = '; erase person deletes a person for good';
}

export const personGroup: CommandGroup = { command: PersonCommand, modules };

interface DeleteOptions {
  readonly tenant?: string;
  readonly before?: string;
}

@SubCommand({ name: 'delete', description: 'Deletes the signals of a tenant before a day' })
export class SignalsDeleteCommand extends AdminCommand {
  protected override change(_: string[], { tenant = '', before = '' }: DeleteOptions): Operation {
    return { kind: 'signals delete', details: { tenant, before } };
  }

  protected override async work(_: string[], { tenant, before }: DeleteOptions): Promise<void> {
    if (tenant === undefined) throw new CommandError('--tenant is missing: give the tenant whose signals are deleted');
    if (before === undefined)
      throw new CommandError('--before is missing: give the first day of the signals to keep, as YYYY-MM-DD');
    const records = await this.installation.service(RecordService);
    const interruption = this.terminal.interruption();
    this.terminal.answer({ tenant, before, deleted: await records.deleteSignals(tenant, before, interruption) });
    if (interruption.aborted) throw new CommandError('Interrupted; repeating the command deletes the rest');
  }

  @Option({ flags: '--tenant <tenant>', description: 'The tenant of the signals' })
  parseTenant(text: string): string {
    return text;
  }

  @Option({ flags: '--before <date>', description: 'The first day of the signals to keep, YYYY-MM-DD' })
  parseBefore(text: string): string {
    return text;
  }
}

@Command({ name: 'signals', description: 'Signals of tenants', subCommands: [SignalsDeleteCommand] })
export class SignalsCommand extends GroupCommand {}

export const signalsGroup: CommandGroup = { command: SignalsCommand, modules };
