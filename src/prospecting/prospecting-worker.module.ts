import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { CallbackProcessor } from './callback/callback.processor.js';
import { CallbackRepository } from './callback/callback.repository.js';
import { CallbackSql } from './callback/callback.sql.js';
import { CallbackService } from './callback/callback.service.js';
import { PipelineModule } from './pipeline.module.js';
import { ProspectingModule } from './prospecting.module.js';
import { RunCountSql } from './run/run-count.sql.js';
import { RunProcessor } from './run/run.processor.js';
import { RunReconciliationService } from './run/run-reconciliation.service.js';
import { RunService } from './run/run.service.js';

/** The work on runs, which whichever process does that has time, and the announcement of their ends. */
@Module({
  imports: [BillingModule, ProspectingModule, PipelineModule],
  providers: [
    RunService,
    RunReconciliationService,
    RunProcessor,
    RunCountSql,
    CallbackRepository,
    CallbackSql,
    CallbackService,
    CallbackProcessor,
  ],
})
export class ProspectingWorkerModule {}
