import type { ClientBase, PoolClient } from 'pg';
import { lockStatement, type TransactionLock } from './advisory-locks.js';
import type { Connections } from './statements.js';

export interface TransactionSettings {
  /** Taken before the work starts. */
  readonly lock?: TransactionLock;
  readonly access?: 'read only';
  /** PostgreSQL's settings until the transaction ends, by name. */
  readonly local?: Readonly<Record<string, number | 'on' | 'off'>>;
}

/** For a transaction without a statement timeout. */
export const unlimited = { statement_timeout: 0 } as const;

/**
 * Does the work in a transaction on a separate connection, and commits when the work succeeds. A connection that cannot
 * roll back is closed.
 * @throws what the work throws, and then nothing of it remains
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

/** As {@link inTransaction}, on a session that the caller owns. After a lost session the next statement fails, too. */
export async function transactionOn<T>(
  session: ClientBase,
  work: () => Promise<T>,
  settings: TransactionSettings = {},
): Promise<T> {
  return attempt(session, work, settings, () => undefined);
}

/** @param onBroken is called when the session cannot roll back; the first error is the one to report */
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
