import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { EnrichmentService } from './enrichment.service.js';

@Module({
  imports: [CreditsModule],
  providers: [EnrichmentService],
  exports: [EnrichmentService],
})
export class EnrichmentModule {}
