import { Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
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

/** Counts what is due although no job has said so, such as after a queue has lost its jobs. */
@Injectable()
export class QueryCountTimer extends IntervalTimer {
  constructor(private readonly counts: QueryCountService) {
    super(60_000, countTimeLimitMs);
  }

  override round(signal: AbortSignal): Promise<void> {
    return this.counts.refresh({ signal });
  }
}
