import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CallbackProcessor } from './callback/callback.processor.js';
import { CallbackRepository } from './callback/callback.repository.js';
import { CallbackService } from './callback/callback.service.js';
import { CallbackSettingService } from './callback/callback-setting.service.js';
import { EnqueueService } from './enqueue.service.js';
import { EnqueuedRunReader } from './enqueued-run.reader.js';
import { JobReader } from './job.reader.js';
import { JobService } from './job.service.js';
import { PipelineModule } from './pipeline.module.js';
import { ProspectingController } from './prospecting.controller.js';
import { RunCountReader } from './run-count.reader.js';
import { RunListService } from './run-list.service.js';
import { RunProcessor } from './run.processor.js';
import { RunReconciliationService } from './run-reconciliation.service.js';
import { RunRepository } from './run.repository.js';
import { RunService } from './run.service.js';
import { RunStartRepository } from './run-start.repository.js';
import { RunStartService } from './run-start.service.js';

/** Runs: started over HTTP or by an operator, worked on by whichever process has time, and asked for. */
@Module({
  imports: [BillingModule, TenancyModule, PipelineModule],
  controllers: [ProspectingController],
  providers: [
    RunStartRepository,
    RunStartService,
    JobReader,
    JobService,
    RunRepository,
    RunService,
    RunReconciliationService,
    RunProcessor,
    RunCountReader,
    EnqueuedRunReader,
    EnqueueService,
    RunListService,
    CallbackRepository,
    CallbackService,
    CallbackSettingService,
    CallbackProcessor,
  ],
  exports: [RunStartService, JobService, EnqueueService, RunListService, CallbackSettingService],
})
export class ProspectingModule {}
