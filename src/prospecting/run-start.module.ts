import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { RunsModule } from './runs.module.js';
import { runQueue } from './run/run-queue.js';
import { EnqueueService } from './start/enqueue.service.js';
import { RunListService } from './start/run-list.service.js';
import { RunStartSql } from './start/run-start.sql.js';
import { RunStartService } from './start/run-start.service.js';

/** The services that start runs, for the routes and for operators' commands, and the queue whose jobs wake workers. */
@Module({
  imports: [CreditsModule, TenancyModule, RunsModule, QueueModule, BullModule.registerQueue({ name: runQueue })],
  providers: [RunStartSql, RunStartService, EnqueueService, RunListService],
  exports: [RunStartService, EnqueueService, RunListService, BullModule],
})
export class RunStartModule {}
