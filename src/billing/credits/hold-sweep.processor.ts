import { Injectable } from '@nestjs/common';
import { JobHandlers } from '../../platform/queue/job-handlers.js';
import { Ledger } from './ledger.sql.js';

/** Holds at once: few enough not to keep the accounts of busy tenants locked. */
const sweptAtOnce = 500;

@Injectable()
export class HoldSweepProcessor {
  constructor(handlers: JobHandlers, ledger: Ledger) {
    handlers.register('sweep-credit-holds', async (_payload, signal) => {
      let swept: number;
      do {
        signal.throwIfAborted();
        swept = await ledger.sweepExpired(sweptAtOnce);
      } while (swept > 0);
    });
  }
}
