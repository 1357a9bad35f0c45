import { Command, Option, SubCommand } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { describeTeam, TeamService } from '../prospecting/teams/team.service.js';
import { AdminCommand, DisplayCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { parsedJson } from './terminal.js';
import type { Operation } from '../operations/operation.js';

@SubCommand({
  name: 'set',
  arguments: '<tenant> <team>',
  description: 'Creates a team or replaces its prospecting schema for later runs',
})
export class TeamSetCommand extends AdminCommand {
  protected override change([tenant = '', team = '']: string[]): Operation {
    return { kind: 'team set', details: { tenant, team } };
  }

  protected override async work(
    [tenant = '', name = '']: string[],
    { schema: file }: { readonly schema?: string },
  ): Promise<void> {
    if (file === undefined)
      throw new CommandError('--schema is missing: give a file with a JSON object; {} stands for the defaults');
    const schema = parsedJson('The schema', await this.terminal.read(file));
    const teams = await this.installation.service(TeamService);
    this.terminal.answer(describeTeam(await teams.set(tenant, name, schema)));
  }

  @Option({ flags: '--schema <file>', description: 'The JSON file with the schema; - is standard input' })
  parseSchema(text: string): string {
    return text;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the teams of a tenant with their schemas' })
export class TeamListCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[]): Promise<void> {
    const teams = await this.installation.service(TeamService);
    this.terminal.present((await teams.list(tenant)).map(describeTeam));
  }
}

@SubCommand({ name: 'show', arguments: '<tenant> <team>', description: 'Shows a team with its schema' })
export class TeamShowCommand extends DisplayCommand {
  protected override async work([tenant = '', name = '']: string[]): Promise<void> {
    const teams = await this.installation.service(TeamService);
    this.terminal.present(describeTeam(await teams.existing(tenant, name)));
  }
}

@SubCommand({
  name: 'delete',
  arguments: '<tenant> <team>',
  description: 'Deletes a team; its waiting runs use the default schema',
})
export class TeamDeleteCommand extends AdminCommand {
  protected override change([tenant = '', team = '']: string[]): Operation {
    return { kind: 'team delete', details: { tenant, team } };
  }

  protected override async work([tenant = '', name = '']: string[]): Promise<void> {
    const teams = await this.installation.service(TeamService);
    this.terminal.answer(describeTeam(await teams.remove(tenant, name)));
  }
}

@Command({
  name: 'team',
  description: "Tenants' teams and their prospecting schemas",
  subCommands: [TeamSetCommand, TeamListCommand, TeamShowCommand, TeamDeleteCommand],
})
export class TeamCommand extends GroupCommand {}

export const teamGroup: CommandGroup = { command: TeamCommand, modules: [RunsModule] };
