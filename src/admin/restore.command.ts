import { Command, Option } from 'nest-commander';
import { CheckedBackup } from '../backup/restore.service.js';
import { Pepper } from '../platform/auth/pepper.sql.js';
import { CommandError } from '../platform/errors/command-error.js';
import type { Operation } from '../operations/operation.js';
import { AdminCommand } from './admin-command.js';
import { tableProgress } from './backup.command.js';
import type { CommandGroup } from './installation.js';
import { StatusLine } from './terminal.js';

interface Options {
  readonly replace?: true;
}

@Command({
  name: 'restore',
  arguments: '<file>',
  description: 'Replaces the whole database by a backup; the service must be stopped',
})
class RestoreCommand extends AdminCommand {
  protected override change([file = '']: readonly string[], { replace }: Options): Operation {
    return { kind: 'restore', details: { file, replace } };
  }

  protected override async work([file = '']: readonly string[], { replace }: Options): Promise<void> {
    const display = new StatusLine(this.terminal.stderr);
    const interruption = this.terminal.interruption();
    let backup: CheckedBackup | undefined;
    try {
      backup = await CheckedBackup.open(file, interruption);
      const checked = backup;
      const summary = await this.installation.onSession((session, config, stopping) =>
        checked.restore(session, {
          existing: replace === true ? 'replaced' : 'refused',
          checkPepper: (restored) => Pepper.expect(config, restored),
          onTable: tableProgress(display),
          stopping,
        }),
      );
      this.terminal.answer({ file, ...summary });
    } catch (error) {
      throw interruption.aborted ? new CommandError('Interrupted; the database is as it was before') : error;
    } finally {
      await backup?.close();
      display.end();
    }
  }

  @Option({ flags: '--replace', description: 'Deletes all that the database has, if it is not empty' })
  parseReplace(): true {
    return true;
  }
}

export const restoreGroup: CommandGroup = { command: RestoreCommand, modules: [] };
