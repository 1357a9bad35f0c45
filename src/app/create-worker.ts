import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.js';
import { NestLog } from '../platform/log/log.js';
import { onDatabase } from './with-database.js';
import { WorkerAppModule } from '../worker.module.js';

/** A process that works on jobs and answers nobody, whatever WORKER says; closing it closes everything that it opened. */
export function createWorker(config: Config, logger: Logger): Promise<INestApplicationContext> {
  return onDatabase(config, logger, (database, pepper) => {
    const module = WorkerAppModule.for({ ...config, worker: 'inline' }, database, pepper);
    return NestFactory.createApplicationContext(module, { abortOnError: false, logger: new NestLog(logger) });
  });
}
