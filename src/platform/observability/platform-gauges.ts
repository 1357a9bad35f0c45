import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database } from '../database/database.js';
import { registeredQueues, type JobQueue } from '../queue/job-queue.js';
import { Metrics, type Reading } from './metrics.js';

/** How things stand with the connections to the database and with the queue of jobs. */
@Injectable()
export class PlatformGauges {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
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
      this.ofEachQueue((queue) => queue.waiting()),
    );
    metrics.gauge(
      {
        name: 'job_queue_oldest_waiting_seconds',
        help: 'Age of the oldest job that nobody has begun; 0 where none waits',
        labelNames: ['queue'],
      },
      this.ofEachQueue((queue) => queue.oldestWaitingSeconds()),
    );
  }

  private connections(): readonly Reading<'state'>[] {
    const { totalCount, idleCount } = this.database.pool;
    return [
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'busy' }, value: totalCount - idleCount },
    ];
  }

  private ofEachQueue(ask: (queue: JobQueue) => Promise<number>): () => Promise<readonly Reading<'queue'>[]> {
    return () => {
      const queues = registeredQueues(this.discovery);
      return Promise.all(queues.map(async (queue) => ({ labels: { queue: queue.name }, value: await ask(queue) })));
    };
  }
}
