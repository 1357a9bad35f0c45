import type { Logger } from 'pino';
import { type Config, readConfig } from '../platform/config/config.js';
import { singleLine } from '../platform/errors/command-error.js';
import { createLogger, logConsole } from '../platform/log/log.js';
import { onEndOfNpm } from '../platform/processes/processes.mjs';

/** The time limit of a shutdown; below the usual 30 s grace period of containers. */
const shutdownTimeoutMs = 20_000;

/** Ctrl-C may arrive twice: the terminal signals the whole process group, and npm forwards its signal. */
const signalEchoMs = 500;

/** What the start of a process is given. */
export interface ProcessContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Aborts when the process is to stop. A start under way then closes what it has opened, and rejects. */
  readonly stopping: AbortSignal;
}

/**
 * Runs a process until SIGINT, SIGTERM or SIGHUP, or until the shell that npm started it in has ended, then closes it and logs
 * what stopped it and how long that took. A stop during the start ends the start. A failed start writes one line to standard error
 * and exits with code 1. A second signal ends the process at once.
 *
 * @param start starts the process and returns a function that closes it
 */
export async function runUntilSignal(start: (context: ProcessContext) => Promise<() => Promise<void>>): Promise<void> {
  // The listeners are added before the start, because a signal or the end of the shell can come during it.
  const endOfNpm = new Promise<string>((resolve) => onEndOfNpm(() => resolve('the end of npm')));
  const stopReason = Promise.race([firstSignal(), endOfNpm]);
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel, 'stdout');
    logConsole(logger);
    const stop = new Stop(stopReason, logger);
    const close = await start({ config, logger, stopping: stop.signal }).catch((error: unknown) => {
      // A start that was stopped has closed what it had opened; its error says only that.
      if (stop.signal.aborted) return () => Promise.resolve();
      throw error;
    });
    await stopReason;
    await close();
    stop.logEnd();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${singleLine(error)}\n`);
    process.exit(1);
  }
}

/** The stop of this process, from its request to its end. */
class Stop {
  private readonly request = new AbortController();
  private reason = '';
  private requestedAt = 0;

  /** @param reason resolves when the process is to stop */
  constructor(
    reason: Promise<string>,
    private readonly logger: Logger,
  ) {
    void reason.then((name) => this.begin(name));
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  logEnd(): void {
    this.logger.info(this.figures, 'stopped');
  }

  private begin(reason: string): void {
    this.reason = reason;
    this.requestedAt = performance.now();
    setTimeout(() => {
      this.logger.error(this.figures, 'the stop took too long and was broken off');
      process.exit(1);
    }, shutdownTimeoutMs).unref();
    this.request.abort(new Error(`Stopped by ${reason}`));
  }

  private get figures() {
    return { reason: this.reason, duration_ms: Math.round(performance.now() - this.requestedAt) };
  }
}

/** Resolves with the name of the first signal. A later one that is no echo of it ends the process. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > signalEchoMs) process.exit(1);
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
