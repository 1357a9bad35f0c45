import { Module } from '@nestjs/common';
import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { RecordService } from './record.service.js';
import { StoredCompanySql } from './stored-company.sql.js';
import { StoredPersonSql } from './stored-person.sql.js';
import { StoredSignalSql } from './stored-signal.sql.js';

/** Single records, for operators who look at them or take them away. */
@Module({
  imports: [TenancyModule],
  providers: [StoredCompanySql, StoredPersonSql, StoredSignalSql, RecordService],
  exports: [RecordService],
})
export class RecordModule {}
