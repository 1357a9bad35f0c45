import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { UsageSumSql } from './usage-sum.sql.js';

/**
 * Sums up each day about an hour after its end. After an upgrade from a version without sums, the first round of this
 * timer sums up all days since the first ledger entry.
 */
@Injectable()
export class UsageSumTimer extends IntervalTimer {
  constructor(private readonly sums: UsageSumSql) {
    super(300_000, 240_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    while (await this.sums.sumNextDay()) signal.throwIfAborted();
  }
}
