import { Command, Option, SubCommand } from 'nest-commander';
import { LedgerArchiveModule } from '../billing/archive/ledger-archive.module.js';
import { LedgerArchiveService } from '../billing/archive/ledger-archive.service.js';
import { CommandError, PartialCommandError } from '../platform/errors/command-error.js';
import { AdminCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

@SubCommand({ name: 'archive', description: 'Moves the months of the ledger before a month into a file' })
class LedgerArchiveCommand extends AdminCommand {
  override async run(_: string[], { before, to }: { readonly before?: string; readonly to?: string }): Promise<void> {
    if (before === undefined) throw new CommandError('--before is missing: the first month that stays, YYYY-MM');
    if (to === undefined) throw new CommandError('--to is missing: the file of the archive');
    const archives = await this.installation.service(LedgerArchiveService);
    this.terminal.answer(await archives.archive(before, to, this.terminal.interruption()));
  }

  @Option({ flags: '--before <month>', description: 'The first month that stays in the ledger, YYYY-MM' })
  parseBefore(text: string): string {
    return text;
  }

  @Option({
    flags: '--to <file>',
    description: 'The file, gzipped NDJSON; an interrupted command goes on with the same file',
  })
  parseTo(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'verify',
  arguments: '[archive]',
  description: 'Compares all accounts with their entries and holds, and checks the sums of an archive',
})
class LedgerVerifyCommand extends AdminCommand {
  override async run([file]: string[]): Promise<void> {
    const archives = await this.installation.service(LedgerArchiveService);
    const archive = file === undefined ? null : await archives.check(file);
    const discrepancies = await archives.discrepancies();
    this.terminal.answer({ archive, discrepancies });
    if (discrepancies.length > 0)
      throw new PartialCommandError(`${discrepancies.length} accounts differ from their entries or holds`);
  }
}

@Command({
  name: 'ledger',
  description: 'Archives and checks the ledger of credits',
  subCommands: [LedgerArchiveCommand, LedgerVerifyCommand],
})
class LedgerCommand extends GroupCommand {}

export const ledgerGroup: CommandGroup = { command: LedgerCommand, modules: [LedgerArchiveModule] };
