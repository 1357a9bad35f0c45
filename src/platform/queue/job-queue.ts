import { randomUUID } from 'node:crypto';
import type { DiscoveryService } from '@nestjs/core';
import type { ClientBase } from 'pg';
import { withTimeout } from '../async/with-timeout.js';
import { openQueue, type StoredQueue } from './bull-queues.js';
import { closeInTime, postgresSchema, type QueueBackend } from './queue-backend.js';

const defaultTimeoutMs = 5_000;

const jobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 5_000 },
  // By age: to keep a number of them, the library searches them all after every job.
  removeOnComplete: { age: 3_600 },
  removeOnFail: { age: 7 * 86_400 },
} as const;

/**
 * What the library itself calls to add a job: queue, id, name, data, options, priority, delay, time, attempts, and then what
 * jobs of flows, schedules and the like have. It is none of its public interface, so a test holds that it still works.
 */
const addJob = `select ${postgresSchema}.add_job($1, $2, $3, $4::jsonb, $5::jsonb, 0, 0, $6, $7,
  null, null, null, null, null, false)`;

/**
 * A queue as `BullModule.registerQueue` makes it. It connects with the first job, so that processes that add none cost nothing,
 * answers within a time limit, and connects anew after a failure, which BullMQ's own class does not.
 * @typeParam Data ids and switches: what a job works on is read from the database when it runs
 */
export class JobQueue<Data extends object = object> {
  private queue: StoredQueue | undefined;
  private isPrepared = false;

  /** @param opts what processors of the queue are constructed with, too */
  constructor(
    readonly name: string,
    readonly opts: { readonly connection: QueueBackend },
  ) {}

  /**
   * @throws TimeoutError when the backend does not answer in time; the job may then still be added
   * @throws Error when the backend refuses the job
   */
  async add(job: string, data: Data, timeoutMs = defaultTimeoutMs): Promise<void> {
    await this.ask(timeoutMs, (queue) => queue.add(job, data, jobOptions));
  }

  /**
   * Adds a job in a transaction of the caller's, so that it is there exactly when the transaction is committed. Only for
   * jobs that wait in PostgreSQL; `prepare` must have been called.
   * @throws Error when the database refuses the job; the transaction is broken then
   */
  async addWithin(client: ClientBase, job: string, data: Data): Promise<void> {
    const options = JSON.stringify(jobOptions);
    const values = [this.name, randomUUID(), job, JSON.stringify(data), options, Date.now(), jobOptions.attempts];
    await client.query(addJob, values);
  }

  /**
   * Makes sure, as far as that is possible beforehand, that a job can be added.
   * @throws TimeoutError when the backend does not answer in time
   * @throws Error when the backend is not there
   */
  async prepare(timeoutMs: number): Promise<void> {
    const backend = this.opts.connection;
    if (backend.kind === 'redis') return withTimeout(timeoutMs, 'the queue does not answer', backend.ping());
    // The tables of the library need to be brought up to date once.
    if (this.isPrepared) return;
    await this.ask(timeoutMs, (queue) => queue.waitUntilReady());
    this.isPrepared = true;
  }

  /** How many jobs no worker has begun. @throws Error as `add` */
  async waiting(): Promise<number> {
    return this.ask(defaultTimeoutMs, (queue) => queue.getWaitingCount());
  }

  /** For how long the oldest job waits that no worker has begun; 0 when there is none. @throws Error as `add` */
  async oldestWaitingSeconds(): Promise<number> {
    const last = (await this.waiting()) - 1;
    if (last < 0) return 0;
    // Counted from the newest: of the oldest first the library would give the newest job, where jobs wait in PostgreSQL.
    const [oldest] = await this.ask(defaultTimeoutMs, (queue) => queue.getJobs(['waiting'], last, last));
    return oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000);
  }

  /** `BullModule` calls it when the process ends. */
  async close(): Promise<void> {
    const { queue } = this;
    this.queue = undefined;
    if (queue !== undefined) await closeQueue(queue);
  }

  private async ask<T>(timeoutMs: number, question: (queue: StoredQueue) => Promise<T>): Promise<T> {
    const queue = (this.queue ??= openQueue(this.name, this.opts.connection));
    try {
      return await withTimeout(timeoutMs, 'the queue does not answer', question(queue));
    } catch (error) {
      // What did not get ready once never does; the next job opens it anew.
      if (this.queue === queue) this.queue = undefined;
      await closeQueue(queue);
      throw error;
    }
  }
}

/** The queues that the modules of this process have registered. */
export function registeredQueues(discovery: DiscoveryService): JobQueue[] {
  const instances: unknown[] = discovery.getProviders().map(({ instance }): unknown => instance);
  return instances.filter((instance): instance is JobQueue => instance instanceof JobQueue);
}

/** Never fails: its connections are gone soon, whatever the backend does. */
export function closeQueue(queue: StoredQueue): Promise<void> {
  return closeInTime(
    () => queue.close(),
    () => queue.disconnect(),
  ).catch(() => undefined);
}
