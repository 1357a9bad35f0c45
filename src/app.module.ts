import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { BillingModule } from './billing/billing.module.js';
import { CompanyModule } from './company/company.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HealthModule } from './health/health.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { PersonModule } from './person/person.module.js';
import type { Pepper } from './platform/auth/pepper.sql.js';
import type { Config } from './platform/config/config.js';
import type { Database } from './platform/database/database.js';
import { HttpModule } from './platform/http/http.module.js';
import { UnmatchedRouteController } from './platform/http/unmatched-route.controller.js';
import { MetricsModule } from './platform/observability/metrics.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProspectingModule } from './prospecting/prospecting.module.js';
import { CallerModule } from './tenancy/caller.module.js';
import { SearchModule } from './search/search.module.js';
import { SignalsModule } from './signals/signals.module.js';
import { workModules } from './worker.module.js';

/** Registers the route that matches every path. Nest registers routes in the order of the modules, so this module must be the last. */
@Module({ controllers: [UnmatchedRouteController] })
class LastRouteModule {}

@Module({})
export class AppModule {
  static for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // This module provides the configuration, the database and the keys, which all others need.
        PlatformModule.forProcess(config, database, pepper),
        MetricsModule,
        HttpModule.forService(logger),
        // Global interceptors run in the order of the modules, so those of `HttpModule` run before those of `BillingModule`.
        BillingModule,
        CallerModule,
        HealthModule,
        CompanyModule,
        PersonModule,
        SignalsModule,
        ProspectingModule,
        SearchModule,
        ...(config.mcp === 'on' ? [McpModule] : []),
        ...(config.console === 'on' ? [ConsoleModule] : []),
        ...(config.operatorApi === 'on' ? [OperatorModule] : []),
        // This module creates the demo tenant and loads the demo data when an empty installation starts.
        DemoModule,
        ...(config.worker === 'off' ? [] : workModules),
        LastRouteModule,
      ],
    };
  }
}
