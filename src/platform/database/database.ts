import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import { never } from '../async/with-timeout.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { type AccessConfig, type DatabaseAccess, openPrimary, openReplica } from './database-access.js';
import { DatabaseServers } from './database-servers.js';
import { Replica } from './replica.js';
import { type SessionNeeds, withSessionSettings } from './session-settings.js';
import { openPool, withSession } from './sessions.js';
import { maxSharedKeys, Statements, StatementWatch } from './statements.js';
import { TenantConnections } from './tenant-connections.js';
import { withTextArrays } from './text-array.js';

/**
 * The driver's rules for converting values of columns. Values of type `date` stay text, because a `Date` would be midnight in the
 * time zone of this machine. Values of type `bigint` stay text, too. The driver would return the same text, but would first test
 * each value with a regular expression.
 */
const types = withTextArrays(new pg.TypeOverrides());
types.setTypeParser(pg.types.builtins.DATE, (date) => date);
types.setTypeParser(pg.types.builtins.INT8, (number) => number);

/** PostgreSQL's own statement timeout, in milliseconds. */
const serverLimitMs = 30_000;
/**
 * The timeout for statements of background work, in milliseconds. It is longer than PostgreSQL's own timeout, so that it is only
 * reached if PostgreSQL no longer answers.
 */
const workLimitMs = serverLimitMs + 10_000;
const maxConnections = 10;
/** How long a statement waits for a free connection of the pool, in milliseconds. */
const connectMs = 5_000;

export interface DatabaseConfig extends Pick<Config, 'dataDir'>, AccessConfig {
  /** The URL of a read replica. If it is null or absent, everything is read from the primary database. */
  readonly databaseReadUrl?: string | null;
  /** Statement timeout in milliseconds; null or absent means no timeout. */
  readonly databaseTimeoutMs?: number | null;
}

