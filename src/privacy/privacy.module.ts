import { Module } from '@nestjs/common';
import { DisclosureLog } from './disclosure-log.sql.js';
import { ErasureSql } from './erasure.sql.js';
import { ErasureService } from './erasure.service.js';
import { SuppressionReader } from './suppression.reader.js';

/** Erases persons, and keeps the suppression list, by which imports and answers leave out erased persons. */
@Module({
  providers: [SuppressionReader, ErasureSql, ErasureService, DisclosureLog],
  exports: [SuppressionReader, ErasureService, DisclosureLog],
})
export class PrivacyModule {}
