import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { Installation } from './installation.js';
import { Terminal } from './terminal.js';

/** A subcommand, such as `tenant create`. */
@Injectable()
export abstract class AdminCommand extends CommandRunner {
  constructor(
    protected readonly installation: Installation,
    protected readonly terminal: Terminal,
  ) {
    super();
  }
}

/** A subcommand that prints JSON, or on a terminal a table. */
export abstract class DisplayCommand extends AdminCommand {
  @Option({ flags: '--json', description: 'Print JSON on a terminal too' })
  parseJson(): true {
    this.terminal.forceJson();
    return true;
  }
}
