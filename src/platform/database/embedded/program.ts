import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { signalGroup } from '../../processes/processes.mjs';

/**
 * The embedded database cannot be used. The message is one line that tells a person what to do, and is shown without a stack
 * trace.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** An account of the operating system: the numbers of its user and its group. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['postgres', '_postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Chooses the account for a new cluster. PostgreSQL refuses to run as root. So if this process runs as root, the server gets an
 * unprivileged account of the system.
 * @returns undefined if the server can run under the account of this process
 */
export async function accountForNewCluster(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of candidates) {
    const entry = lines.find(([name]) => name === candidate);
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and this system has no account named ${candidates.join(' or ')}: ` +
      'start as another user, or set DATABASE_URL',
  );
}

/**
 * Chooses the account for an existing cluster: if this process runs as root, the server must run as the owner of the files.
 * @returns undefined if the server runs under the account of this process
 */
export function accountOfOwner(owner: Account): Account | undefined {
  return isRoot() && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

export interface ProgramOptions {
  /** The account under which the program runs. If it is absent, that is the account of this process. */
  readonly account?: Account | undefined;
  readonly cwd?: string;
  /** The program's standard input. */
  readonly input?: string;
  readonly timeoutMs: number;
  /** The signal that kills the program when it aborts. */
  readonly signal?: AbortSignal;
}

export interface ProgramOutcome {
  readonly succeeded: boolean;
  /**
   * What the program wrote to standard output and standard error, in order of arrival. If the program could not be started, this
   * is the reason.
   */
  readonly output: string;
}

/**
 * All environment variables that PostgreSQL's programs get. The programs get none of this process's own variables: neither secrets
 * nor `PG*` variables, which could make the programs connect to another server.
 */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Runs a program to its end. It runs in a separate session, so that Ctrl-C in the terminal of this process does not reach it. If
 * it runs longer than `timeoutMs`, it is killed, with all processes that it started in its process group. The promise never
 * rejects; `succeeded` tells whether the program succeeded.
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
      signalGroup(child.pid, 'SIGKILL');
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

/**
 * Runs a program as {@link run} does, but throws an {@link EmbeddedPostgresError} if the program fails. Its message is `<purpose>
 * failed: <why>`.
 */
export async function runOrThrow(
  purpose: string,
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<void> {
  const { succeeded, output } = await run(program, args, options);
  if (!succeeded) throw new EmbeddedPostgresError(`${purpose} failed: ${explanation(output)}`);
}

const maxLines = 4;

/**
 * Sums up the output of PostgreSQL's programs in one line. It consists of the lines with errors or, if there are none, of the
 * last lines.
 */
export function explanation(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^.*? \[\d+\] /, '').trim());
  const grave = lines.filter((line) => /\b(FATAL|PANIC|ERROR|HINT|error):|could not|cannot/.test(line));
  const chosen = (grave.length > 0 ? grave : lines.filter(Boolean)).slice(-maxLines);
  return chosen.join(' | ') || 'no reason given';
}
