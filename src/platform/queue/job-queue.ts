import type { DiscoveryService } from '@nestjs/core';
import pg, { type ClientBase } from 'pg';
import { withTimeout } from '../async/with-timeout.js';
import { insertJob } from './add-job.sql.js';
import { openQueue, type StoredQueue } from './bull-queues.js';
import { closeInTime, type QueueBackend } from './queue-backend.js';

const defaultTimeoutMs = 5_000;

const jobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 5_000 },
  // Jobs are removed by age, in seconds. For a maximum number of jobs, the library would search all of them after every job.
  removeOnComplete: { age: 3_600 },
  removeOnFail: { age: 7 * 86_400 },
} as const;

/**
 * A queue as `BullModule.registerQueue` creates it. Unlike BullMQ's own class, it connects when the first job is added,
 * has a timeout for every call, and reconnects after a failure.
 * @typeParam Data the ids and switches of a job. What a job works on is read from the database when it runs
 */
export class JobQueue<Data extends object = object> {
  private queue: StoredQueue | undefined;
  private isPrepared = false;

  /**
   * Makes a queue that is not connected yet.
   * @param opts the options of the queue. The processors of the queue get them, too.
   */
  constructor(
    readonly name: string,
    readonly opts: { readonly connection: QueueBackend },
  ) {}

  /**
   * Adds a job.
   * @throws TimeoutError when the backend does not answer in time; the job may then still be added
   * @throws Error when the backend refuses the job
   */
  async add(job: string, data: Data, timeoutMs = defaultTimeoutMs): Promise<void> {
    await this.call(timeoutMs, (queue) => queue.add(job, data, jobOptions));
  }

  /**
   * Adds a job in a transaction of the caller. The job exists only if the transaction is committed. It is only for jobs
   * in PostgreSQL, and `prepare` must have been called before.
   * @throws Error when the database refuses the job; the transaction can then only be rolled back
   */
  async addWithin(client: ClientBase, job: string, data: Data): Promise<void> {
    await insertJob(client, { queue: this.name, job, data, options: jobOptions });
  }

  /**
   * Checks, as far as that is possible beforehand, that a job can be added.
   * @throws TimeoutError when the backend does not answer in time
   * @throws Error when the backend refuses the connection
   */
  async prepare(timeoutMs: number): Promise<void> {
    const backend = this.opts.connection;
    if (backend.kind === 'redis') return withTimeout(timeoutMs, 'the queue does not answer', backend.ping());
    // Waits for the library to create or migrate its tables, once.
    if (this.isPrepared) return;
    await this.call(timeoutMs, (queue) => queue.waitUntilReady());
    this.isPrepared = true;
  }

  /** The number of jobs that no worker has begun. @throws Error if the backend fails or does not answer in time */
  async waiting(): Promise<number> {
    return this.call(defaultTimeoutMs, (queue) => queue.getWaitingCount());
  }

  /** The age in seconds of the oldest job that no worker has begun; 0 if there is none. @throws Error if the backend fails */
  async oldestWaitingSeconds(): Promise<number> {
    const last = (await this.waiting()) - 1;
    if (last < 0) return 0;
    // The library returns the jobs of PostgreSQL in the wrong order, so the oldest job is asked for with the order
    // "newest first".
    const [oldest] = await this.call(defaultTimeoutMs, (queue) => queue.getJobs(['waiting'], last, last));
    return oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000);
  }

  /** `BullModule` calls it when the process ends. */
  async close(): Promise<void> {
    const { queue } = this;
    this.queue = undefined;
    if (queue !== undefined) await closeQueue(queue);
  }

  private async call<T>(timeoutMs: number, work: (queue: StoredQueue) => Promise<T>): Promise<T> {
    const queue = (this.queue ??= openQueue(this.name, this.opts.connection));
    try {
      return await withTimeout(timeoutMs, 'the queue does not answer', work(queue));
    } catch (error) {
      // A queue that could not be opened cannot be used any more. The next job opens a new one.
      if (this.queue === queue) this.queue = undefined;
      await closeQueue(queue);
      throw error;
    }
  }
}

/**
 * Checks that the backend does what jobs need. In Redis this runs a script that writes; in PostgreSQL it calls a function of the
 * library on the connection of a queue. A backend may answer a ping and still refuse these operations.
 * @throws Error with what the backend says; TimeoutError when it does not answer
 */
export async function expectWorkingQueue(backend: QueueBackend, discovery: DiscoveryService): Promise<void> {
  if (backend.kind === 'redis') return backend.tryScript();
  await registeredQueues(discovery)[0]?.waiting();
}

/** Whether an error of the queue is an answer of its backend, unlike a lost connection or a timeout. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || (error instanceof Error && error.name === 'ReplyError');
}

/** The queues that the modules of this process have registered. */
export function registeredQueues(discovery: DiscoveryService): JobQueue[] {
  const instances: unknown[] = discovery.getProviders().map(({ instance }): unknown => instance);
  return instances.filter((instance): instance is JobQueue => instance instanceof JobQueue);
}

/** Closes a queue, and its connections after a timeout if the backend does not answer. It never rejects. */
export function closeQueue(queue: StoredQueue): Promise<void> {
  return closeInTime(
    () => queue.close(),
    () => queue.disconnect(),
  ).catch(() => undefined);
}
