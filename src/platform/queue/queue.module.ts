import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { JobWorker } from './bull-queues.js';
import { JobQueue } from './job-queue.js';
import { QueueBackend } from './queue-backend.js';

// BullModule uses these classes whenever a module registers a queue. So every module that registers a queue must import this
// file.
BullModule.queueClass = JobQueue;
BullModule.workerClass = JobWorker;

/**
 * Provides the backend, PostgreSQL or Redis, for the queues that modules register with `BullModule.registerQueue`. A process runs
 * the jobs of a queue if it imports the `@Processor` of the queue.
 */
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [QueueBackend],
      useFactory: (backend: QueueBackend) => ({ connection: backend }),
    }),
  ],
})
export class QueueModule {}
