import { Command, Option } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { DisplayCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { OperatorLogModule } from '../operations/operator-log.module.js';
import { type LoggedKey, OperatorLog } from '../operations/operator-log.sql.js';
import { wholeNumber } from './terminal.js';

/** The maximum of `--limit`; the command holds all lines in memory. */
const maxLines = 100_000;

@Command({
  name: 'log',
  description:
    'Lists commands that change something, newest first, each with its account and its outcome: done, partial, refused or failed',
})
class LogCommand extends DisplayCommand {
  protected override async work(_: string[], { limit }: { readonly limit?: number }): Promise<void> {
    const log = await this.installation.service(OperatorLog);
    const lines = await log.newest(limit ?? 100);
    this.terminal.present(
      lines,
      lines.map(({ arguments: args, details: _, key, ...line }) => ({
        ...line,
        arguments: [...args, ...wordsOf(key)].join(' '),
      })),
    );
  }

  @Option({ flags: '--limit <lines>', description: 'The number of newest lines; 100 by default' })
  parseLimit(text: string): number {
    const limit = wholeNumber('--limit', text);
    if (limit > maxLines) throw new CommandError(`--limit must be a whole number from 1 to ${maxLines}`);
    return limit;
  }
}

/** What a table says about a key behind its id: `(ends with k3Xw, tenant acme, label crm)`. */
function wordsOf(key: LoggedKey | null): string[] {
  if (key === null) return [];
  const label = key.label === null ? '' : `, label ${key.label}`;
  return [`(ends with ${key.ends_with}, tenant ${key.tenant}${label})`];
}

export const logGroup: CommandGroup = { command: LogCommand, modules: [OperatorLogModule] };
