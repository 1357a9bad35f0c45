import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { jobSpecs } from '../queue/job-catalogue.js';
import { JobQueue } from '../queue/job-queue.js';
import { Metrics, type Reading } from './metrics.js';

const queues = [...new Set([...jobSpecs.values()].map(({ queue }) => queue))];

/** How things stand with the connections to the database and with the queue of jobs. */
@Injectable()
export class PlatformGauges {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
    private readonly jobs: JobQueue,
  ) {
    metrics.level(
      { name: 'database_pool_connections', help: 'Connections of the pool to PostgreSQL', labelNames: ['state'] },
      () => this.connections(),
    );
    metrics.level({ name: 'database_pool_waiting', help: 'Statements that wait for a connection of the pool' }, () => [
      { value: this.database.pool.waitingCount },
    ]);
    metrics.gauge(
      { name: 'job_queue_waiting_jobs', help: 'Jobs that nobody has begun', labelNames: ['queue'] },
      this.ofEachQueue(async (queue) => this.jobs.waiting(queue)),
    );
    metrics.gauge(
      {
        name: 'job_queue_oldest_waiting_seconds',
        help: 'Age of the oldest job that nobody has begun; 0 where none waits',
        labelNames: ['queue'],
      },
      this.ofEachQueue(async (queue) => this.jobs.oldestWaitingSeconds(queue)),
    );
  }

  private connections(): readonly Reading<'state'>[] {
    const { totalCount, idleCount } = this.database.pool;
    return [
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'busy' }, value: totalCount - idleCount },
    ];
  }

  private ofEachQueue(
    ask: (queue: (typeof queues)[number]) => Promise<number>,
  ): () => Promise<readonly Reading<'queue'>[]> {
    return () => Promise.all(queues.map(async (queue) => ({ labels: { queue }, value: await ask(queue) })));
  }
}
