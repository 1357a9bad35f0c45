import { Injectable } from '@nestjs/common';
import { CommandRunner } from 'nest-commander';
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
