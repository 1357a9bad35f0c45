import { Module } from '@nestjs/common';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { FollowService } from './follows/follow.service.js';
import { FollowSql } from './follows/follow.sql.js';
import { ImportService } from './import.service.js';
import { ImportJournal } from './import-journal.sql.js';

@Module({
  imports: [PrivacyModule, TenancyModule],
  providers: [ImportService, ImportJournal, FollowSql, FollowService],
  exports: [ImportService, ImportJournal, FollowService],
})
export class ImportsModule {}
