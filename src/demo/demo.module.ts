import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { DatasetModule } from '../imports/imports.module.js';
import { ProspectingModule } from '../prospecting/prospecting.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [BillingModule, TenancyModule, DatasetModule, ProspectingModule],
  providers: [DemoService],
  exports: [DemoService],
})
export class DemoModule {}
