import type { Type } from '@nestjs/common';
import { LazyModuleLoader, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { pino, type Logger } from 'pino';
import { readConfig, type Config } from '../../../src/platform/config/config.js';
import type { Database } from '../../../src/platform/database/database.js';
import { AppModule } from '../../../src/app.module.js';
import { applicationOptions, configureHttp } from '../../../src/app/create-service.js';
import { withDatabase } from '../../../src/app/with-database.js';
import { HttpServer } from '../../../src/platform/http/http-server.js';
import type { StreamLimits } from '../../../src/platform/http/streamed-answer.js';
import { NestLog } from '../../../src/platform/log/log.js';
import { KeyService } from '../../../src/tenancy/tenants/key.service.js';
import { ProspectingWorkerModule } from '../../../src/prospecting/prospecting-worker.module.js';
import { TenantService, type OwnLimits } from '../../../src/tenancy/tenants/tenant.service.js';
import { grantPlenty } from '../credits/credits.js';
import { createTestDatabase } from './test-database.js';

export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
}

export interface TestService {
  readonly baseUrl: string;
  /** The service's database, initially a copy of the template. */
  readonly database: Database;
  readonly databaseUrl: string;
  readonly app: NestExpressApplication;
  /** Creates a tenant with more credits than a test uses. @returns its key */
  issueKey(tenant: string, limits?: OwnLimits): Promise<IssuedKey>;
  /** As `issueKey`. @returns the address of the service and the key */
  clientOf(tenant: string): Promise<{ readonly baseUrl: string; readonly apiKey: string }>;
  /** Creates a tenant without credits. @returns its key */
  issueKeyWithoutCredits(tenant: string): Promise<IssuedKey>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Variables of the service, in addition to its database. Without `WORKER: 'inline'` it does no background work. */
  readonly env?: Record<string, string>;
  readonly logger?: Logger;
  /** The database of which the service gets a copy; by default an empty one. */
  readonly template?: string;
  /** Another test service whose database to use, like a second process. */
  readonly sharing?: Pick<TestService, 'database' | 'databaseUrl'>;
  /** Replaces providers, for limits that a test would wait for. */
  readonly replace?: (module: TestingModuleBuilder) => TestingModuleBuilder;
  /** When streamed answers are broken off. */
  readonly streamLimits?: StreamLimits;
}

/** Starts the service on a free port, with a new database unless it shares one. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.sharing === undefined ? await createTestDatabase(options.template) : null;
  const databaseUrl = options.sharing?.databaseUrl ?? own?.url ?? '';
  const config = readConfig({
    RATE_BURST_LIMIT: '1000000',
    RATE_PER_SECOND: '1000000',
    // Queues and timers take as long to start as everything else.
    WORKER: 'off',
    ...options.env,
    DATABASE_URL: databaseUrl,
  });
  const application = new Application(await createTestApplication(config, options));
  await application.app.listen(0, '127.0.0.1');
  const database = options.sharing?.database ?? own?.database;
  if (database === undefined) throw new Error('A test service needs a database');
  const ensureTenant = async (tenant: string, limits?: OwnLimits): Promise<'new' | 'known'> => {
    const tenants = application.app.get(TenantService, { strict: false });
    if ((await tenants.find(tenant)) !== null) return 'known';
    await tenants.create(tenant, null, limits ?? null);
    return 'new';
  };
  const createKey = async (tenant: string): Promise<IssuedKey> => {
    const { key, apiKey } = await application.app.get(KeyService, { strict: false }).create(tenant, null);
    return { keyId: key.id, apiKey };
  };
  const baseUrl = await application.app.getUrl();
  const issueKey = async (tenant: string, limits?: OwnLimits): Promise<IssuedKey> => {
    if ((await ensureTenant(tenant, limits)) === 'new') await grantPlenty(database, tenant);
    return createKey(tenant);
  };
  return {
    baseUrl,
    database,
    databaseUrl,
    get app() {
      return application.app;
    },
    issueKey,
    clientOf: async (tenant) => ({ baseUrl, apiKey: (await issueKey(tenant)).apiKey }),
    issueKeyWithoutCredits: async (tenant) => {
      await ensureTenant(tenant);
      return createKey(tenant);
    },
    close: async () => {
      await application.close();
      await own?.drop();
    },
  };
}

/** The application of a service until it is closed: a worker keeps the test files that it has run, and with them their services. */
class Application {
  private opened: NestExpressApplication | null;

  constructor(app: NestExpressApplication) {
    this.opened = app;
  }

  get app(): NestExpressApplication {
    if (this.opened === null) throw new Error('The service is closed');
    return this.opened;
  }

  async close(): Promise<void> {
    const { app } = this;
    // The service would wait half a second for idle clients.
    app.getHttpServer().closeIdleConnections();
    await app.close();
    detach(app.get(ModulesContainer));
    this.opened = null;
  }
}

/** Nest registers what depends on the providers that all applications share. */
function detach(modules: ModulesContainer): void {
  for (const { providers, controllers, injectables, middlewares } of modules.values()) {
    for (const wrappers of [providers, controllers, injectables, middlewares]) {
      for (const wrapper of wrappers.values()) wrapper.detachFromDependencies();
    }
  }
}

/** A provider of the worker modules, also for a service with WORKER=off, where it does not start by itself. */
export async function ofWorker<T>({ app }: TestService, type: Type<T>): Promise<T> {
  const module = await app.get(LazyModuleLoader).load(() => ProspectingWorkerModule);
  return module.get(type, { strict: false });
}

/** As `createService`, with Nest's testing module. */
function createTestApplication(
  config: Config,
  { logger = pino({ level: 'silent' }), replace = (module) => module, streamLimits }: TestServiceOptions,
): Promise<NestExpressApplication> {
  return withDatabase(config, logger, async (database, pepper) => {
    const imports = [AppModule.for(config, database, pepper, logger)];
    const module = await replace(Test.createTestingModule({ imports })).setLogger(new NestLog(logger)).compile();
    const app = module.createNestApplication<NestExpressApplication>(new HttpServer(streamLimits), {
      ...applicationOptions,
    });
    return configureHttp(app, config, logger);
  });
}
