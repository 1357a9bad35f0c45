import { Module } from '@nestjs/common';
import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { RecordService } from './record.service.js';
import { StoredCompanyRepository } from './stored-company.repository.js';
import { StoredPersonRepository } from './stored-person.repository.js';
import { StoredSignalRepository } from './stored-signal.repository.js';

/** Single records, for operators who look at them or take them away. */
@Module({
  imports: [TenancyModule],
  providers: [StoredCompanyRepository, StoredPersonRepository, StoredSignalRepository, RecordService],
  exports: [RecordService],
})
export class RecordModule {}
