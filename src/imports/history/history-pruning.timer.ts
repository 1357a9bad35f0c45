import { Inject, Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { HistoryPruningSql } from './history-pruning.sql.js';

/** Deletes the history of old imports every hour, because it contains personal data. */
@Injectable()
export class HistoryPruningTimer extends IntervalTimer {
  constructor(
    private readonly history: HistoryPruningSql,
    @Inject(configToken) private readonly config: Config,
  ) {
    super(3_600_000, 30 * 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    await this.history.deleteOlderThan(this.config.importHistoryDays, signal);
  }
}
