import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.js';
import { NestLog } from '../platform/log/log.js';
import { withDatabase, type RootModule } from './with-database.js';

/** Creates a process that runs jobs and serves no API, also with WORKER=off. Closing it also closes the database. */
export function createWorker(root: RootModule, config: Config, logger: Logger): Promise<INestApplicationContext> {
  return withDatabase(config, logger, (database, pepper) => {
    const module = root.for(config, database, pepper, logger);
    return NestFactory.createApplicationContext(module, { abortOnError: false, logger: new NestLog(logger) });
  });
}
