import { spawn } from 'node:child_process';
import { type Account, EmbeddedPostgresError, explanation } from './failure.js';

export interface ProgramOptions {
  /** The account to run as; absent: the account of this process. */
  readonly account?: Account | undefined;
  readonly cwd?: string;
  /** The program's standard input. */
  readonly input?: string;
  readonly timeoutMs: number;
  /** Kills the program when it aborts. */
  readonly signal?: AbortSignal;
}

export interface ProgramOutcome {
  readonly succeeded: boolean;
  /** Standard output and standard error in order of arrival, or why the program could not be started. */
  readonly output: string;
}

/** None of our variables: no secrets, and no `PG*` that would redirect PostgreSQL's programs. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Runs a program to its end, in a separate session so that Ctrl-C in our terminal does not reach it.
 * Never rejects; a program that exceeds `timeoutMs` is killed with all that it started in its process group.
 */
export function run(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: environment,
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
    });
    let output = '';
    const kill = (reason: string) => {
      output += `\n${reason}`;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => kill(`no end after ${options.timeoutMs / 1000} s`), options.timeoutMs);
    const onAbort = () => kill('stopped');
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted === true) onAbort();
    const finish = (succeeded: boolean, text: string) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      resolve({ succeeded, output: text });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    }
    child.on('error', (error) => {
      finish(false, error.message);
    });
    child.on('close', (code) => {
      finish(code === 0, output);
    });
    child.stdin.on('error', () => undefined); // the exit code has the reason
    child.stdin.end(options.input ?? '');
  });
}

/** As {@link run}, but a program that fails throws an {@link EmbeddedPostgresError}: `<purpose> failed: <why>`. */
export async function runOrThrow(
  purpose: string,
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<void> {
  const { succeeded, output } = await run(program, args, options);
  if (!succeeded) throw new EmbeddedPostgresError(`${purpose} failed: ${explanation(output)}`);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // it ended by itself in the meantime
  }
}
