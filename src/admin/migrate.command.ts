import { Command } from 'nest-commander';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@Command({ name: 'migrate', description: 'Applies the migrations that the database lacks, also with MIGRATE=off' })
class MigrateCommand extends AdminCommand {
  protected override change(): Operation {
    return { kind: 'migrate', details: {} };
  }

  protected override async work(): Promise<void> {
    this.terminal.answer({ applied: await this.installation.migrate() });
  }
}

export const migrateGroup: CommandGroup = { command: MigrateCommand, modules: [] };
