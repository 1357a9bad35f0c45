import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { BillingModule } from './billing/billing.module.js';
import { CatalogueNamesModule } from './catalogue-names.module.js';
import { CompanyModule } from './company/company.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HealthModule } from './health/health.module.js';
import { PersonModule } from './person/person.module.js';
import type { Pepper } from './platform/auth/pepper.js';
import type { Config } from './platform/config.js';
import type { Database } from './platform/database/database.js';
import { UnmatchedRouteController } from './platform/http/unmatched-route.controller.js';
import { HttpModule, MetricsModule, PlatformModule, WorkerModule } from './platform/platform.module.js';
import { ProspectingModule } from './prospecting/prospecting.module.js';
import { SignalsModule } from './signals/signals.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';

/** Holds the route that matches everything, in a module of its own because routes are registered module by module. */
@Module({ controllers: [UnmatchedRouteController] })
class LastRouteModule {}

/** A process that only works on jobs: what has any, and nothing that answers. */
@Module({})
export class WorkerAppModule {
  static for(config: Config, database: Database, pepper: Pepper): DynamicModule {
    return {
      module: WorkerAppModule,
      imports: [
        PlatformModule.forProcess(config, database, pepper),
        MetricsModule,
        CatalogueNamesModule,
        TenancyModule,
        BillingModule,
        ProspectingModule,
        WorkerModule,
      ],
    };
  }
}

@Module({})
export class AppModule {
  static for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forProcess(config, database, pepper),
        MetricsModule,
        HttpModule.forService(logger),
        // After HTTP: what stands between a request and its handler does so in the order of the modules.
        BillingModule,
        CatalogueNamesModule,
        HealthModule,
        CompanyModule,
        PersonModule,
        SignalsModule,
        ProspectingModule,
        DemoModule,
        WorkerModule,
        LastRouteModule,
      ],
    };
  }
}
