import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { Installation } from './installation.js';
import { Terminal } from './terminal.js';

/** A command that does something, as opposed to the word that a group of them begins with. */
@Injectable()
export abstract class AdminCommand extends CommandRunner {
  constructor(
    protected readonly installation: Installation,
    protected readonly terminal: Terminal,
  ) {
    super();
  }
}

/** A command that shows something: JSON, or on a terminal a layout for people. */
export abstract class ShowingCommand extends AdminCommand {
  @Option({ flags: '--json', description: 'JSON on a terminal too' })
  parseJson(): true {
    this.terminal.wantJson();
    return true;
  }
}
