import { Module } from '@nestjs/common';
import { PrivacyModule } from '../person/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CompanyImportService } from './company-import.service.js';
import { PersonImportService } from './person-import.service.js';
import { SignalImportService } from './signal-import.service.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [CompanyImportService, PersonImportService, SignalImportService],
  exports: [CompanyImportService, PersonImportService, SignalImportService],
})
export class DatasetModule {}
