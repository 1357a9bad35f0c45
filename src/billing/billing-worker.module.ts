import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';

/**
 * The background work of billing. Both timers take rows in batches and skip rows that another process has locked.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, StoredAnswersTimer],
})
export class BillingWorkerModule {}
