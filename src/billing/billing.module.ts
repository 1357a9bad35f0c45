import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CreditEntryReader } from './credit-entry.reader.js';
import { CreditGrantService } from './credit-grant.service.js';
import { CreditGrantsRepository } from './credit-grants.repository.js';
import { CreditService } from './credit.service.js';
import { HoldSweepProcessor } from './hold-sweep.processor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { Ledger } from './ledger.js';
import { LowCreditWatch } from './low-credit-watch.js';
import { PendingHoldReader } from './pending-hold.reader.js';
import { ReplayHeaders } from './replay-headers.js';
import { SettlementRepository } from './settlement.repository.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';
import { StoredAnswersProcessor } from './stored-answers.processor.js';
import { UsageController } from './usage.controller.js';
import { UsageReader } from './usage.reader.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [TenancyModule],
  controllers: [UsageController],
  providers: [
    Ledger,
    LowCreditWatch,
    SettlementRepository,
    CreditService,
    HoldSweepProcessor,
    PendingHoldReader,
    CreditGrantsRepository,
    CreditEntryReader,
    CreditGrantService,
    UsageReader,
    UsageService,
    StoredAnswerRepository,
    StoredAnswersProcessor,
    ReplayHeaders,
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
  exports: [CreditService, CreditGrantService, Ledger],
})
export class BillingModule {}
