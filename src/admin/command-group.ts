import type { Type } from '@nestjs/common';
import type { CommandRunner } from 'nest-commander';

/** Commands that begin with the same word, and what they work with. */
export interface CommandGroup {
  readonly command: Pick<typeof CommandRunner, 'registerWithSubCommands'>;
  /** The modules whose services the commands ask the installation for. */
  readonly modules: readonly Type[];
}
