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
  // Ended jobs are removed when they are older than this age, in seconds. Keeping a maximum number of jobs instead would be slow,
  // because BullMQ would then search all of them after every job.
  removeOnComplete: { age: 3_600 },
  removeOnFail: { age: 7 * 86_400 },
} as const;

/**
 * A job queue, as a module registers it with `BullModule.registerQueue`. It differs from the queue of BullMQ itself: it connects
 * only when one of its methods is first called, it has a timeout for every call, and after a failure it connects again.
 * @typeParam Data what a job contains: only ids and switches. Everything else is read from the database when the job runs.
 */
export class JobQueue<Data extends object = object> {
  private queue: StoredQueue | undefined;
  private isPrepared = false;

  /**
   * Makes a queue that is not connected yet.
   * @param opts the options of the queue, which the processors of the queue get, too
   */
  constructor(
    readonly name: string,
    readonly opts: { readonly connection: QueueBackend },
  ) {}

  /**
   * Adds a job.
   * @throws TimeoutError when the backend does not answer in time; it may nevertheless add the job
   * @throws Error when the backend refuses the job
   */
  async add(job: string, data: Data, timeoutMs = defaultTimeoutMs): Promise<void> {
    await this.call(timeoutMs, (queue) => queue.add(job, data, jobOptions));
  }

  /**
   * Adds a job in a transaction of the caller. The job exists only when the transaction has been committed. This works only if
   * PostgreSQL is the backend, and `prepare` must have been called before.
   * @throws Error when the database refuses the job; the caller can then only roll the transaction back
   */
  async addWithin(client: ClientBase, job: string, data: Data): Promise<void> {
    await insertJob(client, { queue: this.name, job, data, options: jobOptions });
  }

  /**
   * Checks in advance whether a job can be added. Adding it can fail nevertheless.
   * @throws TimeoutError when the backend does not answer in time
   * @throws Error when the backend refuses the connection
   */
  async prepare(timeoutMs: number): Promise<void> {
    const backend = this.opts.connection;
    if (backend.kind === 'redis') return withTimeout(timeoutMs, 'the queue does not answer', backend.ping());
    // Once per process, this waits until BullMQ has created or updated its tables.
    if (this.isPrepared) return;
    await this.call(timeoutMs, (queue) => queue.waitUntilReady());
    this.isPrepared = true;
  }

  /**
   * The number of jobs that no worker has begun yet.
   * @throws Error if the backend fails or does not answer in time
   */
  async waiting(): Promise<number> {
    return this.call(defaultTimeoutMs, (queue) => queue.getWaitingCount());
  }

  /**
   * The age in seconds of the oldest job that no worker has begun yet; 0 if there is none.
   * @throws Error if the backend fails or does not answer in time
   */
  async oldestWaitingSeconds(): Promise<number> {
    const last = (await this.waiting()) - 1;
    if (last < 0) return 0;
    // With PostgreSQL, BullMQ returns a wrong order if the oldest jobs are requested first. So the newest are requested first;
    // the oldest job is then the last one.
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
      // A queue that could not be opened stays unusable, so it is closed. The next call opens a new one.
      if (this.queue === queue) this.queue = undefined;
      await closeQueue(queue);
      throw error;
    }
  }
}

/**
 * Checks that the backend can do what jobs need. A backend may answer a ping and nevertheless refuse jobs. In Redis the check
 * runs a script that writes. In PostgreSQL it calls a function of BullMQ on a connection of a queue.
 * @throws Error with the reason that the backend gives; TimeoutError when it does not answer
 */
export async function expectWorkingQueue(backend: QueueBackend, discovery: DiscoveryService): Promise<void> {
  if (backend.kind === 'redis') return backend.tryScript();
  await registeredQueues(discovery)[0]?.waiting();
}

/** Whether an error of a queue is a refusal that its backend has sent. A lost connection or a timeout is not. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || (error instanceof Error && error.name === 'ReplyError');
}

export function registeredQueues(discovery: DiscoveryService): JobQueue[] {
  const instances: unknown[] = discovery.getProviders().map(({ instance }): unknown => instance);
  return instances.filter((instance): instance is JobQueue => instance instanceof JobQueue);
}

/** Closes a queue. If the backend does not answer in time, only its connections are closed. The promise never rejects. */
export function closeQueue(queue: StoredQueue): Promise<void> {
  return closeInTime(
    () => queue.close(),
    () => queue.disconnect(),
  ).catch(() => undefined);
}
