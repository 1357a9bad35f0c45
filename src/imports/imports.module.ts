import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { ImportService } from './import.service.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [ImportService],
  exports: [ImportService],
})
export class ImportsModule {}
