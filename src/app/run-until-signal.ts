import { npmShell } from '../platform/config/config.js';
import { singleLine } from '../platform/errors/command-error.js';

/** The time limit of a shutdown; below the usual 30 s grace period of containers. */
const shutdownTimeoutMs = 20_000;

/** Ctrl-C may arrive twice: the terminal signals the whole process group, and npm forwards its signal. */
const signalEchoMs = 500;

/** How often a process that npm has started checks for its parent shell. */
const parentCheckMs = 250;

/**
 * Runs a process until SIGINT, SIGTERM or SIGHUP, or until the shell that npm started it in has ended, then closes it. A failed
 * start writes one line to standard error and exits with code 1. A signal during the start takes effect after it; a second
 * signal ends the process at once.
 *
 * @param start starts the process and returns a function that closes it
 */
export async function runUntilSignal(start: () => Promise<() => Promise<void>>): Promise<void> {
  // The listeners are added before the start, because a signal or the end of the shell can come during it.
  const stopRequest = Promise.race([firstSignal(), npmShellExit()]);
  try {
    const close = await start();
    await stopRequest;
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${singleLine(error)}\n`);
    process.exit(1);
  }
}

/** Resolves at the first signal. A later one that is no echo of it ends the process. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (): void => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > signalEchoMs) process.exit(1);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

/**
 * Resolves when the parent process has ended, if that was npm's shell. npm forwards SIGTERM to the shell only, and a shell such as
 * dash ends without forwarding it. A process that was started in another way may outlive its parent.
 */
function npmShellExit(): Promise<void> {
  return new Promise((resolve) => {
    const parent = npmShell();
    if (parent === null) return;
    const check = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(check);
      resolve();
    }, parentCheckMs);
    check.unref();
  });
}
