import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { CallbackSettingModule } from './callback/callback-setting.module.js';
import { EnqueueService } from './enqueue.service.js';
import { EnqueuedRunReader } from './enqueued-run.reader.js';
import { JobReader } from './job.reader.js';
import { JobService } from './job.service.js';
import { RunListService } from './run-list.service.js';
import { RunRepository } from './run/run.repository.js';
import { RunStartRepository } from './run-start.repository.js';
import { RunStartService } from './run-start.service.js';
import { TeamService } from './team.service.js';

/** Runs and teams, in every process: runs are started over HTTP or by an operator, and asked for. */
@Module({
  imports: [BillingModule, TenancyModule, CallbackSettingModule],
  providers: [
    TeamService,
    RunStartRepository,
    RunStartService,
    RunRepository,
    JobReader,
    JobService,
    EnqueuedRunReader,
    EnqueueService,
    RunListService,
  ],
  exports: [
    TeamService,
    RunRepository,
    RunStartService,
    JobService,
    EnqueueService,
    RunListService,
    CallbackSettingModule,
  ],
})
export class ProspectingModule {}
