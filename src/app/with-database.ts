import type { DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { Pepper } from '../platform/auth/pepper.sql.js';
import { type Config, npmShell } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { oneLine } from '../platform/errors/command-error.js';
import type { Log } from '../platform/log/log.js';

/** A root module, which is made for a process. */
export interface RootModule {
  for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule;
}

/**
 * Makes an application on the configured database, which it closes with itself; when it cannot be made, the database is closed
 * here.
 */
export async function withDatabase<Application>(
  config: Config,
  log: Log,
  make: (database: Database, pepper: Pepper) => Promise<Application>,
): Promise<Application> {
  const database = await Database.open(config, log);
  try {
    return await make(database, await Pepper.resolve(config, database));
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}

/** A process that was told to stop and cannot is ended after this long; below the usual grace of 30 s of a container. */
const longestCloseMs = 20_000;

/** Ctrl-C may arrive twice: from the terminal, which sends it to everybody, and again from npm, which passes it on. */
const longestEchoMs = 500;

/** How often a process that npm has started looks whether its shell is still there. */
const parentCheckMs = 250;

/**
 * Runs a process until SIGINT or SIGTERM, or until npm has left it behind, then closes what `start` opened. A failure to start
 * is one readable line on standard error and exit code 1. A signal during the start waits for it, so that nothing is left
 * half-opened; a second signal does not wait.
 *
 * @param start opens everything and returns what closes it
 */
export async function runUntilSignal(start: () => Promise<() => Promise<void>>): Promise<void> {
  // From the beginning: either may happen while it starts.
  const toldToStop = Promise.race([firstSignal(), leftByNpm()]);
  try {
    const close = await start();
    await toldToStop;
    setTimeout(() => process.exit(1), longestCloseMs).unref();
    await close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${oneLine(error)}\n`);
    process.exit(1);
  }
}

/** The first signal resolves it; one that comes later than an echo would ends the process. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (): void => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > longestEchoMs) process.exit(1);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

/**
 * Resolves when the parent process is gone, if that was npm's shell. npm passes a SIGTERM on to the shell only, and shells like
 * dash die of it without a word to what they run. Whoever was started in another way may outlive its parent.
 */
function leftByNpm(): Promise<void> {
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
