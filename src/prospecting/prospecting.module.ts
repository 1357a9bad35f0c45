import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { JobReader } from './job.reader.js';
import { JobService } from './job.service.js';
import { PipelineModule } from './pipeline.module.js';
import { ProspectingController } from './prospecting.controller.js';
import { RunProcessor } from './run.processor.js';
import { RunReconciliationService } from './run-reconciliation.service.js';
import { RunRepository } from './run.repository.js';
import { RunService } from './run.service.js';
import { RunStartRepository } from './run-start.repository.js';
import { RunStartService } from './run-start.service.js';

/** Runs: started over HTTP or by an operator, worked on by whichever process has time, and asked for. */
@Module({
  imports: [BillingModule, PipelineModule],
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
  ],
  exports: [RunStartService, JobService],
})
export class ProspectingModule {}
