import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { countTimeLimitMs, QueryCountService } from './query-count.service.js';

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
