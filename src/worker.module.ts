import { Module, type DynamicModule } from '@nestjs/common';
import { ImportsWorkerModule } from './imports/imports-worker.module.js';
import { BillingWorkerModule } from './billing/billing-worker.module.js';
import { HealthWorkerModule } from './health/health-worker.module.js';
import type { Pepper } from './platform/auth/pepper.sql.js';
import type { Config } from './platform/config/config.js';
import type { Database } from './platform/database/database.js';
import { MetricsModule } from './platform/observability/metrics.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProspectingWorkerModule } from './prospecting/prospecting-worker.module.js';
import { SearchWorkerModule } from './search/search-worker.module.js';
import { TenancyWorkerModule } from './tenancy/tenancy-worker.module.js';

/** The modules with all processors and timers. A worker process loads them always, the service unless `WORKER` is `off`. */
export const workModules = [
  ...[TenancyWorkerModule, BillingWorkerModule, ProspectingWorkerModule, HealthWorkerModule],
  ...[ImportsWorkerModule, SearchWorkerModule],
];

/** The root module of a process that only runs background work. */
@Module({})
export class WorkerAppModule {
  static for(config: Config, database: Database, pepper: Pepper): DynamicModule {
    return {
      module: WorkerAppModule,
      imports: [PlatformModule.forProcess(config, database, pepper), MetricsModule, ...workModules],
    };
  }
}
