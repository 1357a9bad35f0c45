import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.js';
import { NestLog } from '../platform/log/log.js';
import { expectSingleRedis } from '../platform/queue/queue-backend.js';
import { never } from '../platform/async/with-timeout.js';
import { type MakeApplication, type RootModule, withDatabase } from './with-database.js';

/**
 * Creates a process that runs jobs and serves no API, also with WORKER=off. Closing it also closes the database.
 * @param stopping ends the creation early
 */
export async function createWorker(
  root: RootModule,
  config: Config,
  logger: Logger,
  stopping = never,
): Promise<INestApplicationContext> {
  await expectSingleRedis(config, stopping);
  const make: MakeApplication<INestApplicationContext> = (database, pepper) => {
    const module = root.for(config, database, pepper, logger);
    return NestFactory.createApplicationContext(module, { abortOnError: false, logger: new NestLog(logger) });
  };
  return withDatabase(config, logger, make, stopping);
}
