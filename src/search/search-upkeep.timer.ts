import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../platform/async/interval-timer.js';
import { SearchCharges } from './search-charges.sql.js';
import { SearchPreparationService } from './values/search-preparation.service.js';

/** Prepares search when a process with `SEARCH=on` starts, and then keeps up with imports. */
@Injectable()
export class SearchUpkeepTimer extends IntervalTimer {
  constructor(
    private readonly preparation: SearchPreparationService,
    private readonly charges: SearchCharges,
  ) {
    super(10_000, 60 * 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    await this.preparation.keepUp(signal);
    await this.charges.prune();
  }
}
