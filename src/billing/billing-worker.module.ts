import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { CreditScheduleTimer } from './credits/credit-schedule.timer.js';
import { HoldSweepTimer } from './credits/hold-sweep.timer.js';
import { StoredAnswersTimer } from './idempotency/stored-answers.timer.js';
import { UsageSumSql } from './usage/usage-sum.sql.js';
import { UsageSumTimer } from './usage/usage-sum.timer.js';

/**
 * The background work of billing: it releases expired holds, takes back credits whose last day has passed, grants the credits of each month,
 * deletes expired stored answers, and adds up the usage of past days.
 * Several processes may run these timers at the same time.
 */
@Module({
  imports: [CreditsModule],
  providers: [HoldSweepTimer, CreditScheduleTimer, StoredAnswersTimer, UsageSumSql, UsageSumTimer],
})
export class BillingWorkerModule {}
