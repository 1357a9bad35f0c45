import type { Logger } from 'pino';
import { type Config, readConfig } from '../platform/config/config.js';
import { singleLine } from '../platform/errors/command-error.js';
import { createLogger, logConsole } from '../platform/log/log.js';
import { onEndOfNpm, signalEchoMs } from '../platform/processes/processes.mjs';

/** The time limit of a shutdown. It is below the 30 seconds after which containers are usually killed. */
const shutdownTimeoutMs = 20_000;

/** The argument that `runUntilSignal` passes to the function that starts the process. */
export interface ProcessContext {
  readonly config: Config;
  readonly logger: Logger;
  /**
   * Aborts when the process has to stop. A start of the service that is still under way must then close what it has opened,
   * and reject.
   */
  readonly stopping: AbortSignal;
}

/**
 * Runs a process until SIGINT, SIGTERM or SIGHUP arrives, or until the shell in which npm started it has ended. Then it closes the
 * process, and logs what stopped it and how long closing took. A signal during the start ends the start. A second signal ends the
 * process at once. If the start fails, the process writes one line to standard error and exits with code 1.
 *
 * @param start starts the process and returns a function that closes it
 */
export async function runUntilSignal(start: (context: ProcessContext) => Promise<() => Promise<void>>): Promise<void> {
  // The listeners are added before the start, because a signal can arrive, or the shell end, during the start.
  const endOfNpm = new Promise<string>((resolve) => onEndOfNpm(() => resolve('the end of npm')));
  const stopReason = Promise.race([firstSignal(), endOfNpm]);
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel, 'stdout');
    logConsole(logger);
    const shutdown = new Shutdown(stopReason, logger);
    const close = await start({ config, logger, stopping: shutdown.signal }).catch((error: unknown) => {
      // If the start was stopped, it has closed what it had opened, and its error only says that it was stopped.
      if (shutdown.signal.aborted) return () => Promise.resolve();
      throw error;
    });
    await stopReason;
    await close();
    shutdown.logEnd();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${singleLine(error)}\n`);
    process.exit(1);
  }
}

/** The shutdown of this process, from the moment when it is requested. A shutdown that takes too long ends the process at once. */
class Shutdown {
  private readonly request = new AbortController();
  private reason = '';
  private requestedAt = 0;

  /**
   * Waits for the reason to stop the process.
   * @param reason resolves when the process is to stop, with the name of what stops it, such as `SIGTERM`
   */
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
      this.logger.error(this.figures, 'the shutdown took too long and was aborted');
      process.exit(1);
    }, shutdownTimeoutMs).unref();
    this.request.abort(new Error(`Stopped by ${reason}`));
  }

  private get figures() {
    return { reason: this.reason, duration_ms: Math.round(performance.now() - this.requestedAt) };
  }
}

/**
 * Resolves with the name of the first signal. A later signal ends the process at once, unless it comes within `signalEchoMs` after the
 * first.
 */
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
