import { Injectable } from '@nestjs/common';
import { JobHandlers } from '../../platform/queue/job-handlers.js';
import { QueryCountService } from './query-count.service.js';

@Injectable()
export class QueryCountProcessor {
  constructor(handlers: JobHandlers, counts: QueryCountService) {
    handlers.register('refresh-query-counts', (_payload, signal) => counts.refresh({ signal }));
  }
}
