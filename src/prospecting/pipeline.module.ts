import { Module } from '@nestjs/common';
import { ClientEmployeeReader } from './records/client-employee.reader.js';
import { CompanyFactsReader } from './records/company-facts.reader.js';
import { EmployeeReader } from './records/employee.reader.js';
import { EmployerTechnologyReader } from './records/employer-technology.reader.js';
import { PipelineService } from './run/pipeline.service.js';
import { ProspectingModule } from './prospecting.module.js';
import { ReasoningService } from './run/reasoning.service.js';
import { RunScopeService } from './run/run-scope.service.js';

/** The work of a run: whom to approach at a company, in which order and why. */
@Module({
  imports: [ProspectingModule],
  providers: [
    CompanyFactsReader,
    EmployeeReader,
    ClientEmployeeReader,
    EmployerTechnologyReader,
    RunScopeService,
    ReasoningService,
    PipelineService,
  ],
  exports: [PipelineService],
})
export class PipelineModule {}
