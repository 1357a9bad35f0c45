import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CompanyImportService } from './companies/company-import.service.js';
import { PersonImportService } from './persons/person-import.service.js';
import { SignalImportService } from './signals/signal-import.service.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [CompanyImportService, PersonImportService, SignalImportService],
  exports: [CompanyImportService, PersonImportService, SignalImportService],
})
export class ImportsModule {}
