import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CatalogueNamesModule } from '../catalogue-names.module.js';
import { Pepper } from '../platform/auth/pepper.js';
import { readConfig } from '../platform/config.js';
import { Database } from '../platform/database/database.js';
import { createLogger, NestLog } from '../platform/log.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({})
class CommandServicesModule {}

/**
 * What commands work on. It is opened by the first command that asks for a service, so that help and a mistyped option
 * cost nothing and leave nothing behind.
 */
export class Installation {
  private context: INestApplicationContext | undefined;

  /** @param modules whose services there are */
  constructor(private readonly modules: readonly Type[]) {}

  async service<T>(type: Type<T>): Promise<T> {
    this.context ??= await open(this.modules);
    return this.context.get(type, { strict: false });
  }

  async close(): Promise<void> {
    await this.context?.close();
  }
}

async function open(modules: readonly Type[]): Promise<INestApplicationContext> {
  const config = readConfig();
  // Only what the operator should know; the answer itself goes to standard output.
  const logger = createLogger('warn', 'stderr');
  const database = await Database.open(config, logger);
  try {
    const pepper = await Pepper.resolve(config, database);
    const imports = [PlatformModule.forProcess(config, database, pepper), CatalogueNamesModule, ...modules];
    const module: DynamicModule = { module: CommandServicesModule, imports };
    return await NestFactory.createApplicationContext(module, { logger: new NestLog(logger), abortOnError: false });
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}
