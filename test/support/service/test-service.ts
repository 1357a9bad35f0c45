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
  /** Creates a tenant with more credits than a test uses. @returns the address of the service and the key */
  clientOf(tenant: string): Promise<{ readonly baseUrl: string; readonly apiKey: string }>;
  /** Creates a tenant without credits. @returns its key */
  issueKeyWithoutCredits(tenant: string): Promise<IssuedKey>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Variables of the service, in addition to its database. Without `WORKER: 'inline'` it does no background work. */
  readonly env?: Record<string, string>;
  readonly logger?: Logger;
  /** The name of the database of which the service gets a copy; by default one without data. */
  readonly template?: string;
  /** Another test service, whose database this one uses, too. The two are like two processes of one installation. */
  readonly sharing?: Pick<TestService, 'database' | 'databaseUrl'>;
  /** Replaces providers, for example to shorten a limit for which a test would have to wait. */
  readonly replace?: (module: TestingModuleBuilder) => TestingModuleBuilder;
  /** The limits after which a streamed answer is ended. */
  readonly streamLimits?: StreamLimits;
}

/** Starts the service on a free port, with a new database unless it shares one. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.sharing === undefined ? await createTestDatabase(options.template) : null;
  const databaseUrl = options.sharing?.databaseUrl ?? own?.url ?? '';
  const config = readConfig({
    RATE_BURST_LIMIT: '1000000',
    RATE_PER_SECOND: '1000000',
    // Background work is off by default, because queues and timers take as long to start as the rest of the service.
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

/**
 * Holds the Nest application of a test service until it is closed. Jest keeps the modules of a test file that has ended, and with them
 * the services that they refer to. Without this class the memory of their applications would not be freed.
 */
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
    // Otherwise the service would wait half a second for clients whose connections are idle.
    app.getHttpServer().closeIdleConnections();
    await app.close();
    detach(app.get(ModulesContainer));
    this.opened = null;
  }
}

/** Removes an application from the list of dependants that Nest keeps at providers which all applications share. */
function detach(modules: ModulesContainer): void {
  for (const { providers, controllers, injectables, middlewares } of modules.values()) {
    for (const wrappers of [providers, controllers, injectables, middlewares]) {
      for (const wrapper of wrappers.values()) wrapper.detachFromDependencies();
    }
  }
}

/** A provider of the worker modules. It exists for a service with WORKER=off, too, and does only what the test calls. */
export async function ofWorker<T>({ app }: TestService, type: Type<T>): Promise<T> {
  const module = await app.get(LazyModuleLoader).load(() => ProspectingWorkerModule);
  return module.get(type, { strict: false });
}

/** Creates the application as `createService` does, but with Nest's testing module, in which providers can be replaced. */
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
