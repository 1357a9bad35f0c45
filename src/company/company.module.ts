import { Module } from '@nestjs/common';
import { EnrichmentModule } from '../enrichment/enrichment.module.js';
import { SignalsModule } from '../signals/signals.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CompanyController } from './company.controller.js';
import { CompanyLookupService } from './company-lookup.service.js';
import { CompanyReader } from './company.reader.js';
import { CompanyService } from './company.service.js';

@Module({
  imports: [EnrichmentModule, TenancyModule, SignalsModule],
  controllers: [CompanyController],
  providers: [CompanyService, CompanyLookupService, CompanyReader],
  exports: [CompanyService, CompanyLookupService],
})
export class CompanyModule {}
