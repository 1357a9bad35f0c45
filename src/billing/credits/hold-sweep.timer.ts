import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { Ledger } from './ledger.sql.js';

/** The maximum number of holds that one statement releases. A small number locks the accounts only for a short time. */
const sweepBatchSize = 500;

/** Releases expired holds, for example those of requests whose process was killed. */
@Injectable()
export class HoldSweepTimer extends IntervalTimer {
  constructor(private readonly ledger: Ledger) {
    super(5_000, 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    let swept: number;
    do {
      signal.throwIfAborted();
      swept = await this.ledger.sweepExpired(sweepBatchSize);
    } while (swept > 0);
  }
}
