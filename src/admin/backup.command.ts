import { Command } from 'nest-commander';
import { BackupModule } from '../backup/backup.module.js';
import { BackupService } from '../backup/backup.service.js';
import { CommandError } from '../platform/errors/command-error.js';
import type { Operation } from '../operations/operation.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { StatusLine } from './terminal.js';

@Command({
  name: 'backup',
  arguments: '<file>',
  description: 'Writes the whole database into a new file, while the service runs',
})
class BackupCommand extends AdminCommand {
  protected override change([file = '']: readonly string[]): Operation {
    return { kind: 'backup', details: { file } };
  }

  protected override async work([file = '']: readonly string[]): Promise<void> {
    const backups = await this.installation.service(BackupService);
    const display = new StatusLine(this.terminal.stderr);
    const interruption = this.terminal.interruption();
    try {
      this.terminal.answer(await backups.write(file, tableProgress(display), interruption));
    } catch (error) {
      throw interruption.aborted ? new CommandError('Interrupted; no backup was written') : error;
    } finally {
      display.end();
    }
  }
}

/** Shows how much of a table is done. */
export function tableProgress(display: StatusLine): (table: string, bytes: number) => void {
  return (table, bytes) => display.show(`${table}: ${Math.round(bytes / 1_000_000)} MB`);
}

export const backupGroup: CommandGroup = { command: BackupCommand, modules: [BackupModule] };
