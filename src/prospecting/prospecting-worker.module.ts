import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { CallbackService } from './callback/callback.service.js';
import { CallbackSql } from './callback/callback.sql.js';
import { CallbackTimer } from './callback/callback.timer.js';
import { RunsModule } from './runs.module.js';
import { ClientEmployeeReader, EmployerTechnologyReader } from './records/client-employee.reader.js';
import { CompanyFactsReader } from './records/company-facts.reader.js';
import { EmployeeReader } from './records/employee.reader.js';
import { RunStartModule } from './run-start.module.js';
import { PipelineService } from './run/pipeline.service.js';
import { RunReconciliationTimer } from './run/run-reconciliation.timer.js';
import { ReasoningService } from './reasoning/reasoning.service.js';
import { RunScopeService } from './run/run-scope.service.js';
import { RunProcessor } from './run/run.processor.js';
import { RunService } from './run/run.service.js';

/** Works on runs, and sends callbacks. Every process that works on jobs loads this module. */
@Module({
  imports: [CreditsModule, RunsModule, RunStartModule],
  providers: [
    CompanyFactsReader,
    EmployeeReader,
    ClientEmployeeReader,
    EmployerTechnologyReader,
    RunScopeService,
    ReasoningService,
    PipelineService,
    RunService,
    RunProcessor,
    RunReconciliationTimer,
    CallbackSql,
    CallbackService,
    CallbackTimer,
  ],
})
export class ProspectingWorkerModule {}
