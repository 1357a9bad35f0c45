import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { StoppableWork } from '../async/with-timeout.js';
import { singleLine } from '../errors/command-error.js';
import { JobWorker } from './bull-queues.js';

/** How long a shutdown waits for the running jobs, in milliseconds. Their signals abort when the shutdown begins. */
const stopTimeoutMs = 5_000;

/**
 * The base class of every `@Processor`. Its worker starts when the process has started, and stops when it shuts down. A
 * job may be delivered more than once and run in two processes at the same time, so handlers must be idempotent.
 */
export abstract class JobProcessor
  extends WorkerHost
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = new Logger(this.constructor.name);
  private readonly jobs = new StoppableWork();
  private running: JobWorker | undefined;
  private stopped: Promise<void> | undefined;

  /**
   * Makes a processor, whose worker does not take jobs yet.
   * @param concurrency the maximum number of jobs at a time
   */
  constructor(private readonly concurrency: number) {
    super();
  }

  /**
   * Starts to take jobs when the process has started.
   * @throws Error when BullMQ's tables cannot be used, so that the process does not start
   */
  async onApplicationBootstrap(): Promise<void> {
    const worker: unknown = this.worker;
    if (!(worker instanceof JobWorker)) throw new Error('The module of a processor must import QueueModule');
    this.running = worker;
    worker.concurrency = this.concurrency;
    await worker.start().catch(refuseToStart);
  }

  /** Stops in the first hook of a shutdown, so that all background work of the process stops at the same time. */
  onModuleDestroy(): void {
    this.stopped = this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  @OnWorkerEvent('failed')
  logFailure(job: Job | undefined, error: Error): void {
    this.logger.warn(`Job ${job?.name ?? ''} ${JSON.stringify(job?.data)} failed: ${singleLine(error)}`);
  }

  /** Does the work of a job. When the signal aborts, the work must stop soon; the next attempt does the rest. */
  protected perform(timeLimitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.jobs.run(timeLimitMs, work);
  }

  /**
   * Running jobs go back to their queue. An idle worker is closed by force, because it would not close without Redis.
   */
  private async stop(): Promise<void> {
    const isCutOff = this.jobs.isIdle && this.running?.opts.connection.kind === 'redis';
    await this.jobs.stop(stopTimeoutMs).catch((error: unknown) => this.logger.warn(singleLine(error)));
    await this.running?.close(isCutOff);
  }
}

function refuseToStart(error: unknown): never {
  throw new Error(`The job queue in PostgreSQL cannot be used: ${singleLine(error)}`, { cause: error });
}
