import { Module } from '@nestjs/common';
import { CreditsModule } from '../billing/credits.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CallbackRepository } from './callback/callback.repository.js';
import { CallbackSettingService } from './callback/callback-setting.service.js';
import { JobRepository } from './jobs/job.repository.js';
import { JobService } from './jobs/job.service.js';
import { RunPruningSql } from './jobs/run-pruning.sql.js';
import { RunResultsService } from './results/run-results.service.js';
import { RunCountSql } from './run/run-count.sql.js';
import { RunSql } from './run/run.sql.js';
import { EnqueuedRunRepository } from './start/enqueued-run.repository.js';
import { StartedLinesService } from './start/started-lines.service.js';
import { TeamRepository } from './teams/team.repository.js';
import { TeamService } from './teams/team.service.js';

/**
 * The services for runs, teams and callbacks that every process loads. The services that start runs are in `RunStartModule`,
 * because they also load the queue.
 */
@Module({
  imports: [CreditsModule, TenancyModule],
  providers: [
    TeamRepository,
    TeamService,
    RunSql,
    RunCountSql,
    JobRepository,
    JobService,
    RunPruningSql,
    EnqueuedRunRepository,
    StartedLinesService,
    RunResultsService,
    CallbackRepository,
    CallbackSettingService,
  ],
  exports: [
    TeamRepository,
    TeamService,
    RunSql,
    JobService,
    RunPruningSql,
    EnqueuedRunRepository,
    StartedLinesService,
    RunResultsService,
    CallbackRepository,
    CallbackSettingService,
  ],
})
export class RunsModule {}
