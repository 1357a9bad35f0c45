import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type CommandGroup, Installation } from './installation.js';
import { Terminal } from './terminal.js';

/** The members of a `commander` command that this file uses. */
interface CommandNode {
  readonly commands: readonly CommandNode[];
  allowExcessArguments(isAllowed: false): unknown;
  exitOverride(): unknown;
}

/** The command line. Commands only parse their arguments and print the answer; services of other modules do the work. */
@Module({})
export class AdminModule implements OnApplicationBootstrap {
  constructor(@InjectCommander() private readonly root: CommandNode) {}

  static for(groups: readonly CommandGroup[], installation: Installation, terminal: Terminal): DynamicModule {
    const commands = groups.flatMap(({ command }) => command.registerWithSubCommands());
    const hostProviders = [
      { provide: Installation, useValue: installation },
      { provide: Terminal, useValue: terminal },
    ];
    return { module: AdminModule, providers: [...hostProviders, ...commands] };
  }

  onApplicationBootstrap(): void {
    configureParser(this.root);
  }
}

/**
 * Makes the parser reject excess arguments, because by default `key revoke A B` would revoke A and ignore B. Also makes the parser
 * throw an error where it would end the process.
 */
function configureParser(command: CommandNode): void {
  if (command.commands.length === 0) command.allowExcessArguments(false);
  command.exitOverride();
  command.commands.forEach(configureParser);
}
