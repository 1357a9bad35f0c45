import pg from 'pg';
import { untilAborted } from '../async/with-timeout.js';
import type { Config } from '../config/config.js';
import { singleLine } from '../errors/command-error.js';
import type { Log } from '../log/log.js';
import { DatabaseServers } from './database-servers.js';
import { expectMigrated, migrate } from './migrations.js';
import { expectSessions, findPooling, type SessionNeeds, setUpRole } from './pooler.js';

/** How the pools of the process reach a database. */
export interface DatabaseAccess {
  readonly servers: DatabaseServers;
  /** Whether a pooler is in between, so that connections must not ask for settings of their own when they are opened. */
  readonly isPooled: boolean;
}

/** The access to the primary database, whose schema fits this build. */
export interface PrimaryAccess extends DatabaseAccess {
  /** How to connect for a session of its own. */
  readonly sessions: pg.ClientConfig;
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
}

export interface AccessConfig extends Partial<
  Pick<Config, 'databaseDirectUrl' | 'databasePrepared' | 'migrate' | 'redisUrl'>
> {
  /** Null for the embedded database, to which no pooler leads. */
  readonly databaseUrl: string | null;
}

export interface AccessOptions {
  readonly needs: SessionNeeds;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/**
 * Finds out how the URLs lead to the database, and brings its schema up to date, or only checks that with `MIGRATE=off`.
 * @param url the database, also if it is the embedded one
 * @throws Error in one line when the database cannot be used in this way, with what to set
 */
export async function openPrimary(url: string, config: AccessConfig, options: AccessOptions): Promise<PrimaryAccess> {
  const servers = DatabaseServers.of(url, 'read-write');
  const { databaseDirectUrl = null } = config;
  if (databaseDirectUrl !== null) return openPast(servers, databaseDirectUrl, config, options);
  const isPooled = config.databaseUrl !== null && (await isPooledBySession(servers, config, options));
  if (isPooled) await prepareRole(servers, servers, config, options);
  const applied = await bringUpToDate(servers, config, options);
  if (isPooled) await expectSessions(servers.settings, servers.settings, options.needs);
  return { servers, isPooled, sessions: servers.settings, applied };
}

/** The access to a replica. One that does not answer now is taken for PostgreSQL itself. */
export async function openReplica(url: string): Promise<DatabaseAccess> {
  const servers = DatabaseServers.of(url, 'any');
  const pooling = await findPooling(servers.settings).then(
    (found) => found.pooling,
    () => 'none',
  );
  return { servers, isPooled: pooling !== 'none' };
}

/** With `DATABASE_DIRECT_URL`, where a pooler of any kind may be at `DATABASE_URL`. */
async function openPast(
  servers: DatabaseServers,
  directUrl: string,
  config: AccessConfig,
  options: AccessOptions,
): Promise<PrimaryAccess> {
  const direct = DatabaseServers.of(directUrl, 'read-write');
  if ((await poolingOf(direct, options)).pooling === 'transaction') {
    throw new Error('DATABASE_DIRECT_URL leads to a pooler that works by transaction: set it to PostgreSQL itself');
  }
  await prepareRole(servers, direct, config, options);
  const applied = await bringUpToDate(direct, config, options);
  const { keepsStatements } = await poolingOf(servers, options);
  if (!keepsStatements && config.databasePrepared !== 'off') {
    throw new Error(
      'The pooler of DATABASE_URL does not keep prepared statements: set DATABASE_PREPARED=off, or max_prepared_statements in ' +
        'PgBouncer 1.21 or newer',
    );
  }
  await expectSessions(servers.settings, direct.settings, options.needs);
  return { servers, isPooled: true, sessions: direct.settings, applied };
}

/** @throws Error when there is a pooler that needs `DATABASE_DIRECT_URL` beside it */
async function isPooledBySession(
  servers: DatabaseServers,
  { redisUrl = null }: AccessConfig,
  options: AccessOptions,
): Promise<boolean> {
  const { pooling } = await poolingOf(servers, options);
  if (pooling === 'transaction') {
    throw new Error(
      'DATABASE_URL leads to a pooler that works by transaction: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, for ' +
        'migrations, imports and all else that needs a session',
    );
  }
  if (pooling === 'session' && redisUrl === null) {
    throw new Error(
      'DATABASE_URL leads to a pooler, through which the job queue in PostgreSQL cannot work: set DATABASE_DIRECT_URL to the URL ' +
        'of PostgreSQL itself, or REDIS_URL for a queue in Redis',
    );
  }
  return pooling === 'session';
}

async function poolingOf({ settings }: DatabaseServers, { stopping }: AccessOptions): ReturnType<typeof findPooling> {
  try {
    return await untilAborted(stopping, findPooling(settings));
  } catch (error) {
    stopping.throwIfAborted();
    throw new Error(`The database cannot be reached: ${singleLine(error)}`, { cause: error });
  }
}

/** Before the pooler opens its first connection for the role, because settings of a role hold from the next connection on. */
async function prepareRole(
  pooled: DatabaseServers,
  direct: DatabaseServers,
  config: AccessConfig,
  { needs }: AccessOptions,
): Promise<void> {
  if (config.migrate !== 'off') await setUpRole(direct.settings, new pg.Client(pooled.settings).user, needs);
}

async function bringUpToDate(
  { settings }: DatabaseServers,
  config: AccessConfig,
  { log, stopping }: AccessOptions,
): Promise<readonly string[]> {
  if (config.migrate === 'off') {
    await expectMigrated(settings, { stopping });
    return [];
  }
  const applied = await migrate(settings, { log, stopping });
  if (applied.length > 0) log.info(`Applied ${applied.length} migrations`);
  return applied;
}
