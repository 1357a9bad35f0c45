import { Module } from '@nestjs/common';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CreditEntryReader } from './credit-entry.reader.js';
import { CreditGrantService } from './credit-grant.service.js';
import { CreditGrantsRepository } from './credit-grants.repository.js';
import { CreditService } from './credit.service.js';
import { HoldSweepProcessor } from './hold-sweep.processor.js';
import { Ledger } from './ledger.js';
import { LowCreditWatch } from './low-credit-watch.js';
import { PendingHoldReader } from './pending-hold.reader.js';
import { SettlementRepository } from './settlement.repository.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';
import { StoredAnswersProcessor } from './stored-answers.processor.js';

/** Credits, in every process: how they are granted, held and charged. */
@Module({
  imports: [TenancyModule],
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
    StoredAnswerRepository,
    StoredAnswersProcessor,
  ],
  exports: [
    CreditService,
    CreditGrantService,
    CreditGrantsRepository,
    CreditEntryReader,
    StoredAnswerRepository,
    Ledger,
  ],
})
export class BillingModule {}
