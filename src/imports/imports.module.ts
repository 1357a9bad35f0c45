import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { FollowService } from './follows/follow.service.js';
import { FollowSql } from './follows/follow.sql.js';
import { ImportService } from './import.service.js';
import { PastImports } from './past-imports.sql.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [ImportService, PastImports, FollowSql, FollowService],
  exports: [ImportService, PastImports, FollowService],
})
export class ImportsModule {}
