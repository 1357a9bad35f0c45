import { Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { JobProcessor } from '../../platform/queue/job-processor.js';
import { countTimeLimitMs, QueryCountService, upkeepQueue } from './query-count.service.js';

/** Counts all due companies and all uncounted fields when a job arrives. The job has no payload. */
@Processor(upkeepQueue)
export class QueryCountProcessor extends JobProcessor {
  constructor(private readonly counts: QueryCountService) {
    super(1);
  }

  override process(): Promise<void> {
    return this.perform(countTimeLimitMs, (signal) => this.counts.refresh({ signal }));
  }
}

/** Counts once a minute, too, because the queue may have lost a job. */
@Injectable()
export class QueryCountTimer extends IntervalTimer {
  constructor(private readonly counts: QueryCountService) {
    super(60_000, countTimeLimitMs);
  }

  override round(signal: AbortSignal): Promise<void> {
    return this.counts.refresh({ signal });
  }
}
