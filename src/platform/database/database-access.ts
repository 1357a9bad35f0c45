import type pg from 'pg';
import { untilAborted } from '../async/with-timeout.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { DatabaseServers } from './database-servers.js';
import { expectMigrated, migrate } from './migrations.js';
import { expectSessions, findPooling, setUpRole } from './pooler.js';
import { newSession, unreachable } from './sessions.js';
import { type SessionNeeds, withSessionSettings } from './session-settings.js';

export interface DatabaseAccess {
  readonly servers: DatabaseServers;
  /**
   * Whether there is a connection pooler between this process and PostgreSQL. Settings such as `statement_timeout` are then not
   * sent when a connection is opened, because a pooler refuses connections that ask for them.
   */
  readonly isPooled: boolean;
}

/**
 * How this process connects to the primary database. At this point the schema of the database has been brought up to date or,
 * with `MIGRATE=off`, checked.
 */
export interface PrimaryAccess extends DatabaseAccess {
  /** The connection settings of a session outside the pool, for example one for LISTEN. */
  readonly sessions: pg.ClientConfig;
  /** The names of the migrations that were applied when this process started. */
  readonly applied: readonly string[];
}

export interface AccessConfig extends Partial<
  Pick<Config, 'databaseDirectUrl' | 'databasePrepared' | 'migrate' | 'redisUrl'>
> {
  /** The URL of the database. Null stands for the embedded database, in front of which there is never a pooler. */
  readonly databaseUrl: string | null;
}

export interface AccessOptions {
  readonly needs: SessionNeeds;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/**
 * Finds out whether there is a connection pooler between this process and the database, and applies the migrations that the
 * database lacks. With `MIGRATE=off` it only checks that no migration is missing.
 * @param url the URL of the database, also if it is the embedded one
 * @throws Error with a message of one line, which says what to set, when the database cannot be used with this configuration
 */
export async function openPrimary(url: string, config: AccessConfig, options: AccessOptions): Promise<PrimaryAccess> {
  const servers = DatabaseServers.of(url, 'read-write');
  const { databaseDirectUrl = null } = config;
  if (databaseDirectUrl !== null) return openPast(servers, databaseDirectUrl, config, options);
  const isPooled = config.databaseUrl !== null && (await isPooledBySession(servers, config, options));
  if (isPooled) await prepareRole(servers, servers, config, options);
  const applied = await bringUpToDate(servers, config, options);
  if (isPooled) await expectSessions(servers.settings, servers.settings, options.needs);
  const sessions = isPooled ? servers.settings : withSessionSettings(servers.settings);
  return { servers, isPooled, sessions, applied };
}

/**
 * Finds out how to connect to a replica. If the replica does not answer now, this function assumes that there is no pooler in
 * front of it.
 */
export async function openReplica(url: string): Promise<DatabaseAccess> {
  const servers = DatabaseServers.of(url, 'any');
  const pooling = await findPooling(servers.settings).then(
    (found) => found.pooling,
    () => 'none',
  );
  return { servers, isPooled: pooling !== 'none' };
}

/**
 * Opens the primary database when `DATABASE_DIRECT_URL` is set. `DATABASE_URL` may then lead to a connection pooler of any kind.
 */
async function openPast(
  servers: DatabaseServers,
  directUrl: string,
  config: AccessConfig,
  options: AccessOptions,
): Promise<PrimaryAccess> {
  const direct = DatabaseServers.of(directUrl, 'read-write');
  const { pooling } = await poolingOf(direct, options);
  if (pooling === 'transaction') {
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
  const sessions = pooling === 'none' ? withSessionSettings(direct.settings) : direct.settings;
  return { servers, isPooled: true, sessions, applied };
}

/**
 * Whether `DATABASE_URL` leads to a connection pooler.
 * @throws Error when there is a pooler that can only be used if `DATABASE_DIRECT_URL` is set, too
 */
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
    throw new Error(unreachable(error), { cause: error });
  }
}

/**
 * Gives the database role the settings that sessions behind the pooler need; with `MIGRATE=off` it does nothing. It must be called
 * before the pooler opens its first connection for this role, because a connection gets the settings that the role has at that
 * moment.
 */
async function prepareRole(
  pooled: DatabaseServers,
  direct: DatabaseServers,
  config: AccessConfig,
  { needs }: AccessOptions,
): Promise<void> {
  if (config.migrate !== 'off')
    await setUpRole(direct.settings, newSession(pooled.settings, { name: 'start' }).user, needs);
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
