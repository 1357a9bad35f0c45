import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';

/**
 * The background work of billing: releasing expired holds and deleting expired stored answers. Both timers work in batches, and may
 * run in several processes at a time.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, StoredAnswersTimer],
})
export class BillingWorkerModule {}
