import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.js';
import { RateLimitPrimary } from '../platform/throttling/primary-rate-limit.storage.js';

/** The pause in milliseconds before an ended process is replaced, so that a process that cannot start is not restarted in a tight loop. */
const replaceAfterMs = 1_000;

/**
 * The message that a service process sends to the primary when it serves requests. The cluster's event `listening` does not mean
 * that, because a process also listens for a moment when it checks its ports.
 */
const started = 'started';

/** Tells the primary process, if there is one, that this process now serves requests. */
export function reportStarted(): void {
  if (cluster.isWorker) process.send?.(started);
}

/**
 * Starts `WEB_CONCURRENCY` processes of this program, which share its port, and replaces a process that ends.
 *
 * @param stopping when it aborts, all processes are stopped, also those that are starting
 * @returns a function that stops all processes
 * @throws Error if a process ends before it serves requests; that process has written the reason to standard error
 */
export async function startProcesses(
  config: Config,
  logger: Logger,
  stopping: AbortSignal,
): Promise<() => Promise<void>> {
  const processes = new ServiceProcesses(config, logger);
  stopping.addEventListener('abort', () => void processes.stop());
  try {
    // The first process prepares the database, so that the others find it ready.
    await processes.start(1);
    await Promise.all(Array.from({ length: config.webConcurrency - 1 }, (_, index) => processes.start(index + 2)));
  } catch (error) {
    await processes.stop();
    throw error;
  }
  return () => processes.stop();
}

class ServiceProcesses {
  private readonly running = new Set<Worker>();
  private readonly rateLimits = new RateLimitPrimary();
  private stopped: Promise<unknown> | undefined;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async start(number: number): Promise<void> {
    if (this.stopped !== undefined) return;
    const worker = cluster.fork(this.environmentOf(number));
    this.running.add(worker);
    this.rateLimits.serve(worker);
    const ended = once(worker, 'exit') as Promise<[code: number | null, signal: string | null]>;
    void ended.then(() => this.running.delete(worker));
    const isServing = await Promise.race([servingOf(worker), ended.then(() => false)]);
    if (!isServing)
      throw new Error(`Process ${number} of ${this.config.webConcurrency} ended at its start; the lines above say why`);
    this.logger.info({ process: number, pid: worker.process.pid }, 'process started');
    void ended.then(([code, signal]) =>
      this.stopped !== undefined ? undefined : this.replace(number, code ?? signal),
    );
  }

  /**
   * Stops all processes. A second call sends no second signal, because that would end the processes at once; it only waits
   * until they have ended.
   */
  async stop(): Promise<void> {
    this.stopped ??= Promise.all(
      [...this.running].map((worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        return ended;
      }),
    );
    await this.stopped;
  }

  private async replace(number: number, end: number | string | null): Promise<void> {
    this.logger.error({ process: number, end }, 'a process ended; another one replaces it');
    await sleep(replaceAfterMs);
    await this.start(number).catch(() => this.replace(number, 'at its start'));
  }

  /**
   * Only the first process runs jobs and creates the demo data. If METRICS_PORT is set, process 1 serves its metrics on this port,
   * process 2 on the next one, and so on.
   */
  private environmentOf(number: number): Record<string, string> {
    const { metricsPort } = this.config;
    return {
      WEB_CONCURRENCY: '1',
      ...(number === 1 ? {} : { WORKER: 'off', SEED: 'off' }),
      ...(metricsPort === null || metricsPort === 0 ? {} : { METRICS_PORT: String(metricsPort + number - 1) }),
    };
  }
}

function servingOf(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (message === started) resolve(true);
    });
  });
}
