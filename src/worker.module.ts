import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from './billing/billing.module.js';
import type { Pepper } from './platform/auth/pepper.sql.js';
import type { Config } from './platform/config/config.js';
import type { Database } from './platform/database/database.js';
import { MetricsModule } from './platform/observability/metrics.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { WorkerModule } from './platform/queue/worker.module.js';
import { ProspectingWorkerModule } from './prospecting/prospecting-worker.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';

/** A process that only works on jobs: what has any, and nothing that answers. */
@Module({})
export class WorkerAppModule {
  static for(config: Config, database: Database, pepper: Pepper): DynamicModule {
    return {
      module: WorkerAppModule,
      imports: [
        PlatformModule.forProcess(config, database, pepper),
        MetricsModule,
        TenancyModule,
        BillingModule,
        ProspectingWorkerModule,
        WorkerModule,
      ],
    };
  }
}
