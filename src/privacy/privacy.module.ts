import { Module } from '@nestjs/common';
import { ErasureSql } from './erasure.sql.js';
import { ErasureService } from './erasure.service.js';
import { SuppressionReader } from './suppression.reader.js';

/** What takes persons out of the data who asked not to be served, and keeps them out. */
@Module({
  providers: [SuppressionReader, ErasureSql, ErasureService],
  exports: [SuppressionReader, ErasureService],
})
export class PrivacyModule {}
