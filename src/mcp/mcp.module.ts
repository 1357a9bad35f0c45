import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { CompanyModule } from '../company/company.module.js';
import { PersonModule } from '../person/person.module.js';
import { RunStartModule } from '../prospecting/run-start.module.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { SignalsModule } from '../signals/signals.module.js';
import { CallerModule } from '../tenancy/caller.module.js';
import { CallsUnderWay } from './calls-under-way.js';
import { ChargedCallService } from './charged-call.service.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { EnrichmentTools } from './tools/enrichment-tools.js';
import { FreeTools } from './tools/free-tools.js';
import { ProspectingTools } from './tools/prospecting-tools.js';

/** The Model Context Protocol, with which agents use the services of the other modules. This module is only imported if `MCP` is `on`. */
@Module({
  imports: [BillingModule, CallerModule, CompanyModule, PersonModule, SignalsModule, RunsModule, RunStartModule],
  controllers: [McpController],
  providers: [McpService, CallsUnderWay, ChargedCallService, EnrichmentTools, FreeTools, ProspectingTools],
})
export class McpModule {}
