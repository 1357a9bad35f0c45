import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CommandRunner } from 'nest-commander';
import type { Client, ClientConfig } from 'pg';
import { type MakeApplication, withDatabase } from '../app/with-database.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { openPool } from '../platform/database/sessions.js';
import { createLogger, NestLog } from '../platform/log/log.js';
import { PlatformModule } from '../platform/platform.module.js';
import type { Operation, Operator } from '../operations/operation.js';
import { logOperation, logOutcome, type OperationOutcome } from '../operations/operator-log.sql.js';
import type { Terminal } from './terminal.js';

/** A group of commands, such as `tenant`, and the modules that the commands need. */
export interface CommandGroup {
  readonly command: Pick<typeof CommandRunner, 'registerWithSubCommands'>;
  /** The modules whose services the commands use. */
  readonly modules: readonly Type[];
}

@Module({})
class CommandServicesModule {}

/**
 * The application context in which commands find their services. It is created when the first service is needed, so that help and syntax
 * errors do not start a database.
 */
export class Installation {
  private context: INestApplicationContext | undefined;
  private operation: Operation | null = null;
  /** The line of the command in the log of operators, and the database that has it. */
  private logged: { readonly pool: Database['pool']; readonly line: string } | undefined;

  /**
   * Only stores its arguments. The application is created when the command needs its first service.
   * @param groups the groups of commands whose modules are loaded
   * @param operator who runs the command, for the log of operators
   */
  constructor(
    private readonly groups: readonly CommandGroup[],
    private readonly terminal: Terminal,
    private readonly readConfig: () => Config,
    readonly operator: Operator,
  ) {}

  /**
   * Says what the command changes; null for a command that only reads, which is not logged. The command is logged before it gets its first
   * service, but `migrate` and `restore` are logged after their work.
   */
  begin(operation: Operation | null): void {
    this.operation = operation;
  }

  async service<T>(type: Type<T>): Promise<T> {
    this.context ??= await this.open();
    return this.context.get(type, { strict: false });
  }

  /** Applies the missing migrations, those of the job queue in PostgreSQL included. @returns the names of the applied files */
  async migrate(): Promise<readonly string[]> {
    const config = this.readConfig();
    const logger = createLogger('warn', this.terminal.stderr);
    const also = async (sessions: ClientConfig): Promise<void> => {
      if (config.redisUrl === null) await (await import('../platform/queue/bull-queues.js')).migrateQueue(sessions);
      if (this.operation !== null) await this.logDone(sessions, this.operation);
    };
    return this.terminal.interruptible((stopping) => Database.migrate(config, logger, stopping, also));
  }

  /**
   * Does work on a session with the database without opening an application, which would migrate the database first. The command is logged
   * after the work.
   * @param work gets a session, the configuration, and a signal that aborts at Ctrl-C, SIGTERM or SIGHUP
   */
  async onSession<T>(work: (session: Client, config: Config, stopping: AbortSignal) => Promise<T>): Promise<T> {
    const config = this.readConfig();
    const stopping = this.terminal.interruption();
    return Database.onSession(config, stopping, async (session, sessions) => {
      const done = await work(session, config, stopping);
      if (this.operation !== null) await this.logDone(sessions, this.operation);
      return done;
    });
  }

  private async logDone(sessions: ClientConfig, operation: Operation): Promise<void> {
    const pool = openPool({ ...sessions, max: 1 }, { name: 'command' }, () => undefined);
    try {
      await logOutcome(pool, await logOperation(pool, operation, this.operator), 'done');
    } finally {
      await pool.end();
    }
  }

  /** Ends the application. @param outcome how the command ended, for the log of operators */
  async close(outcome: OperationOutcome): Promise<void> {
    if (this.logged !== undefined) await logOutcome(this.logged.pool, this.logged.line, outcome);
    await this.context?.close();
  }

  private async open(): Promise<INestApplicationContext> {
    // Commands run SQL statements without a timeout, because the operator can interrupt the command.
    const config = { ...this.readConfig(), databaseTimeoutMs: null };
    // Warnings go to standard error, so that standard output has only the answer.
    const logger = createLogger('warn', this.terminal.stderr);
    const make: MakeApplication<INestApplicationContext> = async (database, pepper) => {
      const { pool } = database;
      if (this.operation !== null)
        this.logged = { pool, line: await logOperation(pool, this.operation, this.operator) };
      const modules = this.groups.flatMap((group) => group.modules);
      const imports = [PlatformModule.forProcess(config, database, pepper), ...modules];
      const module: DynamicModule = { module: CommandServicesModule, imports };
      return NestFactory.createApplicationContext(module, { logger: new NestLog(logger), abortOnError: false });
    };
    return this.terminal.interruptible((stopping) => withDatabase(config, logger, make, stopping));
  }
}
