import { Module } from '@nestjs/common';
import { QueryFieldModule } from './query-field.module.js';
import { QueryCountProcessor, QueryCountTimer } from './query-fields/query-count.processor.js';

/**
 * Background counting of query fields: after a job, and every minute in case that a job was lost.
 */
@Module({
  imports: [QueryFieldModule],
  providers: [QueryCountProcessor, QueryCountTimer],
})
export class TenancyWorkerModule {}
