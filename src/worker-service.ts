import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { Pepper } from './platform/auth/pepper.js';
import type { Config } from './platform/config.js';
import { Database } from './platform/database/database.js';
import { NestLog } from './platform/log.js';
import { WorkerAppModule } from './worker-app.module.js';

/** A process that works on jobs and answers nobody, whatever WORKER says; closing it closes everything that it opened. */
export async function createWorker(config: Config, logger: Logger): Promise<INestApplicationContext> {
  const database = await Database.open(config, logger);
  try {
    const pepper = await Pepper.resolve(config, database);
    const module = WorkerAppModule.for({ ...config, worker: 'inline' }, database, pepper);
    return await NestFactory.createApplicationContext(module, { abortOnError: false, logger: new NestLog(logger) });
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}
