import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { JobSink } from './bull-queues.js';
import { jobCatalogue, type JobName, type JobPayload, type QueueName } from './job-catalogue.js';
import { withTimeout } from '../async/with-timeout.js';
import { close, postgresSchema, QueueBackend } from './queue-backend.js';

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

/** Where jobs are handed in. It connects with the first job, so that processes that add none cost nothing. */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly open = new Map<QueueName, Promise<JobSink>>();
  private readonly prepared = new Set<QueueName>();

  constructor(private readonly backend: QueueBackend) {}

  /**
   * @throws TimeoutError when the backend does not answer in time; the job may then still be added
   * @throws Error when the backend refuses the job
   */
  async add<Name extends JobName>(name: Name, payload: JobPayload<Name>, timeoutMs = defaultTimeoutMs): Promise<void> {
    await this.ask(jobCatalogue[name].queue, timeoutMs, (sink) => sink.add(name, payload, jobOptions));
  }

  /**
   * Adds a job in a transaction of the caller's, so that it is there exactly when the transaction is committed. Only for
   * jobs that wait in PostgreSQL; `prepare` must have been called.
   * @throws Error when the database refuses the job; the transaction is broken then
   */
  async addWithin<Name extends JobName>(client: ClientBase, name: Name, payload: JobPayload<Name>): Promise<void> {
    const { queue } = jobCatalogue[name];
    const { attempts } = jobOptions;
    const [data, options] = [JSON.stringify(payload), JSON.stringify(jobOptions)];
    await client.query(addJob, [queue, randomUUID(), name, data, options, Date.now(), attempts]);
  }

  /**
   * Makes sure, as far as that is possible beforehand, that a job of this name can be added.
   * @throws TimeoutError when the backend does not answer in time
   * @throws Error when the backend is not there
   */
  async prepare(name: JobName, timeoutMs: number): Promise<void> {
    const { queue } = jobCatalogue[name];
    if (this.backend.kind === 'redis') return withTimeout(timeoutMs, 'the queue does not answer', this.backend.ping());
    // The tables of the library need to be brought up to date once.
    if (this.prepared.has(queue)) return;
    await this.ask(queue, timeoutMs, (sink) => sink.waitUntilReady());
    this.prepared.add(queue);
  }

  /** How many jobs nobody has begun. @throws Error as `add` */
  async waiting(queue: QueueName): Promise<number> {
    return this.ask(queue, defaultTimeoutMs, (sink) => sink.getWaitingCount());
  }

  /** For how long the oldest job waits that nobody has begun; 0 when there is none. @throws Error as `add` */
  async oldestWaitingSeconds(queue: QueueName): Promise<number> {
    const last = (await this.waiting(queue)) - 1;
    if (last < 0) return 0;
    // Counted from the newest: of the oldest first the library would give the newest job, where jobs wait in PostgreSQL.
    const [oldest] = await this.ask(queue, defaultTimeoutMs, (sink) => sink.getJobs(['waiting'], last, last));
    return oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.timestamp) / 1_000);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.open.values()].map(async (sink) => close(await sink, 'in order')));
  }

  private async ask<T>(queue: QueueName, timeoutMs: number, question: (sink: JobSink) => Promise<T>): Promise<T> {
    const sink = this.open.get(queue) ?? this.backend.openQueue(queue);
    this.open.set(queue, sink);
    try {
      return await withTimeout(timeoutMs, 'the queue does not answer', sink.then(question));
    } catch (error) {
      // What did not get ready once never does; the next job opens it anew.
      if (this.open.get(queue) === sink) this.open.delete(queue);
      await sink.then((opened) => close(opened, 'in order')).catch(() => undefined);
      throw error;
    }
  }
}
