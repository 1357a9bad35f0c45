import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CommandRunner } from 'nest-commander';
import { type MakeApplication, withDatabase } from '../app/with-database.js';
import type { Config } from '../platform/config/config.js';
import { createLogger, NestLog } from '../platform/log/log.js';
import { PlatformModule } from '../platform/platform.module.js';
import type { Terminal } from './terminal.js';

/** The commands with the same first word, and the modules that they need. */
export interface CommandGroup {
  readonly command: Pick<typeof CommandRunner, 'registerWithSubCommands'>;
  /** The modules whose services the commands use. */
  readonly modules: readonly Type[];
}

@Module({})
class CommandServicesModule {}

/**
 * The application context of commands. It is created on the first use of a service, so that help and syntax errors start no
 * database.
 */
export class Installation {
  private context: INestApplicationContext | undefined;

  /** @param groups the groups whose modules are imported. */
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
    // Commands have no database timeout; the operator can interrupt them.
    const config = { ...this.readConfig(), databaseTimeoutMs: null };
    // Warnings go to standard error; standard output has only the answer.
    const logger = createLogger('warn', this.terminal.stderr);
    const make: MakeApplication<INestApplicationContext> = (database, pepper) => {
      const modules = this.groups.flatMap((group) => group.modules);
      const imports = [PlatformModule.forProcess(config, database, pepper), ...modules];
      const module: DynamicModule = { module: CommandServicesModule, imports };
      return NestFactory.createApplicationContext(module, { logger: new NestLog(logger), abortOnError: false });
    };
    return this.terminal.interruptible((stopping) => withDatabase(config, logger, make, stopping));
  }
}
