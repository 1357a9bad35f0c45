import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';

/**
 * What billing does in the background. A round of either takes rows in batches, and what another process has taken or locked
 * is not taken again.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, StoredAnswersTimer],
})
export class BillingWorkerModule {}
