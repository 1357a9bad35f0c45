import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CallbackSettingModule } from './callback/callback-setting.service.js';
import { JobRepository } from './jobs/job.repository.js';
import { JobService } from './jobs/job.service.js';
import { RunCountSql } from './run/run-count.sql.js';
import { RunSql } from './run/run.sql.js';
import { TeamRepository } from './teams/team.repository.js';
import { TeamService } from './teams/team.service.js';

/** Runs and teams, in every process. Starting runs is apart, because asking for them needs no queue. */
@Module({
  imports: [CreditsModule, TenancyModule, CallbackSettingModule],
  providers: [TeamRepository, TeamService, RunSql, RunCountSql, JobRepository, JobService],
  exports: [TeamRepository, TeamService, RunSql, JobService, CallbackSettingModule],
})
export class RunsModule {}
