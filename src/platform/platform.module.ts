import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import { ApiKeyGuard } from './auth/api-key.guard.js';
import { KeyChanges } from './auth/key-changes.js';
import { KeyReader } from './auth/key.reader.js';
import { KeyRing } from './auth/key-ring.js';
import { Pepper } from './auth/pepper.js';
import { CONFIG, type Config } from './config.js';
import { Database } from './database/database.js';
import { Failpoints } from './failpoints.js';
import { ErrorFilter } from './http/error.filter.js';
import { JsonBodyInterceptor } from './http/json-body.interceptor.js';
import { RequestMeter } from './http/request-meter.js';
import { RequestPipe } from './http/validation/request.pipe.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { Metrics } from './metrics/metrics.js';
import { PlatformGauges } from './metrics/platform-gauges.js';
import { JobHandlers } from './queue/job-handlers.js';
import { JobQueue } from './queue/job-queue.js';
import { QueueBackend } from './queue/queue-backend.js';
import { QueueDashboard } from './queue/queue-dashboard.js';
import { Workers } from './queue/workers.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { Tracing } from './tracing/tracing.js';

/** What every module may inject: the configuration, the database, the queue. One instance a process. */
@Global()
@Module({})
export class PlatformModule {
  /** For any process: the service, a worker, the command line. */
  static forProcess(config: Config, database: Database, pepper: Pepper): DynamicModule {
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      // A factory, not a value, so that Nest calls its shutdown hook.
      { provide: Database, useFactory: () => database },
      { provide: Pepper, useValue: pepper },
      { provide: QueueBackend, useFactory: queueBackend, inject: [CONFIG, Database] },
      { provide: Tracing, useFactory: tracing, inject: [CONFIG, Database] },
      { provide: Failpoints, useValue: Failpoints.of(config) },
      JobQueue,
      JobHandlers,
      Metrics,
    ];
    return {
      module: PlatformModule,
      providers,
      exports: [CONFIG, Database, Pepper, QueueBackend, Failpoints, JobQueue, JobHandlers, Metrics, Tracing],
    };
  }
}

/** For a process that works on jobs; commands do not. */
@Module({ providers: [Workers] })
export class WorkerModule {}

/** For a process that can be watched; commands end too soon. */
@Module({ providers: [PlatformGauges, QueueDashboard, MetricsServer] })
export class MetricsModule {}

/** What only a process that answers HTTP needs; closed by default through the global guard. */
@Global()
@Module({})
export class HttpModule {
  static forService(logger: Logger): DynamicModule {
    const providers: Provider[] = [
      { provide: RequestMeter, useValue: new RequestMeter() },
      {
        provide: KeyChanges,
        useFactory: (database: Database) => new KeyChanges(database.url, logger),
        inject: [Database],
      },
      KeyReader,
      KeyRing,
      {
        provide: RateLimiter,
        useFactory: (keys: KeyRing, config: Config) => RateLimiter.of(config, keys, logger),
        inject: [KeyRing, CONFIG],
      },
      { provide: APP_GUARD, useClass: ApiKeyGuard },
      { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
      { provide: APP_PIPE, useFactory: (config: Config) => new RequestPipe(config), inject: [CONFIG] },
      { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
    ];
    return { module: HttpModule, providers, exports: [RequestMeter, RateLimiter, KeyRing] };
  }
}

function queueBackend(config: Config, database: Database): QueueBackend {
  return QueueBackend.of(config, database);
}

function tracing(config: Config, database: Database): Promise<Tracing> {
  return Tracing.open(config, database);
}
