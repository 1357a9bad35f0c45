// Node 20.19 cannot `require` an ES module within an import cycle, so Nest is imported before nest-commander.
import '@nestjs/core';
import { CommandFactory, CommandRunnerService } from 'nest-commander';
import { type Config, sudoUser } from '../platform/config/config.js';
import { version } from '../platform/config/project-root.js';
import { singleLine, CommandError } from '../platform/errors/command-error.js';
import { AdminModule } from './admin.module.js';
import { type CommandGroup, Installation } from './installation.js';
import { type OperationOutcome, outcomeOf } from '../operations/operator-log.sql.js';
import { operatorOfCommand } from './operator-of-command.js';
import { Terminal, type TerminalHost } from './terminal.js';

/** The command groups by their first word, in the order of the help. */
const groups: ReadonlyMap<string, () => Promise<CommandGroup>> = new Map([
  ['tenant', async () => (await import('./tenant.command.js')).tenantGroup],
  ['key', async () => (await import('./key.command.js')).keyGroup],
  ['credits', async () => (await import('./credits.command.js')).creditsGroup],
  ['usage', async () => (await import('./usage.command.js')).usageGroup],
  ['query', async () => (await import('./query.command.js')).queryGroup],
  ['team', async () => (await import('./team.command.js')).teamGroup],
  ['prospecting', async () => (await import('./prospecting.command.js')).prospectingGroup],
  ['import', async () => (await import('./import.command.js')).importGroup],
  ['follow', async () => (await import('./follow.command.js')).followGroup],
  ['unfollow', async () => (await import('./follow.command.js')).unfollowGroup],
  ['company', async () => (await import('./record.command.js')).companyGroup],
  ['person', async () => (await import('./record.command.js')).personGroup],
  ['signals', async () => (await import('./record.command.js')).signalsGroup],
  ['coverage', async () => (await import('./coverage.command.js')).coverageGroup],
  ['erase', async () => (await import('./erase.command.js')).eraseGroup],
  ['ledger', async () => (await import('./ledger.command.js')).ledgerGroup],
  ['search', async () => (await import('./search.command.js')).searchGroup],
  ['prune', async () => (await import('./prune.command.js')).pruneGroup],
  ['backup', async () => (await import('./backup.command.js')).backupGroup],
  ['restore', async () => (await import('./restore.command.js')).restoreGroup],
  ['log', async () => (await import('./log.command.js')).logGroup],
  ['migrate', async () => (await import('./migrate.command.js')).migrateGroup],
  ['doctor', async () => (await import('./doctor.command.js')).doctorGroup],
  ['status', async () => (await import('./status.command.js')).statusGroup],
]);

/**
 * Imports only the group of the first word, because importing all groups takes longer than most commands. Any other first word, such
 * as `--help` or a typing error, needs all groups.
 */
async function groupsFor(firstWord: string | undefined): Promise<readonly CommandGroup[]> {
  if (firstWord === '--version' || firstWord === '-V') return [];
  const load = groups.get(firstWord ?? '');
  return Promise.all((load === undefined ? [...groups.values()] : [load]).map((each) => each()));
}

/**
 * Runs one command. It prints its answer as one JSON document on standard output, and an error as one line on standard error.
 *
 * @param words the command line, without the program
 * @param readConfig called by the first command that needs a service
 * @returns the exit code
 */
export async function runCommandLine(
  words: readonly string[],
  host: TerminalHost,
  readConfig: () => Config,
): Promise<number> {
  const groups = await groupsFor(words[0]);
  const terminal = new Terminal(host);
  const installation = new Installation(groups, terminal, readConfig, operatorOfCommand(sudoUser));
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  const app = await CommandFactory.createWithoutRunning(AdminModule.for(groups, installation, terminal), {
    logger: false,
    cliName: 'admin',
    version,
    outputConfiguration: {
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    },
    serviceErrorHandler: fail,
  });
  try {
    await app.get(CommandRunnerService).run(['node', 'admin', ...words]);
  } catch (error) {
    fail(error);
  } finally {
    await installation.close(outcomeAfter(failure, terminal));
    await app.close();
  }
  if (failure === undefined) return 0;
  if (isParserExit(failure)) return failure.exitCode;
  terminal.stderr.write(`${singleLine(failure)}\n`);
  return failure instanceof CommandError ? failure.exitCode : 1;
}

/** How a command ended, for the log of operators. A command that was interrupted after it began has done a part of its work. */
function outcomeAfter(failure: unknown, terminal: Terminal): OperationOutcome {
  if (failure === undefined) return 'done';
  return terminal.isInterrupted ? 'partial' : outcomeOf(failure);
}

/** Whether the parser has printed its output already: the help or a syntax error. */
function isParserExit(failure: unknown): failure is { readonly exitCode: number } {
  const isMarked = failure instanceof Error && 'code' in failure && 'exitCode' in failure;
  return isMarked && String(failure.code).startsWith('commander.');
}
