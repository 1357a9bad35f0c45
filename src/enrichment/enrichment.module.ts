import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { EnrichmentService } from './enrichment.service.js';
import { ReceivedRecords } from './received-records.js';

@Module({
  imports: [CreditsModule, TenancyModule, PrivacyModule],
  providers: [EnrichmentService, ReceivedRecords],
  exports: [EnrichmentService],
})
export class EnrichmentModule {}
