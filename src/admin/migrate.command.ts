import { Command } from 'nest-commander';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

@Command({ name: 'migrate', description: 'Applies the migrations that the database lacks, also with MIGRATE=off' })
class MigrateCommand extends AdminCommand {
  override async run(): Promise<void> {
    this.terminal.answer({ applied: await this.installation.migrate() });
  }
}

export const migrateGroup: CommandGroup = { command: MigrateCommand, modules: [] };
