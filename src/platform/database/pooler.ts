import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sqlStateOf } from './statements.js';

/**
 * What is between this process and PostgreSQL:
 * - `none`: a direct connection.
 * - `session`: a pooler that gives each session a connection of its own.
 * - `transaction`: a pooler that gives out a connection for each transaction.
 */
type Pooling = 'none' | 'session' | 'transaction';

/** The time limit for the statements that find out the kind of pooler, in milliseconds. */
const askMs = 10_000;

/** The SQLSTATE for a prepared statement that the server does not know. */
const unknownStatement = '26000';

interface FoundPooling {
  readonly pooling: Pooling;
  /** Whether a prepared statement can be used again. Some poolers by transaction do not support that. */
  readonly keepsStatements: boolean;
}

/**
 * Finds out whether there is a pooler in front of PostgreSQL, and of which kind. A pooler tells its client another
 * process id than that of the server process. Behind a pooler by transaction, a session gets another server process
 * while a second session has a transaction open in the first one.
 * @param settings how to connect
 * @throws errors of the database
 */
export async function findPooling(settings: pg.ClientConfig): Promise<FoundPooling> {
  const [session, other] = [openable(settings), openable(settings)];
  try {
    await session.connect();
    if (processIdOf(session) === (await backendOf(session))) return { pooling: 'none', keepsStatements: true };
    await other.connect();
    return await compare(session, other);
  } finally {
    await Promise.all([session, other].map((client) => client.end().catch(() => undefined)));
  }
}

async function compare(session: pg.Client, other: pg.Client): Promise<FoundPooling> {
  const statement = { name: `pooling-${randomBytes(4).toString('hex')}`, text: 'select pg_backend_pid() as pid' };
  const pids = new Set<number | undefined>();
  try {
    for (let round = 0; round < 3; round += 1) {
      pids.add((await session.query<{ pid: number }>(statement)).rows[0]?.pid);
      await other.query('begin');
      pids.add((await session.query<{ pid: number }>(statement)).rows[0]?.pid);
      await other.query('commit');
      // A pooler may give out its connections in turn. With an even number of statements each session could get the
      // same connection every time.
      await other.query('select 1');
    }
  } catch (error) {
    // A pooler that gives out connections for single statements refuses transactions.
    if (sqlStateOf(error) === unknownStatement) return { pooling: 'transaction', keepsStatements: false };
    throw error;
  }
  return { pooling: pids.size === 1 ? 'session' : 'transaction', keepsStatements: true };
}

/**
 * The settings that the sessions of a pool need. Without a pooler each connection sets them when it is opened. Behind a
 * pooler they are settings of the role.
 */
export interface SessionNeeds {
  /** The minimum of `statement_timeout`, in milliseconds. */
  readonly statementMs: number;
  /** The `idle_in_transaction_session_timeout`, in milliseconds. */
  readonly idleMs: number;
}

