import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { oneLine } from '../one-line.js';
import { jobSpecs, type JobName, type QueueName } from './job-catalogue.js';
import { JobHandlers } from './job-handlers.js';
import { within } from './patience.js';
import { QueueBackend, type JobWorker } from './queue-backend.js';

const readyPatienceMs = 10_000;
/** Jobs hear of the end at once; one that does not stop is left to the next process. */
const closePatienceMs = 5_000;

/** Works on the jobs of all queues while the process serves, unless it is told to leave them to others. */
@Injectable()
export class Workers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Workers.name);
  private readonly workers: JobWorker[] = [];
  private readonly rounds: NodeJS.Timeout[] = [];
  private readonly running = new Map<JobName, Promise<void>>();
  private readonly end = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly backend: QueueBackend,
    private readonly handlers: JobHandlers,
  ) {}

  /** @throws Error when a job has no handler, or the queue cannot be used: then the process must not start */
  async onApplicationBootstrap(): Promise<void> {
    this.handlers.assertComplete();
    if (this.config.worker === 'off') return;
    const specs = [...jobSpecs.values()];
    for (const queue of new Set(specs.map((spec) => spec.queue))) await this.work(queue);
    for (const { name, everyMs } of specs) {
      if (everyMs === undefined) continue;
      this.makeRound(name);
      this.rounds.push(setInterval(() => this.makeRound(name), everyMs).unref());
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.end.abort(new Error('the process is stopping'));
    for (const round of this.rounds) clearInterval(round);
    await Promise.all([...this.workers.map((worker) => this.close(worker)), this.lastRounds()]);
  }

  private async work(queue: QueueName): Promise<void> {
    const worker = this.backend.openWorker(queue, (job) => this.handlers.run(job.name, job.data, this.end.signal));
    this.workers.push(worker);
    try {
      await within(readyPatienceMs, 'it does not answer', worker.waitUntilReady());
    } catch (error) {
      throw new Error(`The job queue in ${this.backend.kind} cannot be used: ${oneLine(error)}`, { cause: error });
    }
    worker.run().catch((error: unknown) => this.logger.error(`The worker of ${queue} ended: ${oneLine(error)}`));
  }

  /** Runs a job that looks for its work itself, unless its last round still runs. */
  private makeRound(name: JobName): void {
    if (this.running.has(name)) return;
    const round = this.handlers.run(name, {}, this.end.signal).catch((error: unknown) => {
      if (!this.end.signal.aborted) this.logger.warn(`Job ${name} failed: ${oneLine(error)}`);
    });
    this.running.set(
      name,
      round.finally(() => this.running.delete(name)),
    );
  }

  private async lastRounds(): Promise<void> {
    const rounds = Promise.all(this.running.values());
    await within(closePatienceMs, 'a job does not stop', rounds).catch(this.warn);
  }

  private async close(worker: JobWorker): Promise<void> {
    try {
      await within(closePatienceMs, 'a worker does not stop', worker.close());
    } catch (error) {
      this.warn(error);
      await within(closePatienceMs, 'a worker does not let go', worker.disconnect()).catch(this.warn);
    }
  }

  private readonly warn = (error: unknown): void => {
    this.logger.warn(`At the end: ${oneLine(error)}`);
  };
}
