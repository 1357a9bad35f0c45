import { Command, Option, SubCommand } from 'nest-commander';
import { LedgerArchiveModule } from '../billing/archive/ledger-archive.module.js';
import { LedgerArchiveService } from '../billing/archive/ledger-archive.service.js';
import { CommandError, PartialCommandError } from '../platform/errors/command-error.js';
import { AdminCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@SubCommand({ name: 'archive', description: 'Moves the ledger entries of the months before a given month into a file' })
class LedgerArchiveCommand extends AdminCommand {
  protected override change(
    _: string[],
    { before = '', to = '' }: { readonly before?: string; readonly to?: string },
  ): Operation {
    return { kind: 'ledger archive', details: { before, to } };
  }

  protected override async work(
    _: string[],
    { before, to }: { readonly before?: string; readonly to?: string },
  ): Promise<void> {
    if (before === undefined)
      throw new CommandError('--before is missing: give the first month whose entries stay, as YYYY-MM');
    if (to === undefined) throw new CommandError('--to is missing: give the path of the archive file');
    const archives = await this.installation.service(LedgerArchiveService);
    this.terminal.answer(await archives.archive(before, to, this.terminal.interruption()));
  }

  @Option({ flags: '--before <month>', description: 'The first month whose entries stay in the ledger, YYYY-MM' })
  parseBefore(text: string): string {
    return text;
  }

  @Option({
    flags: '--to <file>',
    description: 'The path of the archive file, gzipped NDJSON; repeat an interrupted command with the same file',
  })
  parseTo(text: string): string {
    return text;
  }
}

@SubCommand({
  name: 'verify',
  arguments: '[archive]',
  description: 'Compares all accounts with the sums of their entries and holds, and checks an archive',
})
class LedgerVerifyCommand extends AdminCommand {
  protected override change(): Operation | null {
    return null;
  }

  protected override async work([file]: string[]): Promise<void> {
    const archives = await this.installation.service(LedgerArchiveService);
    const archive = file === undefined ? null : await archives.check(file);
    const discrepancies = await archives.discrepancies();
    this.terminal.answer({ archive, discrepancies });
    if (discrepancies.length > 0)
      throw new PartialCommandError(
        `${discrepancies.length} accounts differ from the sum of their entries or holds; the output lists them`,
      );
  }
}

@Command({
  name: 'ledger',
  description: 'Archives and checks the ledger of credits',
  subCommands: [LedgerArchiveCommand, LedgerVerifyCommand],
})
class LedgerCommand extends GroupCommand {}

export const ledgerGroup: CommandGroup = { command: LedgerCommand, modules: [LedgerArchiveModule] };
