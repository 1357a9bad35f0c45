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

/** A calendar date stays the text that it is: as a `Date` it would be midnight in the time zone of this machine. */
const types = withTextArrays(new pg.TypeOverrides());
types.setTypeParser(pg.types.builtins.DATE, (date) => date);

/** PostgreSQL's own statement timeout, in milliseconds. */
const serverLimitMs = 30_000;
/** Timeout of a statement of background work: beyond that of PostgreSQL no answer can come. */
const workLimitMs = serverLimitMs + 10_000;
/** How long a statement waits for a connection. */
const connectMs = 5_000;

export interface DatabaseConfig extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** Null or absent: everything is read from the database itself. */
  readonly databaseReadUrl?: string | null;
  /** Statement timeout; null or absent: none. */
  readonly databaseTimeoutMs?: number | null;
}

/**
 * All access of the process to PostgreSQL: a pool for prepared SQL, Prisma on the same pool for everything else, and a pool for
 * reads from a replica.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  /** For the reads of enrichment and signals. They may lag behind by the replication lag, except for erasures. */
  readonly reads: Statements;

  private constructor(
    /** For code that needs its own session (LISTEN, COPY into temporary tables). */
    readonly url: string,
    readonly pool: pg.Pool,
    /** Null where everything is read from the database itself. */
    readonly replica: Replica | null,
    readonly prisma: PrismaClient,
    /** Watches the statements of `pool`. */
    readonly watch: StatementWatch,
    private readonly leave: () => Promise<void>,
  ) {
    this.reads = new Statements(() => replica?.connect() ?? pool.connect());
  }

  /**
   * Connects, starting the embedded server when the configuration names no other, and brings the schema up to date.
   * @param stopping ends it early; an embedded server that nothing else uses is then stopped
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
      // Its other forms print the source code around a call that fails.
      errorFormat: 'minimal',
      transactionOptions: { maxWait: connectMs, timeout: serverLimitMs },
    });
    return new Database(url, pool, replica, prisma, watch, async () => server?.stop());
  }

  /** For background work: the connections of `pool`, with the statement timeout of the server. */
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

/** Prisma sends and reads times without their zone: its sessions must be in UTC, not in the server's zone. */
const inUtc = '-c TimeZone=UTC';

/** Options in the URL replace all others, so ours are added to them. */
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
    // The locks of a process that freezes within a transaction must not block the others.
    idle_in_transaction_session_timeout: 10_000,
    types,
  });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn(`Lost an idle database connection: ${error.message}`));
  // So would one that is lost in use; the statement under way fails then.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
