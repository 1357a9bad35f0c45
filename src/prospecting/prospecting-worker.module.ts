import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { CallbackRepository } from './callback/callback.repository.js';
import { CallbackSql } from './callback/callback.sql.js';
import { CallbackService } from './callback/callback.service.js';
import { CallbackTimer } from './callback/callback.timer.js';
import { PipelineModule } from './pipeline.module.js';
import { ProspectingModule } from './prospecting.module.js';
import { RunReconciliationTimer } from './run/run-reconciliation.timer.js';
import { RunProcessor } from './run/run.processor.js';
import { RunService } from './run/run.service.js';
import { RunStartModule } from './run-start.module.js';

/** The work on runs, which whichever process does that has time, and the announcement of their ends. */
@Module({
  imports: [BillingModule, ProspectingModule, RunStartModule, PipelineModule],
  providers: [
    RunService,
    RunProcessor,
    RunReconciliationTimer,
    CallbackRepository,
    CallbackSql,
    CallbackService,
    CallbackTimer,
  ],
})
export class ProspectingWorkerModule {}
