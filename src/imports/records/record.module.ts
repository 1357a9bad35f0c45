import { Module } from '@nestjs/common';
import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { RecordService } from './record.service.js';
import { StoredCompanySql, StoredPersonSql, StoredSignalSql } from './stored-records.sql.js';

/** Single records, for operators who look at them or take them away. */
@Module({
  imports: [TenancyModule],
  providers: [StoredCompanySql, StoredPersonSql, StoredSignalSql, RecordService],
  exports: [RecordService],
})
export class RecordModule {}
