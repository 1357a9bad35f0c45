import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { UsageSumSql } from './usage-sum.sql.js';

/** Sums up each day an hour after its end. The first round after an upgrade sums up all days since the first entry. */
@Injectable()
export class UsageSumTimer extends IntervalTimer {
  constructor(private readonly sums: UsageSumSql) {
    super(300_000, 240_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    while (await this.sums.sumNextDay()) signal.throwIfAborted();
  }
}
