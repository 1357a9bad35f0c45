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

/** How long a shutdown waits for running jobs, in milliseconds. It first aborts their signals, so that they end early. */
const stopTimeoutMs = 5_000;

/**
 * The base class of every `@Processor`. Its worker starts after the process has started, and stops when the process shuts down. A
 * job may be delivered more than once, and may even run in two processes at the same time. So handlers must be idempotent.
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
   * Makes a processor. It takes no jobs before the process has started.
   * @param concurrency the maximum number of jobs that it runs at the same time
   */
  constructor(private readonly concurrency: number) {
    super();
  }

  /**
   * Starts to take jobs when the process has started.
   * @throws Error if BullMQ's tables cannot be used; the process then does not start
   */
  async onApplicationBootstrap(): Promise<void> {
    const worker: unknown = this.worker;
    if (!(worker instanceof JobWorker)) throw new Error('The module of a processor must import QueueModule');
    this.running = worker;
    worker.concurrency = this.concurrency;
    await worker.start().catch(refuseToStart);
  }

  /** This is the first hook of a shutdown, so all background work of the process stops at the same time. */
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

  /** Does the work of a job. When the signal aborts, the work must stop soon. The next attempt at the job does the rest. */
  protected perform(timeLimitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.jobs.run(timeLimitMs, work);
  }

  /**
   * Stops the worker. Jobs that are running go back to their queue. On Redis a worker that runs no job is closed by force: if its
   * connection is lost, it does not close in any other way.
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
