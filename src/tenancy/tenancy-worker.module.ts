import { Module } from '@nestjs/common';
import { QueryFieldModule } from './query-field.module.js';
import { QueryCountProcessor, QueryCountTimer } from './query-fields/query-count.processor.js';

/** Counts query fields in the background: when a job asks for it, and every minute, because a job may be lost. */
@Module({
  imports: [QueryFieldModule],
  providers: [QueryCountProcessor, QueryCountTimer],
})
export class TenancyWorkerModule {}
