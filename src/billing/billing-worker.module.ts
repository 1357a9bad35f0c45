import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';
import { UsageSumSql } from './usage/usage-sum.sql.js';
import { UsageSumTimer } from './usage/usage-sum.timer.js';

/**
 * The background work of billing. The timers of holds and answers take rows in batches and skip rows that another process has locked.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, StoredAnswersTimer, UsageSumSql, UsageSumTimer],
})
export class BillingWorkerModule {}
