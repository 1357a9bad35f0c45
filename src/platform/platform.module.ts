import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { OperatorKey, wrongKeyPauseMs, wrongKeyPauseToken } from './auth/operator-key.js';
import { Pepper } from './auth/pepper.sql.js';
import { configToken, type Config } from './config/config.js';
import { Database } from './database/database.js';
import { Failpoints } from './async/failpoints.js';
import { Metrics } from './observability/metrics.js';
import { QueueBackend } from './queue/queue-backend.js';
import { Tracing } from './observability/tracing.js';

/**
 * Provides what every module may inject: the configuration, the database and the store of the job queues. There is one of each in
 * a process. HTTP, metrics and workers are in modules of their own, so that commands do not have to load them.
 */
@Global()
@Module({})
export class PlatformModule {
  /** Configures the module for one kind of process: the service, a worker or a command. */
  static forProcess(config: Config, database: Database, pepper: Pepper): DynamicModule {
    const providers: Provider[] = [
      { provide: configToken, useValue: config },
      // Nest calls the shutdown hook of the database only if a factory provides the database.
      { provide: Database, useFactory: () => database },
      { provide: Pepper, useValue: pepper },
      { provide: QueueBackend, useFactory: queueBackend, inject: [configToken, Database] },
      { provide: Tracing, useFactory: tracing, inject: [configToken, Database] },
      { provide: Failpoints, useValue: Failpoints.of(config) },
      { provide: wrongKeyPauseToken, useValue: wrongKeyPauseMs },
      OperatorKey,
      Metrics,
    ];
    return {
      module: PlatformModule,
      providers,
      exports: [configToken, Database, Pepper, OperatorKey, QueueBackend, Failpoints, Metrics, Tracing],
    };
  }
}

function queueBackend(config: Config, database: Database): QueueBackend {
  return QueueBackend.of(config, database);
}

function tracing(config: Config, database: Database): Promise<Tracing> {
  return Tracing.open(config, database);
}
