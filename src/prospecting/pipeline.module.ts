import { Module } from '@nestjs/common';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { ClientEmployeeReader } from './client-employee.reader.js';
import { CompanyFactsReader } from './company-facts.reader.js';
import { EmployeeReader } from './employee.reader.js';
import { EmployerTechnologyReader } from './employer-technology.reader.js';
import { PipelineService } from './pipeline.service.js';
import { ReasoningService } from './reasoning/reasoning.service.js';
import { RunScopeService } from './run-scope.service.js';
import { TeamService } from './team.service.js';

/** Teams, and the work of a run: whom to approach at a company, in which order and why. */
@Module({
  imports: [TenancyModule],
  providers: [
    TeamService,
    CompanyFactsReader,
    EmployeeReader,
    ClientEmployeeReader,
    EmployerTechnologyReader,
    RunScopeService,
    ReasoningService,
    PipelineService,
  ],
  exports: [TeamService, PipelineService],
})
export class PipelineModule {}
