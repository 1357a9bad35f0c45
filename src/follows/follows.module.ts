import { Module } from '@nestjs/common';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { EnrichedFollowLog } from './enriched-follow-log.sql.js';
import { FollowService } from './follow.service.js';
import { FollowSql } from './follow.sql.js';

@Module({
  imports: [TenancyModule],
  providers: [FollowSql, FollowService, EnrichedFollowLog],
  exports: [FollowService, EnrichedFollowLog],
})
export class FollowsModule {}
