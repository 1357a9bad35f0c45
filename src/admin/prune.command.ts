import { Command, Option } from 'nest-commander';
import { isoDateFlaw } from '../platform/http/validation/iso-date.js';
import { CommandError } from '../platform/errors/command-error.js';
import { RunPruningSql } from '../prospecting/jobs/run-pruning.sql.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { AdminCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@Command({ name: 'prune', description: 'Deletes old runs of all tenants, with their prospects and callbacks' })
class PruneCommand extends AdminCommand {
  protected override change(_: string[], { runsBefore = '' }: { readonly runsBefore?: string }): Operation {
    return { kind: 'prune', details: { runs_before: runsBefore } };
  }

  protected override async work(_: string[], { runsBefore }: { readonly runsBefore?: string }): Promise<void> {
    if (runsBefore === undefined)
      throw new CommandError('--runs-before is missing: give the first day whose ended runs stay, as YYYY-MM-DD');
    if (isoDateFlaw(runsBefore) !== null) throw new CommandError('--runs-before must be a date, YYYY-MM-DD');
    const runs = await this.installation.service(RunPruningSql);
    const interruption = this.terminal.interruption();
    const deleted = await runs.deleteEndedBefore(runsBefore, interruption);
    const callbacks = interruption.aborted ? 0 : await runs.deleteCallbacksEndedBefore(runsBefore);
    const ofChanges = callbacks === 0 ? {} : { deleted_callbacks: callbacks };
    this.terminal.answer({ runs_before: runsBefore, deleted_runs: deleted, ...ofChanges });
    if (interruption.aborted) throw new CommandError('Interrupted; repeating the command deletes the rest');
  }

  @Option({
    flags: '--runs-before <date>',
    description: 'Deletes the runs, and the callbacks about changes, that ended before this day, YYYY-MM-DD',
  })
  parseRunsBefore(text: string): string {
    return text;
  }
}

export const pruneGroup: CommandGroup = { command: PruneCommand, modules: [RunsModule] };
