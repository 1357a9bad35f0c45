import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { FollowsModule } from '../follows/follows.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { EnrichmentService } from './enrichment.service.js';
import { ReceivedRecords } from './received-records.js';

@Module({
  imports: [CreditsModule, FollowsModule, PrivacyModule],
  providers: [EnrichmentService, ReceivedRecords],
  exports: [EnrichmentService],
})
export class EnrichmentModule {}
