import { Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { groupsFor } from './command-groups.js';
import { Installation } from './installation.js';

/** What is used here of a command in `commander`, which the command line's framework brings along. */
interface CommandNode {
  readonly commands: readonly CommandNode[];
  allowExcessArguments(isAllowed: false): unknown;
}

/** The command line. Commands only parse and print; what they do is done by the modules' services. */
@Module({})
export class AdminModule implements OnApplicationBootstrap {
  constructor(@InjectCommander() private readonly root: CommandNode) {}

  /** @param words the command line, without the program */
  static async for([first]: readonly string[]): Promise<DynamicModule> {
    const groups = await groupsFor(first);
    const installation = new Installation(groups.flatMap(({ modules }) => modules));
    const commands = groups.flatMap(({ command }) => command.registerWithSubCommands());
    return { module: AdminModule, providers: [{ provide: Installation, useValue: installation }, ...commands] };
  }

  onApplicationBootstrap(): void {
    refuseExcessArguments(this.root);
  }
}

/** Otherwise `key revoke A B` would revoke A and pass over B in silence. Groups of commands have their own answer. */
function refuseExcessArguments(command: CommandNode): void {
  if (command.commands.length === 0) command.allowExcessArguments(false);
  command.commands.forEach(refuseExcessArguments);
}
