import type { Type } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { pino, type Logger } from 'pino';
import { readConfig, type Config } from '../../src/platform/config/config.js';
import type { Database } from '../../src/platform/database/database.js';
import { AppModule } from '../../src/app.module.js';
import { applicationOptions, configureHttp } from '../../src/app/create-service.js';
import { withDatabase } from '../../src/app/with-database.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import { NestLog } from '../../src/platform/log/log.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { ProspectingWorkerModule } from '../../src/prospecting/prospecting-worker.module.js';
import { TenantService, type OwnLimits } from '../../src/tenancy/tenants/tenant.service.js';
import { grantPlenty } from './credits.js';
import { createTestDatabase } from './test-database.js';

export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
}

export interface TestService {
  readonly baseUrl: string;
  /** The empty database that the service works on; fill it with the factories. */
  readonly database: Database;
  readonly databaseUrl: string;
  readonly app: NestExpressApplication;
  /** A new tenant with more credits than a test can use, and a key of it. */
  issueKey(tenant: string, limits?: OwnLimits): Promise<IssuedKey>;
  /** A new tenant without credits, and a key of it. */
  issueKeyWithoutCredits(tenant: string): Promise<IssuedKey>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Environment of the service, beside its database. */
  readonly env?: Record<string, string>;
  readonly logger?: Logger;
  /** Serves the database of another test service, as a second process would. */
  readonly sharing?: TestService;
}

/** The whole service on a free port and, unless it shares one, on a database of its own. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.sharing === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.sharing?.databaseUrl ?? own?.url ?? '';
  const config = readConfig({
    RATE_BURST_LIMIT: '1000000',
    RATE_PER_SECOND: '1000000',
    ...options.env,
    DATABASE_URL: databaseUrl,
  });
  const app = await createTestApplication(config, options.logger ?? pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const database = options.sharing?.database ?? own?.database;
  if (database === undefined) throw new Error('A test service needs a database');
  const ensureTenant = async (tenant: string, limits?: OwnLimits): Promise<'new' | 'known'> => {
    const tenants = app.get(TenantService, { strict: false });
    if ((await tenants.find(tenant)) !== null) return 'known';
    await tenants.create(tenant, null, limits ?? null);
    return 'new';
  };
  const createKey = async (tenant: string): Promise<IssuedKey> => {
    const { key, apiKey } = await app.get(KeyService, { strict: false }).create(tenant, null);
    return { keyId: key.id, apiKey };
  };
  return {
    baseUrl: await app.getUrl(),
    database,
    databaseUrl,
    app,
    issueKey: async (tenant, limits) => {
      if ((await ensureTenant(tenant, limits)) === 'new') await grantPlenty(database, tenant);
      return createKey(tenant);
    },
    issueKeyWithoutCredits: async (tenant) => {
      await ensureTenant(tenant);
      return createKey(tenant);
    },
    close: async () => {
      // Nobody asks any more, and the service would give idle clients half a second to do so.
      app.getHttpServer().closeIdleConnections();
      await app.close();
      await own?.drop();
    },
  };
}

/** What only workers have, also of a service with WORKER=off; nothing of it begins by itself then. */
export async function ofWorker<T>({ app }: TestService, type: Type<T>): Promise<T> {
  const module = await app.get(LazyModuleLoader).load(() => ProspectingWorkerModule);
  return module.get(type, { strict: false });
}

/** As `createService`, with a module of Nest's testing package. */
function createTestApplication(config: Config, logger: Logger): Promise<NestExpressApplication> {
  return withDatabase(config, logger, async (database, pepper) => {
    const imports = [AppModule.for(config, database, pepper, logger)];
    const module = await Test.createTestingModule({ imports }).setLogger(new NestLog(logger)).compile();
    const app = module.createNestApplication<NestExpressApplication>(new HttpServer(), { ...applicationOptions });
    return configureHttp(app, config, logger);
  });
}
