import { Module } from '@nestjs/common';
import { ClientEmployeeReader } from './client-employee.reader.js';
import { CompanyFactsReader } from './company-facts.reader.js';
import { EmployeeReader } from './employee.reader.js';
import { EmployerTechnologyReader } from './employer-technology.reader.js';
import { PipelineService } from './pipeline.service.js';
import { ProspectingModule } from './prospecting.module.js';
import { ReasoningService } from './reasoning/reasoning.service.js';
import { RunScopeService } from './run-scope.service.js';

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
