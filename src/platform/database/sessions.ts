import pg from 'pg';
import { singleLine } from '../errors/command-error.js';

/** What a session is for, and how long it waits. Without a limit it waits until the connection is lost. */
export interface SessionUse {
  /** The last word of its `application_name`, by which an operator recognises the session in `pg_stat_activity`. */
  readonly name: string;
  /** The timeout for opening the connection, in milliseconds. */
  readonly connectMs?: number;
  /** The timeout for the answer to a statement, in milliseconds. */
  readonly queryMs?: number;
}

/**
 * A client of PostgreSQL that survives the loss of its connection. The statement that is running fails, or else the next one.
 * Without the listener, the event `error` would also end the process.
 */
class EnduringClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** The settings that sessions and pools have in common. What the database URL says has precedence. */
function withDefaults<Settings extends pg.ClientConfig>(settings: Settings, { name, connectMs, queryMs }: SessionUse) {
  return {
    application_name: `data-access-service ${name}`.trimEnd(),
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    ...settings,
  };
}

/** Makes a session that is not connected yet, so that its events can be listened to before it connects. */
export function newSession(settings: pg.ClientConfig, use: SessionUse): pg.Client {
  return new EnduringClient(withDefaults(settings, use));
}

/**
 * Opens a session, which the caller has to close.
 * @throws the error of the connection
 */
export async function openSession(settings: pg.ClientConfig, use: SessionUse): Promise<pg.Client> {
  const session = newSession(settings, use);
  try {
    await session.connect();
    return session;
  } catch (error) {
    await closeSession(session);
    throw error;
  }
}

/** The message for the operator when no session can be opened. @param error the error of the connection */
export function unreachable(error: unknown): string {
  return `The database cannot be reached (${singleLine(error)}); check that it runs, and that DATABASE_URL leads to it`;
}

/** Closes a session. The promise never rejects. */
export async function closeSession(session: pg.Client): Promise<void> {
  await session.end().catch(() => undefined);
}

/**
 * Opens a session, does the work on it, and closes it.
 * @throws the error of the connection, or what the work throws
 */
export async function withSession<T>(
  settings: pg.ClientConfig,
  use: SessionUse,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = await openSession(settings, use);
  try {
    return await work(session);
  } finally {
    await closeSession(session);
  }
}

/**
 * The settings of a pool. Its clients survive the loss of their connections.
 * @param use the name of its sessions and their limits
 */
export function poolSettings<Settings extends pg.PoolConfig>(settings: Settings, use: SessionUse) {
  return { ...withDefaults(settings, use), Client: EnduringClient };
}

/**
 * Opens a pool, which the caller has to close.
 * @param onLost is called when the server closes an idle connection; the pool opens a new one when it needs it
 */
export function openPool(settings: pg.PoolConfig, use: SessionUse, onLost: (error: Error) => void): pg.Pool {
  // Without a listener, the event would end the process.
  return new pg.Pool(poolSettings(settings, use)).on('error', onLost);
}
