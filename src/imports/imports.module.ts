import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { ImportService } from './import.service.js';
import { PastImports } from './past-imports.sql.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [ImportService, PastImports],
  exports: [ImportService, PastImports],
})
export class ImportsModule {}
