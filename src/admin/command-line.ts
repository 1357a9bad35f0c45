import { CommandFactory, CommandRunnerService } from 'nest-commander';
import type { Config } from '../platform/config/config.js';
import { oneLine } from '../platform/errors/error-message.js';
import { Refusal } from '../platform/errors/command-error.js';
import { version } from '../platform/config/version.js';
import { AdminModule } from './admin.module.js';
import { groupsFor } from './command-groups.js';
import { Installation } from './installation.js';
import { Terminal, type TerminalHost } from './terminal.js';

/**
 * Runs one command: its answer is one JSON document on standard output, its failure one readable line on standard error.
 *
 * @param words the command line, without the program
 * @param readConfig asked by the first command that works on something; what it throws is a failure like any other
 * @returns the exit code
 */
export async function runCommandLine(
  words: readonly string[],
  host: TerminalHost,
  readConfig: () => Config,
): Promise<number> {
  const groups = await groupsFor(words[0]);
  const terminal = new Terminal(host);
  const installation = new Installation(groups, terminal, readConfig);
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
    await installation.close();
    await app.close();
  }
  if (failure === undefined) return 0;
  if (isParserExit(failure)) return failure.exitCode;
  terminal.stderr.write(`${oneLine(failure)}\n`);
  return failure instanceof Refusal ? failure.exitCode : 1;
}

/** Whether the parser has dealt with the command line and said all there is to say: it was for help, or mistyped. */
function isParserExit(failure: unknown): failure is { readonly exitCode: number } {
  const isMarked = failure instanceof Error && 'code' in failure && 'exitCode' in failure;
  return isMarked && String(failure.code).startsWith('commander.');
}
