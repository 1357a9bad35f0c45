import { Processor } from '@nestjs/bullmq';
import { JobProcessor } from '../../platform/queue/job-processor.js';
import { countTimeLimitMs, QueryCountService, upkeepQueue } from './query-count.service.js';

/** Counts what is due when a job says that there is something; the job does not say what. */
@Processor(upkeepQueue)
export class QueryCountProcessor extends JobProcessor {
  constructor(private readonly counts: QueryCountService) {
    super(1);
  }

  override process(): Promise<void> {
    return this.perform(countTimeLimitMs, (signal) => this.counts.refresh({ signal }));
  }
}
