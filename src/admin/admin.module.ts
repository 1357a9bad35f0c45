import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type CommandGroup, Installation } from './installation.js';
import { Terminal } from './terminal.js';

/** What is used here of a command in `commander`, which the command line's framework brings along. */
interface CommandNode {
  readonly commands: readonly CommandNode[];
  allowExcessArguments(isAllowed: false): unknown;
  exitOverride(): unknown;
}

/** The command line. Commands only parse and print; what they do is done by the modules' services. */
@Module({})
export class AdminModule implements OnApplicationBootstrap {
  constructor(@InjectCommander() private readonly root: CommandNode) {}

  static for(groups: readonly CommandGroup[], installation: Installation, terminal: Terminal): DynamicModule {
    const commands = groups.flatMap(({ command }) => command.registerWithSubCommands());
    const surroundings = [
      { provide: Installation, useValue: installation },
      { provide: Terminal, useValue: terminal },
    ];
    return { module: AdminModule, providers: [...surroundings, ...commands] };
  }

  onApplicationBootstrap(): void {
    restrain(this.root);
  }
}

/**
 * Otherwise `key revoke A B` would revoke A and pass over B in silence (groups of commands have their own answer), and the
 * parser would end the process for a mistyped word.
 */
function restrain(command: CommandNode): void {
  if (command.commands.length === 0) command.allowExcessArguments(false);
  command.exitOverride();
  command.commands.forEach(restrain);
}