/** The SQL that stores the needed settings for a role in this database. */
function roleSettings(role: string, database: string, { statementMs, idleMs }: SessionNeeds): string {
  const target = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set`;
  return `${target} timezone = 'UTC'; ${target} statement_timeout = ${statementMs}; ${target} idle_in_transaction_session_timeout = ${idleMs}`;
}

/**
 * Stores the needed settings for the role of the sessions behind a pooler, unless it has them. A role may change its
 * own settings, but not those of another role. In that case {@link expectSessions} says what is missing.
 * @param direct how to connect without the pooler
 * @param role the role of the sessions behind the pooler
 */
export async function setUpRole(direct: pg.ClientConfig, role: string | undefined, needs: SessionNeeds): Promise<void> {
  const session = openable(direct);
  try {
    await session.connect();
    const { rows } = await session.query<{ role: string; database: string; settings: string[] }>(
      `select coalesce($1, current_user) as role, current_database() as database,
              coalesce((select setconfig from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
                         where rolname = coalesce($1, current_user)
                           and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as settings`,
      [role ?? null],
    );
    const [found] = rows;
    if (found === undefined || isSetUp(found.settings, needs)) return;
    await session.query(roleSettings(found.role, found.database, needs)).catch(() => undefined);
  } finally {
    await session.end().catch(() => undefined);
  }
}

/**
 * Whether the stored settings of a role are those that the sessions need.
 * @param settings the stored settings of a role, such as `TimeZone=UTC`
 */
function isSetUp(settings: readonly string[], { statementMs }: SessionNeeds): boolean {
  const values = new Map(settings.map((setting) => setting.split('=', 2) as [string, string]));
  const isLongEnough = Number(values.get('statement_timeout')) >= statementMs;
  return values.get('TimeZone') === 'UTC' && isLongEnough && values.has('idle_in_transaction_session_timeout');
}

interface SessionState {
  readonly role: string;
  readonly database: string;
  readonly timezone: string;
  readonly statement_ms: number;
  readonly idle_ms: number;
  /** Whether the role has the settings for this database. A session has them only if it was opened afterwards. */
  readonly is_role_set_up: boolean;
  /** A text that is the same in all sessions of a database, and different in another database. */
  readonly identity: string;
}

/**
 * Checks that a session behind a pooler has the settings that it needs, and that it is in the same database as a
 * session without the pooler.
 * @throws Error with a message of one line, which says what to set
 */
export async function expectSessions(
  pooled: pg.ClientConfig,
  direct: pg.ClientConfig,
  needs: SessionNeeds,
): Promise<void> {
  const [behind, past] = [await renewedStateOf(pooled, needs), await stateOf(direct)];
  if (behind.identity !== past.identity) {
    throw new Error(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set DATABASE_DIRECT_URL to the same database, without the pooler',
    );
  }
  const { role, database, timezone, statement_ms: statementMs, idle_ms: idleMs } = behind;
  if (suffices(behind, needs)) return;
  throw new Error(
    `The sessions behind the pooler have the time zone ${timezone}, statement_timeout ${statementMs} ms and ` +
      `idle_in_transaction_session_timeout ${idleMs} ms. Run: ${roleSettings(role, database, needs)}; ` +
      'and then let the pooler open new connections, in PgBouncer with RECONNECT',
  );
}

/** The maximum number of the pooler's sessions that a start ends, so that they are opened again. */
const maxRenewed = 200;

/**
 * The state of a session behind the pooler. Sessions from before the role got its settings are ended, and the pooler
 * opens new ones.
 */
async function renewedStateOf(pooled: pg.ClientConfig, needs: SessionNeeds): Promise<SessionState> {
  let state = await stateOf(pooled);
  for (let count = 0; count < maxRenewed && state.is_role_set_up && !suffices(state, needs); count += 1) {
    await endSession(pooled);
    state = await stateOf(pooled);
  }
  return state;
}

/** Whether a session has the settings that it needs. */
function suffices(
  { timezone, statement_ms: statementMs, idle_ms: idleMs }: SessionState,
  needs: SessionNeeds,
): boolean {
  return timezone === 'UTC' && statementMs >= needs.statementMs && idleMs > 0;
}

/** Ends the PostgreSQL session that the pooler uses for this statement. */
async function endSession(pooled: pg.ClientConfig): Promise<void> {
  const session = openable(pooled);
  try {
    await session.connect();
    await session.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function stateOf(settings: pg.ClientConfig): Promise<SessionState> {
  const session = openable(settings);
  try {
    await session.connect();
    const { rows } = await session.query<SessionState>(
      `select current_user as role, current_database() as database, current_setting('TimeZone') as timezone,
              (select setting::float8 from pg_settings where name = 'statement_timeout') as statement_ms,
              (select setting::float8 from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_ms,
              exists (select from pg_db_role_setting join pg_roles on pg_roles.oid = setrole
                       where rolname = current_user and setconfig @> '{TimeZone=UTC}'
                         and setdatabase = (select oid from pg_database where datname = current_database())) as is_role_set_up,
              concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (select oid from pg_database where datname = current_database())) as identity`,
    );
    const [state] = rows;
    if (state === undefined) throw new Error('The database returned no row for its settings');
    return state;
  } finally {
    await session.end().catch(() => undefined);
  }
}

function openable(settings: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    application_name: 'data-access-service start',
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
    ...settings,
  });
  // If the connection is lost, the statement fails. Without a listener, the event would also end the process.
  client.on('error', () => undefined);
  return client;
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** The process id that the server, or the pooler, sent when the client connected. */
function processIdOf(client: pg.Client): unknown {
  return 'processID' in client ? client.processID : undefined;
}
