import { Module } from '@nestjs/common';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CreditEntryRepository } from './credits/credit-entry.repository.js';
import { CreditGrantService } from './credits/credit-grant.service.js';
import { CreditGrantsRepository } from './credits/credit-grants.repository.js';
import { CreditService } from './charging/credit.service.js';
import { LowCreditMonitor } from './charging/low-credit-monitor.js';
import { LapsingGrantsRepository } from './credits/lapsing-grants.repository.js';
import { Ledger } from './credits/ledger.sql.js';
import { PendingHoldSql } from './credits/pending-holds.sql.js';
import { FreeUsage } from './usage/free-usage.sql.js';
import { CreditPlanRepository } from './credits/credit-plan.repository.js';
import { CreditPlanService } from './credits/credit-plan.service.js';
import { CreditScheduleService } from './credits/credit-schedule.service.js';
import { CreditScheduleSql } from './credits/credit-schedule.sql.js';
import { InstallationUsageReader } from './usage/installation-usage.reader.js';
import { InstallationUsageService } from './usage/installation-usage.service.js';
import { RequestListReader } from './usage/request-list.reader.js';
import { SettlementService } from './charging/settlement.service.js';
import { StoredAnswerSql } from './idempotency/stored-answer.sql.js';

/** Grants, charges and stored answers: the services of billing that every process needs, also a process that runs a command. */
@Module({
  imports: [TenancyModule],
  providers: [
    Ledger,
    LowCreditMonitor,
    FreeUsage,
    SettlementService,
    CreditService,
    PendingHoldSql,
    CreditGrantsRepository,
    LapsingGrantsRepository,
    CreditEntryRepository,
    CreditGrantService,
    CreditPlanRepository,
    CreditScheduleSql,
    CreditScheduleService,
    CreditPlanService,
    StoredAnswerSql,
    RequestListReader,
    InstallationUsageReader,
    InstallationUsageService,
  ],
  exports: [
    CreditService,
    CreditGrantService,
    CreditGrantsRepository,
    CreditEntryRepository,
    StoredAnswerSql,
    Ledger,
    FreeUsage,
    RequestListReader,
    InstallationUsageService,
    CreditPlanService,
    CreditScheduleService,
  ],
})
export class CreditsModule {}
