import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CommandRunner } from 'nest-commander';
import { withDatabase } from '../app/with-database.js';
import type { Config } from '../platform/config/config.js';
import { createLogger, NestLog } from '../platform/log/log.js';
import { PlatformModule } from '../platform/platform.module.js';
import type { Terminal } from './terminal.js';

/** Commands that begin with the same word, and what they work with. */
export interface CommandGroup {
  readonly command: Pick<typeof CommandRunner, 'registerWithSubCommands'>;
  /** The modules whose services the commands ask the installation for. */
  readonly modules: readonly Type[];
}

@Module({})
class CommandServicesModule {}

/**
 * What commands work on. It is opened by the first command that asks for a service, so that help and a mistyped option
 * cost nothing and leave nothing behind.
 */
export class Installation {
  private context: INestApplicationContext | undefined;

  /** @param groups whose services there are */
  constructor(
    private readonly groups: readonly CommandGroup[],
    private readonly terminal: Terminal,
    private readonly readConfig: () => Config,
  ) {}

  async service<T>(type: Type<T>): Promise<T> {
    this.context ??= await this.open();
    return this.context.get(type, { strict: false });
  }

  async close(): Promise<void> {
    await this.context?.close();
  }

  private async open(): Promise<INestApplicationContext> {
    // A command may wait for the database for as long as its operator does.
    const config = { ...this.readConfig(), databaseTimeoutMs: null };
    // Only what the operator should know; the answer itself goes to standard output.
    const logger = createLogger('warn', this.terminal.stderr);
    return withDatabase(config, logger, (database, pepper) => {
      const modules = this.groups.flatMap((group) => group.modules);
      const imports = [PlatformModule.forProcess(config, database, pepper), ...modules];
      const module: DynamicModule = { module: CommandServicesModule, imports };
      return NestFactory.createApplicationContext(module, { logger: new NestLog(logger), abortOnError: false });
    });
  }
}
