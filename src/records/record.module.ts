import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DoctorService } from './doctor.service.js';
import { JoinedRecordSql } from './joined-records.sql.js';
import { RecordService } from './record.service.js';
import { SubjectFileService } from './subject-file.service.js';
import { SubjectFileSql } from './subject-file.sql.js';
import { StoredCompanySql, StoredPersonSql, StoredSignalSql } from './stored-records.sql.js';

@Module({
  imports: [PrivacyModule, TenancyModule, ImportsModule],
  providers: [
    ...[StoredCompanySql, StoredPersonSql, StoredSignalSql, RecordService],
    ...[SubjectFileSql, SubjectFileService],
    ...[JoinedRecordSql, DoctorService],
  ],
  exports: [RecordService, SubjectFileService, DoctorService],
})
export class RecordModule {}