/**
 * The connections of this process to PostgreSQL: a pool for SQL statements, Prisma, which uses the same pool, and, if there is a
 * read replica, a second pool for reading from it.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  /**
   * Connections for the reads of enrichment and signals. If there is a read replica, these reads use it. They may then miss the
   * latest changes, but they never return a person who has been erased.
   */
  readonly reads: Statements;
  private readonly shares: TenantConnections;

  private constructor(
    /**
     * The connection settings for a session outside the pool, for example for LISTEN or COPY. Such a session leads directly to
     * the primary database, or through a pooler that gives each session a connection of its own.
     */
    readonly sessions: pg.ClientConfig,
    /**
     * The URL of the database to which `sessions` connects. Worker threads get this URL instead of `sessions`, because settings
     * can contain functions, which cannot be sent to a thread.
     */
    readonly sessionUrl: string,
    readonly pool: pg.Pool,
    /** The read replica; null if there is none, so that everything is read from the primary database. */
    readonly replica: Replica | null,
    readonly prisma: PrismaClient,
    /** Watches the statements of `pool`. */
    readonly watch: StatementWatch,
    private readonly leave: () => Promise<void>,
  ) {
    this.reads = new Statements(() => replica?.connect() ?? pool.connect());
    this.shares = new TenantConnections(this.reads, maxConnections, connectMs);
  }

  /**
   * Connects to the database, and applies the migrations that it lacks. If the configuration names no database, the embedded
   * server is started first.
   * @param stopping a signal; when it aborts, this call ends early, and the embedded server is stopped if no other process uses
   * it
   */
  static async open(config: DatabaseConfig, log: Log, stopping = never): Promise<Database> {
    const server =
      config.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line), stopping })
        : null;
    try {
      return await Database.connect(server?.url ?? config.databaseUrl ?? '', config, log, stopping, async () =>
        server?.stop(),
      );
    } catch (error) {
      await server?.stop();
      throw error;
    }
  }

  /**
   * Applies the migrations that the database lacks, even if `MIGRATE=off` is set. Unlike `open`, it leaves no connection open.
   * @param also is called after the migrations, with the settings for a session with this database
   * @returns the names of the files that were applied
   */
  static async migrate(
    config: DatabaseConfig,
    log: Log,
    stopping: AbortSignal,
    also: (sessions: pg.ClientConfig) => Promise<void>,
  ): Promise<readonly string[]> {
    const server =
      config.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined, stopping })
        : null;
    try {
      const url = server?.url ?? config.databaseUrl ?? '';
      const access = await openPrimary(url, { ...config, migrate: 'on' }, { needs: needsOf(config), log, stopping });
      await also(access.sessions);
      return access.applied;
    } finally {
      await server?.stop();
    }
  }

  /**
   * Does work on a session with the database, which is not migrated first, so its tables may be missing or of another version. The session
   * has the settings of its role, and leads past a pooler if `DATABASE_DIRECT_URL` is set.
   * @param work also gets the settings for further sessions
   */
  static async onSession<T>(
    config: DatabaseConfig,
    stopping: AbortSignal,
    work: (session: pg.Client, sessions: pg.ClientConfig) => Promise<T>,
  ): Promise<T> {
    const server =
      config.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined, stopping })
        : null;
    try {
      const url = server?.url ?? config.databaseDirectUrl ?? config.databaseUrl ?? '';
      const { settings } = DatabaseServers.of(url, 'read-write');
      return await withSession(settings, { name: 'command', connectMs }, (session) => work(session, settings));
    } finally {
      await server?.stop();
    }
  }

  /**
   * Connects to a database whose URL is known.
   * @param leave stops the embedded server, if there is one
   */
  private static async connect(
    url: string,
    config: DatabaseConfig,
    log: Log,
    stopping: AbortSignal,
    leave: () => Promise<void>,
  ): Promise<Database> {
    const { databaseReadUrl = null } = config;
    const access = await openPrimary(url, config, { needs: needsOf(config), log, stopping });
    const watch = watchedPool(access, config, log, () => void access.servers.reconsider());
    const { pool } = watch;
    const replica =
      databaseReadUrl === null ? null : new Replica(watchedPool(await openReplica(databaseReadUrl), config, log), pool);
    const prisma = new PrismaClient({
      adapter: new PrismaPg(pool),
      // The other error formats of Prisma print the source code around the call that failed.
      errorFormat: 'minimal',
      transactionOptions: { maxWait: connectMs, timeout: serverLimitMs },
    });
    return new Database(access.sessions, config.databaseDirectUrl ?? url, pool, replica, prisma, watch, leave);
  }

  /**
   * Runs statements of background work. They use the connections of `pool`, but have a longer timeout than statements of
   * requests.
   */
  get work(): Statements {
    return this.watch.limitedTo(workLimitMs);
  }

  /**
   * The connections for a read of a tenant. A read of many keys may be long, so all long reads of one tenant together get at most half
   * of the connections that other tenants leave. A short read uses any connection of `reads`.
   * @param keys the number of keys to read
   */
  readsOf(tenantId: string | undefined, keys: number): Statements {
    return tenantId === undefined || keys <= maxSharedKeys ? this.reads : this.shares.of(tenantId);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prisma.$disconnect();
    await this.pool.end();
    await this.replica?.pool.end();
    await this.leave();
  }
}

/** The settings of PostgreSQL that the sessions of this process need. */
function needsOf({ databaseTimeoutMs }: Pick<DatabaseConfig, 'databaseTimeoutMs'>): SessionNeeds {
  // `idleMs` is for a process that freezes within a transaction: PostgreSQL then ends the session, so that its locks do not block
  // other processes.
  return { statementMs: Math.max(serverLimitMs, databaseTimeoutMs ?? 0), idleMs: 10_000 };
}

/** Opens a pool, and watches its statements. @param onRefusedWrite is called when the database refuses to write */
function watchedPool(
  { servers, isPooled }: DatabaseAccess,
  config: DatabaseConfig,
  log: Log,
  onRefusedWrite?: () => void,
): StatementWatch {
  const { databaseTimeoutMs = null, databasePrepared } = config;
  const { statementMs, idleMs } = needsOf(config);
  // A pooler refuses connections that ask for these settings. So behind a pooler the database role has them.
  const settings = isPooled
    ? servers.settings
    : {
        ...withSessionSettings(servers.settings),
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: idleMs,
      };
  const pool = openPool(
    { max: maxConnections, keepAliveInitialDelayMillis: 10_000, types, ...settings },
    { name: '', connectMs: Math.min(connectMs, databaseTimeoutMs ?? connectMs) },
    (error) => log.warn(`Lost an idle database connection: ${error.message}`),
  );
  return new StatementWatch(pool, { limitMs: databaseTimeoutMs, names: databasePrepared, onRefusedWrite });
}
