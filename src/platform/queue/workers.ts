import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { oneLine } from '../errors/error-message.js';
import type { JobWorker } from './bull-queues.js';
import { jobSpecs, type JobName, type QueueName } from './job-catalogue.js';
import { JobHandlers } from './job-handlers.js';
import { withTimeout } from '../async/with-timeout.js';
import { close, QueueBackend } from './queue-backend.js';

/** Jobs hear of the end at once; one that does not stop is left to the next process. */
const lastJobsTimeoutMs = 5_000;

/** Works on the jobs of all queues while the process serves, unless it is told to leave them to others. */
@Injectable()
export class Workers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Workers.name);
  private readonly workers: JobWorker[] = [];
  private readonly rounds: NodeJS.Timeout[] = [];
  private readonly roundsUnderWay = new Set<JobName>();
  private readonly jobsUnderWay = new Set<Promise<void>>();
  private readonly end = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly backend: QueueBackend,
    private readonly handlers: JobHandlers,
  ) {}

  /** @throws Error when a job has no handler, or BullMQ's tables cannot be used: then the process must not start */
  async onApplicationBootstrap(): Promise<void> {
    this.handlers.assertComplete();
    // Also where the work is left to others: the first job that a request hands in should not have to wait for it.
    await this.backend.load();
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
    // What came out of a queue is to go back to it. But with Redis away nothing ends in order, so an idle worker is cut off.
    const manner = this.backend.kind === 'redis' && this.jobsUnderWay.size === 0 ? 'at once' : 'in order';
    const lastJobs = Promise.allSettled(this.jobsUnderWay);
    await withTimeout(lastJobsTimeoutMs, 'a job does not stop', lastJobs).catch(this.warn);
    await Promise.all(this.workers.map((worker) => close(worker, manner).catch(this.warn)));
  }

  private async work(queue: QueueName): Promise<void> {
    const concurrency = queue === 'prospecting' ? this.config.prospectingConcurrency : 1;
    const worker = await this.backend.openWorker(queue, (job) => this.run(job.name, job.data), concurrency);
    this.workers.push(worker);
    const isReady = worker.waitUntilReady();
    // Without PostgreSQL nothing works; Redis may come later, as far as anything else is concerned.
    if (this.backend.kind === 'postgres') await isReady.catch(refuseToStart);
    isReady
      .then(() => worker.run())
      .catch((error: unknown) => {
        if (!this.end.signal.aborted) this.logger.error(`The worker of queue ${queue} ended: ${oneLine(error)}`);
      });
  }

  /** Runs a job that looks for its work itself, unless its last round is under way. */
  private makeRound(name: JobName): void {
    if (this.roundsUnderWay.has(name)) return;
    this.roundsUnderWay.add(name);
    this.run(name, {})
      .catch((error: unknown) => {
        if (!this.end.signal.aborted) this.logger.warn(`Job ${name} failed: ${oneLine(error)}`);
      })
      .finally(() => this.roundsUnderWay.delete(name));
  }

  private run(name: string, payload: unknown): Promise<void> {
    const job = this.handlers.run(name, payload, this.end.signal);
    this.jobsUnderWay.add(job);
    const done = (): void => void this.jobsUnderWay.delete(job);
    job.then(done, done);
    return job;
  }

  private readonly warn = (error: unknown): void => {
    this.logger.warn(`At the end: ${oneLine(error)}`);
  };
}

function refuseToStart(error: unknown): never {
  throw new Error(`The job queue in PostgreSQL cannot be used: ${oneLine(error)}`, { cause: error });
}
