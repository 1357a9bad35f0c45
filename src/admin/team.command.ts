import { Command, Option, SubCommand } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { deleteTeam, setTeam } from '../prospecting/teams/team.operations.js';
import { describeTeam, TeamService } from '../prospecting/teams/team.service.js';
import { DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { parsedJson } from './terminal.js';

@SubCommand({
  name: 'set',
  arguments: '<tenant> <team>',
  description: 'Creates a team or replaces its prospecting schema for later runs',
})
export class TeamSetCommand extends OperationCommand<TeamService, object> {
  protected override async task([tenant = '', name = '']: string[], { schema: file }: { readonly schema?: string }) {
    if (file === undefined)
      throw new CommandError('--schema is missing: give a file with a JSON object; {} stands for the defaults');
    return setTeam(tenant, name, parsedJson('The schema', await this.terminal.read(file)));
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
export class TeamDeleteCommand extends OperationCommand<TeamService, object> {
  protected override task([tenant = '', name = '']: string[]) {
    return deleteTeam(tenant, name);
  }
}

@Command({
  name: 'team',
  description: "Tenants' teams and their prospecting schemas",
  subCommands: [TeamSetCommand, TeamListCommand, TeamShowCommand, TeamDeleteCommand],
})
export class TeamCommand extends GroupCommand {}

export const teamGroup: CommandGroup = { command: TeamCommand, modules: [RunsModule] };
