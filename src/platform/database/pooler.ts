import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { withSession } from './sessions.js';
import { isSetUp, roleSettings, type SessionNeeds, unsuitableIn, writtenInSession } from './session-settings.js';
import { sqlStateOf } from './statements.js';

/**
 * What kind of connection pooler is between this process and PostgreSQL:
 * - `none`: there is no pooler.
 * - `session`: a pooler that gives each session a connection of its own to PostgreSQL.
 * - `transaction`: a pooler that gives out a connection to PostgreSQL only for the duration of a transaction.
 */
type Pooling = 'none' | 'session' | 'transaction';

/** The sessions in which a starting process asks for the kind of pooler, and for the settings of other sessions. */
const starting = { name: 'start', connectMs: 10_000, queryMs: 10_000 } as const;

/** The SQLSTATE for a prepared statement that the server does not know. */
const unknownStatement = '26000';

interface FoundPooling {
  readonly pooling: Pooling;
  /**
   * Whether a statement that was prepared once can be used in later transactions. Some poolers by transaction do not support
   * that.
   */
  readonly keepsStatements: boolean;
}

/**
 * Finds out whether there is a connection pooler in front of PostgreSQL, and of which kind.
 *
 * Without a pooler, the process id that a client gets when it connects is that of PostgreSQL's server process; a pooler sends
 * another one. To tell the two kinds of pooler apart, two sessions are used. While the second session has a transaction open, a
 * pooler by transaction gives the first session another server process than before.
 * @param settings how to connect
 * @throws the errors of the database
 */
export async function findPooling(settings: pg.ClientConfig): Promise<FoundPooling> {
  return withSession(settings, starting, async (session) => {
    if (processIdOf(session) === (await backendOf(session))) return { pooling: 'none', keepsStatements: true };
    return withSession(settings, starting, (other) => compare(session, other));
  });
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
      // A pooler may give out its connections in turn. If each round had an even number of statements, each session might get the
      // same connection in every round, and the pooler would look like one by session. So this statement makes the number odd.
      await other.query('select 1');
    }
  } catch (error) {
    // This error says that a pooler by transaction does not keep prepared statements. Other errors are thrown, such as that of a
    // pooler that gives out connections for single statements, and so refuses transactions.
    if (sqlStateOf(error) === unknownStatement) return { pooling: 'transaction', keepsStatements: false };
    throw error;
  }
  return { pooling: pids.size === 1 ? 'session' : 'transaction', keepsStatements: true };
}

/** A SQL expression for the settings that a role has for this database, as a list such as `TimeZone=UTC`. */
function settingsOf(role: string): string {
  return `coalesce((select setconfig from pg_db_role_setting join pg_roles on pg_roles.oid = setrole where rolname = ${role}
                       and setdatabase = (select oid from pg_database where datname = current_database())), '{}')`;
}

/**
 * Gives the role of the sessions behind a pooler the settings that they need, unless it already has them. A role may change its
 * own settings, but usually not those of another role. If the change is refused, nothing is thrown here; {@link expectSessions}
 * later reports what is missing.
 * @param direct the settings for a connection that does not go through the pooler
 * @param role the role of the sessions behind the pooler
 */
export async function setUpRole(direct: pg.ClientConfig, role: string | undefined, needs: SessionNeeds): Promise<void> {
  await withSession(direct, starting, async (session) => {
    const { rows } = await session.query<{ role: string; database: string; settings: string[] }>(
      `select coalesce($1, current_user) as role, current_database() as database,
              ${settingsOf('coalesce($1, current_user)')} as settings`,
      [role ?? null],
    );
    const [found] = rows;
    if (found === undefined || isSetUp(found.settings, needs)) return;
    await session.query(roleSettings(found.role, found.database, needs)).catch(() => undefined);
  });
}

interface SessionState {
  readonly role: string;
  readonly database: string;
  /** The settings in which values are written, such as `TimeZone=UTC`. */
  readonly written: readonly string[];
  readonly statement_ms: number;
  readonly idle_ms: number;
  /**
   * The settings that the role has for this database. A session has these settings only if it was opened after the role got them.
   */
  readonly of_role: readonly string[];
  /**
   * A text that is the same for all sessions of one database, and different for every other database. So two sessions can be
   * compared.
   */
  readonly identity: string;
}

/**
 * Checks that a session behind a pooler has the settings that it needs, and that it leads to the same database as a session that
 * does not go through the pooler.
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
  const { role, database, written, statement_ms: statementMs, idle_ms: idleMs } = behind;
  if (suffices(behind, needs)) return;
  throw new Error(
    `The sessions behind the pooler have ${[...unsuitableIn(written), `statement_timeout ${statementMs} ms`].join(', ')} and ` +
      `idle_in_transaction_session_timeout ${idleMs} ms. Run: ${roleSettings(role, database, needs)}; ` +
      'and then let the pooler open new connections, in PgBouncer with RECONNECT',
  );
}

/**
 * The maximum number of the pooler's sessions that are ended when a process starts. The pooler then opens new ones, with the
 * settings of the role.
 */
const maxRenewed = 200;

/**
 * Returns the state of a session behind the pooler. Sessions that were opened before the role got its settings do not have them.
 * Such sessions are ended first, so that the pooler opens new ones.
 */
async function renewedStateOf(pooled: pg.ClientConfig, needs: SessionNeeds): Promise<SessionState> {
  let state = await stateOf(pooled);
  for (let count = 0; count < maxRenewed && isSetUp(state.of_role, needs) && !suffices(state, needs); count += 1) {
    await endSession(pooled);
    state = await stateOf(pooled);
  }
  return state;
}

/** Whether a session has the settings of PostgreSQL that it needs. */
function suffices({ written, statement_ms: statementMs, idle_ms: idleMs }: SessionState, needs: SessionNeeds): boolean {
  return unsuitableIn(written).length === 0 && statementMs >= needs.statementMs && idleMs > 0;
}

/** Ends a PostgreSQL session of the pooler, namely the one that the pooler happens to use for this statement. */
async function endSession(pooled: pg.ClientConfig): Promise<void> {
  await withSession(pooled, starting, async (session) => {
    await session.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  });
}

async function stateOf(settings: pg.ClientConfig): Promise<SessionState> {
  return withSession(settings, starting, async (session) => {
    const { rows } = await session.query<SessionState>(
      `select current_user as role, current_database() as database, ${writtenInSession} as written,
              (select setting::float8 from pg_settings where name = 'statement_timeout') as statement_ms,
              (select setting::float8 from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_ms,
              ${settingsOf('current_user')} as of_role,
              concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (select oid from pg_database where datname = current_database())) as identity`,
    );
    const [state] = rows;
    if (state === undefined) throw new Error('The database returned no row for its settings');
    return state;
  });
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** The process id that the client got when it connected, from PostgreSQL or from a pooler. */
function processIdOf(client: pg.Client): unknown {
  return 'processID' in client ? client.processID : undefined;
}
