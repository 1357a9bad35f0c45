import type { ClientBase, PoolClient } from 'pg';
import { lockStatement, type TransactionLock } from './advisory-locks.js';
import type { Connections } from './statements.js';

export interface TransactionSettings {
  /** A lock that the transaction takes before its work starts. */
  readonly lock?: TransactionLock;
  readonly access?: 'read only';
  /** Settings of PostgreSQL by their names. They apply only within this transaction. */
  readonly local?: Readonly<Record<string, number | 'on' | 'off'>>;
}

/** The settings of a transaction whose statements have no timeout. */
export const unlimited = { statement_timeout: 0 } as const;

/**
 * Does the work in a transaction on a separate connection. If the work succeeds, the transaction is committed. If the work fails,
 * the transaction is rolled back. If the rollback fails, too, the connection is closed.
 * @throws what the work throws; none of its changes is then in the database. If the connection breaks during the commit, it throws that
 *   error, and the changes may be in the database.
 */
export async function inTransaction<T>(
  pool: Connections,
  work: (client: PoolClient) => Promise<T>,
  settings: TransactionSettings = {},
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  const onBroken = (): void => void (isBroken = true);
  try {
    return await attempt(client, () => work(client), settings, onBroken);
  } finally {
    client.release(isBroken);
  }
}

/**
 * Does the work in a transaction on a session that the caller owns and closes. If the work succeeds, the transaction is
 * committed; otherwise it is rolled back. A failed rollback is ignored: it means that the session is lost, so its next statement
 * fails, too.
 * @throws what the work throws; none of its changes is then in the database. If the connection breaks during the commit, it throws that
 *   error, and the changes may be in the database.
 */
export async function transactionOn<T>(
  session: ClientBase,
  work: () => Promise<T>,
  settings: TransactionSettings = {},
): Promise<T> {
  return attempt(session, work, settings, () => undefined);
}

/**
 * Does the work, and rolls the transaction back if the work fails.
 * @param onBroken is called when the rollback fails, so that the session cannot be used any more
 * @throws the error of the work, not that of the rollback
 */
async function attempt<T>(
  session: ClientBase,
  work: () => Promise<T>,
  { lock, access, local = {} }: TransactionSettings,
  onBroken: () => void,
): Promise<T> {
  try {
    const settings = Object.entries(local).map(([name, value]) => `; set local ${name} = ${value}`);
    await session.query(`begin${access === 'read only' ? ' read only' : ''}${settings.join('')}`);
    if (lock !== undefined) await session.query(lockStatement(lock));
    const result = await work();
    await session.query('commit');
    return result;
  } catch (error) {
    await session.query('rollback').catch(onBroken);
    throw error;
  }
}
