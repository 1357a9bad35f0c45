import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { CreditsCommand } from './credits.command.js';
import { EraseCommand } from './erase.command.js';
import { ImportCommand } from './import.command.js';
import { Installation } from './installation.js';
import { KeyCommand } from './key.command.js';
import { ProspectingCommand } from './prospecting.command.js';
import { QueryCommand } from './query.command.js';
import { TeamCommand } from './team.command.js';
import { TenantCommand } from './tenant.command.js';

/** What is used here of a command in `commander`, which the command line's framework brings along. */
interface CommandNode {
  readonly commands: readonly CommandNode[];
  allowExcessArguments(isAllowed: false): unknown;
}

/** The command line. Commands only parse and print; what they do is done by the modules' services. */
@Module({
  providers: [
    Installation,
    ...TenantCommand.registerWithSubCommands(),
    ...KeyCommand.registerWithSubCommands(),
    ...CreditsCommand.registerWithSubCommands(),
    ...QueryCommand.registerWithSubCommands(),
    ...TeamCommand.registerWithSubCommands(),
    ...ProspectingCommand.registerWithSubCommands(),
    ...ImportCommand.registerWithSubCommands(),
    ...EraseCommand.registerWithSubCommands(),
  ],
})
export class AdminModule implements OnApplicationBootstrap {
  constructor(@InjectCommander() private readonly root: CommandNode) {}

  onApplicationBootstrap(): void {
    refuseExcessArguments(this.root);
  }
}

/** Otherwise `key revoke A B` would revoke A and pass over B in silence. Groups of commands have their own answer. */
function refuseExcessArguments(command: CommandNode): void {
  if (command.commands.length === 0) command.allowExcessArguments(false);
  command.commands.forEach(refuseExcessArguments);
}
