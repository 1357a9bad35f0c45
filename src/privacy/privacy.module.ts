import { Module } from '@nestjs/common';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';
import { SuppressionRepository } from './suppression.repository.js';

/** What takes persons out of the data who asked not to be served, and keeps them out. */
@Module({
  providers: [SuppressionRepository, ErasureRepository, ErasureService],
  exports: [SuppressionRepository, ErasureService],
})
export class PrivacyModule {}
