import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';
import { UsageSumSql } from './usage/usage-sum.sql.js';
import { UsageSumTimer } from './usage/usage-sum.timer.js';

/**
 * The background work of billing: releasing expired holds, deleting expired stored answers, and adding up the usage of past days. Every
 * timer works in batches and skips rows that another process has locked, so several processes may run them at a time.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, StoredAnswersTimer, UsageSumSql, UsageSumTimer],
})
export class BillingWorkerModule {}
