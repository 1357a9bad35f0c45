import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { oneLine } from '../platform/one-line.js';
import { Refusal } from '../platform/refusal.js';
import { ProspectingModule } from '../prospecting/prospecting.module.js';
import { TeamService } from '../prospecting/team.service.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './command-group.js';

type StoredTeam = Awaited<ReturnType<TeamService['set']>>;

@SubCommand({
  name: 'set',
  arguments: '<tenant> <team>',
  description: 'Creates a team or replaces its prospecting schema, which its runs use from then on',
})
export class TeamSetCommand extends AdminCommand {
  override async run(
    [tenant = '', name = '']: string[],
    { schema: file }: { readonly schema?: string },
  ): Promise<void> {
    if (file === undefined) throw new Refusal('--schema is missing: a file with a JSON object, {} for the defaults');
    const schema = parseSchema(await this.terminal.read(file));
    const teams = await this.installation.service(TeamService);
    this.terminal.answer(describe(await teams.set(tenant, name, schema)));
  }

  @Option({ flags: '--schema <file>', description: 'JSON file with the schema; - is standard input' })
  parseSchema(text: string): string {
    return text;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the teams of a tenant with their schemas' })
export class TeamListCommand extends AdminCommand {
  override async run([tenant = '']: string[]): Promise<void> {
    const teams = await this.installation.service(TeamService);
    this.terminal.answer((await teams.list(tenant)).map(describe));
  }
}

@Command({
  name: 'team',
  description: "Tenants' teams and whom they are looking for",
  subCommands: [TeamSetCommand, TeamListCommand],
})
export class TeamCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to do with teams: set or list');
  }
}

export const teamGroup: CommandGroup = { command: TeamCommand, modules: [ProspectingModule] };

function parseSchema(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Refusal(`The schema must be JSON: ${oneLine(error)}`);
  }
}

function describe({ tenantId, name, schema, createdAt, updatedAt }: StoredTeam): object {
  return { tenant: tenantId, team: name, schema, created_at: createdAt, updated_at: updatedAt };
}
