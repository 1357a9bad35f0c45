import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import type { Logger } from 'pino';
import { ApiKeyGuard, CallerResolver } from '../auth/api-key.guard.js';
import { KeyChanges } from '../auth/key-changes.sql.js';
import { KeyReader } from '../auth/key.reader.js';
import { KeyUses } from '../auth/key-uses.sql.js';
import { ApiKeyCache } from '../auth/api-key-cache.js';
import { configToken, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { BodyBudget } from '../throttling/body-budget.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { throttlerOptions } from '../throttling/throttler-options.js';
import { admissionTimeoutMs, admissionTimeoutToken, AnswerGate, BodyGate, StreamGate } from './admission-gate.js';
import { ErrorFilter } from './error.filter.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { RequestMeter } from '../observability/request-meter.js';
import { RequestValidationPipe } from './validation/validation.pipe.js';

/** The maximum memory, in bytes, of all large request bodies together that are being processed. */
const largeBodyBytes = 64 * 1024 * 1024;

/**
 * Provides everything that a process needs to answer HTTP requests. A global guard requires an API key for every route that is
 * not public.
 */
@Global()
@Module({})
export class HttpModule {
  static forService(logger: Logger): DynamicModule {
    const providers: Provider[] = [
      { provide: RequestMeter, useValue: new RequestMeter() },
      {
        provide: KeyChanges,
        useFactory: (database: Database) => new KeyChanges(database.sessions, logger),
        inject: [Database],
      },
      {
        provide: KeyUses,
        useFactory: (database: Database) => new KeyUses(database.pool, logger),
        inject: [Database],
      },
      KeyReader,
      ApiKeyCache,
      CallerResolver,
      RateLimitGuard,
      { provide: admissionTimeoutToken, useValue: admissionTimeoutMs },
      {
        provide: AnswerGate,
        useFactory: (config: Config, timeoutMs: number) => new AnswerGate(config.largeAnswerBytes, timeoutMs),
        inject: [configToken, admissionTimeoutToken],
      },
      {
        provide: StreamGate,
        useFactory: (config: Config, timeoutMs: number) => new StreamGate(config.largeAnswerBytes, timeoutMs),
        inject: [configToken, admissionTimeoutToken],
      },
      {
        provide: BodyGate,
        useFactory: (timeoutMs: number) => new BodyGate(largeBodyBytes, timeoutMs),
        inject: [admissionTimeoutToken],
      },
      { provide: BodyBudget, useFactory: (config: Config) => new BodyBudget(config), inject: [configToken] },
      // The order matters: requests are first counted against the rate limit, and then their key is checked.
      { provide: APP_GUARD, useExisting: RateLimitGuard },
      { provide: APP_GUARD, useClass: ApiKeyGuard },
      { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
      {
        provide: APP_PIPE,
        useFactory: (config: Config, discovery: DiscoveryService) => new RequestValidationPipe(config, discovery),
        inject: [configToken, DiscoveryService],
      },
      { provide: ErrorFilter, useFactory: () => new ErrorFilter(logger) },
      { provide: APP_FILTER, useExisting: ErrorFilter },
    ];
    const throttler = ThrottlerModule.forRootAsync({
      useFactory: (config: Config) => throttlerOptions(config, logger),
      inject: [configToken],
    });
    return {
      module: HttpModule,
      imports: [DiscoveryModule, throttler],
      providers,
      exports: [RequestMeter, ApiKeyCache, KeyUses, RateLimitGuard, AnswerGate, StreamGate, ErrorFilter],
    };
  }
}
