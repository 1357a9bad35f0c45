import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { JobWorker } from './bull-queues.js';
import { JobQueue } from './job-queue.js';
import { QueueBackend } from './queue-backend.js';

// BullModule uses these classes when a module registers a queue, so each module that registers one must import this file.
BullModule.queueClass = JobQueue;
BullModule.workerClass = JobWorker;

/**
 * The backend, PostgreSQL or Redis, of the queues that modules register with `BullModule.registerQueue`. A process that imports
 * a `@Processor` works on its jobs.
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
