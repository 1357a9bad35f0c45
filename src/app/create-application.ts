import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { never } from '../platform/async/with-timeout.js';
import type { Pepper } from '../platform/auth/pepper.sql.js';
import type { Config } from '../platform/config/config.js';
import type { Database } from '../platform/database/database.js';
import { NestLog } from '../platform/log/log.js';
import { expectSingleRedis } from '../platform/queue/queue-backend.js';
import { withDatabase } from './with-database.js';

/**
 * A class from which an application can be created, such as `WorkerAppModule`. `for` returns the Nest module for one process, with its
 * configuration and its database.
 */
export interface RootModule {
  for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule;
}

/**
 * Creates the application of a root module, connected to the configured Redis and database. Closing the application also closes the
 * database.
 * @param stopping when it aborts, the creation ends early and rejects
 */
export async function createApplication<Application>(
  root: RootModule,
  config: Config,
  logger: Logger,
  make: (module: DynamicModule) => Promise<Application>,
  stopping = never,
): Promise<Application> {
  await expectSingleRedis(config, stopping);
  return withDatabase(config, logger, (database, pepper) => make(root.for(config, database, pepper, logger)), stopping);
}

/** Creates the application of a worker process, which runs jobs and serves no API. It runs jobs even if `WORKER` is `off`. */
export function createWorker(
  root: RootModule,
  config: Config,
  logger: Logger,
  stopping = never,
): Promise<INestApplicationContext> {
  const options = { abortOnError: false, logger: new NestLog(logger) };
  const make = (module: DynamicModule) => NestFactory.createApplicationContext(module, options);
  return createApplication(root, config, logger, make, stopping);
}
