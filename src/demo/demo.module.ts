import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { DatasetModule } from '../imports/imports.module.js';
import { ProspectingModule } from '../prospecting/prospecting.module.js';
import { RunStartModule } from '../prospecting/run-start.module.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [BillingModule, TenancyModule, QueryFieldModule, DatasetModule, ProspectingModule, RunStartModule],
  providers: [DemoService],
  exports: [DemoService],
})
export class DemoModule {}
