import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { never } from '../async/with-timeout.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrations.js';
import { Replica } from './replica.js';
import { Statements, StatementWatch } from './statements.js';
import { withTextArrays } from './text-array.js';

/** The driver's types, with columns of type `date` as text. A `Date` would be midnight in the time zone of this machine. */
const types = withTextArrays(new pg.TypeOverrides());
types.setTypeParser(pg.types.builtins.DATE, (date) => date);

/** PostgreSQL's own statement timeout, in milliseconds. */
const serverLimitMs = 30_000;
/** Timeout of a statement of background work. It is longer than PostgreSQL's own, after which no answer can come. */
const workLimitMs = serverLimitMs + 10_000;
/** How long a statement waits for a connection of the pool. */
const connectMs = 5_000;

export interface DatabaseConfig extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** The URL of a replica; null or absent if everything is read from the primary database. */
  readonly databaseReadUrl?: string | null;
  /** Statement timeout in milliseconds; null or absent means no timeout. */
  readonly databaseTimeoutMs?: number | null;
}

/**
 * The access of the process to PostgreSQL: a pool for SQL statements, Prisma, which uses the same pool, and a second pool for reads
 * from a replica, if there is one.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  /** For the reads of enrichment and signals. With a replica they may miss the latest changes, but never an erasure. */
  readonly reads: Statements;

  private constructor(
    /** The URL of the primary database, for code that needs a session of its own, as for LISTEN or COPY. */
    readonly url: string,
    readonly pool: pg.Pool,
    /** Null if there is no replica, and everything is read from the primary database. */
    readonly replica: Replica | null,
    readonly prisma: PrismaClient,
    /** Watches the statements of `pool`. */
    readonly watch: StatementWatch,
    private readonly leave: () => Promise<void>,
  ) {
    this.reads = new Statements(() => replica?.connect() ?? pool.connect());
  }

  /**
   * Opens the database and applies the migrations that it lacks. If the configuration names no database, it first starts the embedded
   * server.
   * @param stopping when it aborts, opening ends early, and an embedded server that no other process uses is stopped
   */
  static async open(config: DatabaseConfig, log: Log, stopping = never): Promise<Database> {
    const server =
      config.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line), stopping })
        : null;
    const url = server?.url ?? config.databaseUrl ?? '';
    try {
      const applied = await migrate(url, { log, stopping });
      if (applied.length > 0) log.info(`Applied ${applied.length} migrations`);
    } catch (error) {
      await server?.stop();
      throw error;
    }
    const { databaseReadUrl = null, databaseTimeoutMs = null } = config;
    const pool = openPool(url, databaseTimeoutMs, log);
    const watch = new StatementWatch(pool, databaseTimeoutMs);
    const readPool = databaseReadUrl === null ? null : openPool(databaseReadUrl, databaseTimeoutMs, log);
    const replica =
      readPool === null ? null : new Replica(readPool, new StatementWatch(readPool, databaseTimeoutMs), pool);
    const prisma = new PrismaClient({
      adapter: new PrismaPg(pool),
      // Prisma's other error formats print the source code around the call that failed.
      errorFormat: 'minimal',
      transactionOptions: { maxWait: connectMs, timeout: serverLimitMs },
    });
    return new Database(url, pool, replica, prisma, watch, async () => server?.stop());
  }

  /** Statements of background work. They use the connections of `pool`, but have a longer timeout than those of requests. */
  get work(): Statements {
    return this.watch.limitedTo(workLimitMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prisma.$disconnect();
    await this.pool.end();
    await this.replica?.pool.end();
    await this.leave();
  }
}

/** The option that sets the time zone of a session. Prisma sends and reads times without a zone, so its sessions must be in UTC. */
const inUtc = '-c TimeZone=UTC';

/** Adds the time zone to the options of a URL, if it has any, because `pg` ignores all other options then. */
function withOptions(connectionString: string): string {
  return connectionString.replace(/[?&]options=[^&]*/, (own) => `${own}%20${encodeURIComponent(inUtc)}`);
}

function openPool(connectionString: string, limitMs: number | null, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withOptions(connectionString),
    options: inUtc,
    max: 10,
    connectionTimeoutMillis: Math.min(connectMs, limitMs ?? connectMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'data-access-service',
    statement_timeout: Math.max(serverLimitMs, limitMs ?? 0),
    // A process that freezes within a transaction must not keep its locks, which would block other processes.
    idle_in_transaction_session_timeout: 10_000,
    types,
  });
  // Without this listener an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn(`Lost an idle database connection: ${error.message}`));
  // Without this listener a connection that is lost while it is used would end the process. Its statement fails in any case.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
