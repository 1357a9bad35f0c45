import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { StoppableWork } from '../async/with-timeout.js';
import { oneLine } from '../errors/command-error.js';
import { JobWorker } from './bull-queues.js';

/** Jobs stop at once when the process ends; one that does not is left to the next process. */
const stopTimeoutMs = 5_000;

/**
 * What every `@Processor` extends: its worker begins when the process is up and ends with it. A job may be delivered more than
 * once and run in two processes at the same time, so its handler must bring about the same either way.
 */
export abstract class JobProcessor
  extends WorkerHost
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = new Logger(this.constructor.name);
  private readonly jobs = new StoppableWork();
  private running: JobWorker | undefined;
  private stopped: Promise<void> | undefined;

  /** @param concurrency how many jobs at a time */
  constructor(private readonly concurrency: number) {
    super();
  }

  /** @throws Error when BullMQ's tables cannot be used: then the process must not start */
  async onApplicationBootstrap(): Promise<void> {
    const worker: unknown = this.worker;
    if (!(worker instanceof JobWorker)) throw new Error('The module of a processor must import QueueModule');
    this.running = worker;
    worker.concurrency = this.concurrency;
    await worker.start().catch(refuseToStart);
  }

  /** Before anything waits, so that all work of the process stops at the same time. */
  onModuleDestroy(): void {
    this.stopped = this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  @OnWorkerEvent('failed')
  logFailure(job: Job | undefined, error: Error): void {
    this.logger.warn(`Job ${job?.name ?? ''} ${JSON.stringify(job?.data)} failed: ${oneLine(error)}`);
  }

  /** Does a job, which stops soon after its signal aborts, leaving the rest to the next attempt. */
  protected perform(timeLimitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.jobs.run(timeLimitMs, work);
  }

  /** Jobs under way go back to their queue. But with Redis away nothing ends in order, so an idle worker is cut off. */
  private async stop(): Promise<void> {
    const isCutOff = this.jobs.isIdle && this.running?.opts.connection.kind === 'redis';
    await this.jobs.stop(stopTimeoutMs).catch((error: unknown) => this.logger.warn(oneLine(error)));
    await this.running?.close(isCutOff);
  }
}

function refuseToStart(error: unknown): never {
  throw new Error(`The job queue in PostgreSQL cannot be used: ${oneLine(error)}`, { cause: error });
}
