import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { BillingModule } from './billing/billing.module.js';
import { CompanyModule } from './company/company.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HealthModule } from './health/health.module.js';
import { PersonModule } from './person/person.module.js';
import type { Pepper } from './platform/auth/pepper.sql.js';
import type { Config } from './platform/config/config.js';
import type { Database } from './platform/database/database.js';
import { HttpModule } from './platform/http/http.module.js';
import { UnmatchedRouteController } from './platform/http/unmatched-route.controller.js';
import { MetricsModule } from './platform/observability/metrics.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProspectingModule } from './prospecting/prospecting.module.js';
import { SignalsModule } from './signals/signals.module.js';
import { workModules } from './worker.module.js';

/** Holds the route that matches everything, in a module of its own because routes are registered module by module. */
@Module({ controllers: [UnmatchedRouteController] })
class LastRouteModule {}

@Module({})
export class AppModule {
  static for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // Configuration, database and keys, for all modules; then what is only measured or only served.
        PlatformModule.forProcess(config, database, pepper),
        MetricsModule,
        HttpModule.forService(logger),
        // After HTTP: what stands between a request and its handler does so in the order of the modules.
        BillingModule,
        HealthModule,
        CompanyModule,
        PersonModule,
        SignalsModule,
        ProspectingModule,
        // The first start of an empty installation.
        DemoModule,
        ...(config.worker === 'off' ? [] : workModules),
        LastRouteModule,
      ],
    };
  }
}
