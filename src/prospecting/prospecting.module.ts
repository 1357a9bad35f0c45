import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CallbackSettingModule } from './callback/callback-setting.module.js';
import { EnqueueService } from './start/enqueue.service.js';
import { EnqueuedRunRepository } from './start/enqueued-run.repository.js';
import { JobRepository } from './jobs/job.repository.js';
import { JobService } from './jobs/job.service.js';
import { RunListService } from './start/run-list.service.js';
import { RunSql } from './run/run.sql.js';
import { RunStartSql } from './start/run-start.sql.js';
import { RunStartService } from './start/run-start.service.js';
import { TeamRepository } from './teams/team.repository.js';
import { TeamService } from './teams/team.service.js';

/** Runs and teams, in every process: runs are started over HTTP or by an operator, and asked for. */
@Module({
  imports: [BillingModule, TenancyModule, CallbackSettingModule],
  providers: [
    TeamRepository,
    TeamService,
    RunStartSql,
    RunStartService,
    RunSql,
    JobRepository,
    JobService,
    EnqueuedRunRepository,
    EnqueueService,
    RunListService,
  ],
  exports: [
    TeamRepository,
    TeamService,
    RunSql,
    RunStartService,
    JobService,
    EnqueueService,
    RunListService,
    CallbackSettingModule,
  ],
})
export class ProspectingModule {}
