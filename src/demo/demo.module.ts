import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { RunStartModule } from '../prospecting/run-start.module.js';
import { QueryFieldModule } from '../tenancy/query-field.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [CreditsModule, TenancyModule, QueryFieldModule, ImportsModule, RunsModule, RunStartModule],
  providers: [DemoService],
  exports: [DemoService],
})
export class DemoModule {}
