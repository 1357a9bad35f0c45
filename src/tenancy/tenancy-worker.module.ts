import { Module } from '@nestjs/common';
import { QueryFieldModule } from './query-field.module.js';
import { QueryCountProcessor, QueryCountTimer } from './query-fields/query-count.processor.js';

/**
 * Counting in the background: as soon as a job says that there is something to count, and every minute in case that a job
 * was lost.
 */
@Module({
  imports: [QueryFieldModule],
  providers: [QueryCountProcessor, QueryCountTimer],
})
export class TenancyWorkerModule {}
