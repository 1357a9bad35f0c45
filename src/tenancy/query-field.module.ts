import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { QueueModule } from '../platform/queue/queue.module.js';
import { QueryCountRepository } from './query-fields/query-count.repository.js';
import { QueryCountService, upkeepQueue } from './query-fields/query-count.service.js';
import { QueryFieldRepository } from './query-fields/query-field.repository.js';
import { QueryFieldSql } from './query-fields/query-field.sql.js';
import { QueryFieldService } from './query-fields/query-field.service.js';
import { TenancyModule } from './tenancy.module.js';

/** The definition and the counting of query fields. It is not part of `TenancyModule`, because most commands need no queue. */
@Module({
  imports: [TenancyModule, QueueModule, BullModule.registerQueue({ name: upkeepQueue })],
  providers: [QueryFieldRepository, QueryFieldSql, QueryFieldService, QueryCountRepository, QueryCountService],
  exports: [QueryFieldService, QueryCountService],
})
export class QueryFieldModule {}
