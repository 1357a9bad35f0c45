import { Module } from '@nestjs/common';
import { ErasureSql } from './erasure.sql.js';
import { ErasureService } from './erasure.service.js';
import { SuppressionReader } from './suppression.reader.js';

/** Erasure of persons, and the suppression list that keeps imports and answers from using their data. */
@Module({
  providers: [SuppressionReader, ErasureSql, ErasureService],
  exports: [SuppressionReader, ErasureService],
})
export class PrivacyModule {}
