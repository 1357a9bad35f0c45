import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { never, untilAborted } from '../async/with-timeout.js';
import type { Connections } from './statements.js';

/**
 * The number of each advisory lock that the service uses. Processes of different versions must agree on these numbers, so a
 * number never changes. A transaction must take its advisory lock before it locks any row; otherwise two transactions could cause
 * a deadlock.
 */
export const advisoryLocks = {
  /**
   * A transaction that applies a migration holds this lock. Builds from before the first release held the lock for a whole
   * session.
   */
  migration: 727_001,
  /**
   * An import holds this lock in each of its transactions. Every transaction that must not run at the same time as an import
   * holds it, too.
   */
  import: 727_002,
  /**
   * A transaction that updates the stored counts of query fields holds this lock. It holds the lock shared if it counts all query
   * fields of some companies, and exclusively if it counts one query field of all companies.
   */
  counting: 727_003,
  /**
   * A session that counts one query field of all companies holds this lock. The lock has a second number, the id of the field, so
   * several fields can be counted at the same time.
   */
  countedField: 727_004,
  /** A transaction holds this lock, and stays open, while the demo tenant is created. */
  demo: 727_005,
  /**
   * A transaction that erases persons and deletes the stored answers about them holds this lock exclusively. Transactions that
   * store answers about persons hold the lock shared. So no answer about persons is stored during an erasure.
   */
  erasure: 727_006,
  /**
   * A transaction that starts a prospecting run with an idempotency key holds this lock. The lock has a second number, the hash of
   * that key, so starts with different keys need not wait for each other.
   */
  startedRun: 727_007,
  /**
   * A transaction that claims a prospecting run holds this lock. Without the lock, two workers could both claim a run when the
   * tenant's limit allows only one more.
   */
  runClaim: 727_008,
  /**
   * A transaction holds this lock, and stays open, while an import with several threads (`--jobs 2` or more) runs. An import with
   * one thread holds the lock shared in its transactions, so that these wait until the import with several threads has ended.
   */
  parallelImport: 727_009,
  /**
   * A session that runs an import, removes records or undoes an entry of the journal of imports holds this lock. The lock has a second
   * number, the id of the entry, so that an entry is not undone twice at the same time, nor while it is still running.
   */
  importEntry: 727_010,
  /** A session that prepares or removes the triggers and indexes of search holds this lock. */
  searchPreparation: 727_011,
} as const;

/** A lock that a transaction takes and holds until it ends. Transactions that take a lock `shared` do not wait for each other. */
export interface TransactionLock {
  readonly name: keyof typeof advisoryLocks;
  readonly mode: 'alone' | 'shared';
}

const functions = { alone: 'pg_advisory_xact_lock', shared: 'pg_advisory_xact_lock_shared' };

/** A SQL statement that waits for a lock. The transaction then holds the lock until it ends. */
export function lockStatement({ name, mode }: TransactionLock): string {
  return `select ${functions[mode]}(${advisoryLocks[name]})`;
}

/** How long to wait before trying again to take a lock that another process holds, in milliseconds. */
const retryMs = 100;

/**
 * A wait for a lock that lasts longer than this is reported, in milliseconds. Shorter waits are normal: processes that start
 * together wait for each other for a moment.
 */
const quietMs = 1_000;

/** The error when another session still holds the lock after the time limit. The message describes that session. */
export class LockTimeout extends Error {}

export interface LockWait {
  /** A signal that ends the wait when it aborts. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /**
   * Is called once, when the wait has lasted a second.
   * @param holder a description of the session that holds the lock, for the log
   */
  readonly onWait: (holder: string) => void;
}

/**
 * Waits for a lock, and takes it for the rest of the session's transaction.
 *
 * A lock of the whole session would not work: behind a connection pooler a session outlives the process that used it, and its
 * locks would, too.
 *
 * The lock is tried again and again. The alternative, a statement that waits in PostgreSQL, could not be ended by the signal.
 *
 * @param session a session within a transaction
 * @throws LockTimeout when the time limit is exceeded; the reason of the signal when the signal aborts
 */
export async function awaitLock(
  session: ClientBase,
  name: keyof typeof advisoryLocks,
  { signal, limitMs, onWait }: LockWait,
): Promise<void> {
  const startedAt = performance.now();
  let isTold = false;
  while (!(await tryLock(session, name))) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > limitMs) throw new LockTimeout(await holderOf(session, name));
    if (waitedMs > quietMs && !isTold) {
      onWait(await holderOf(session, name));
      isTold = true;
    }
    await untilAborted(signal, sleep(retryMs));
  }
}

async function tryLock(session: ClientBase, name: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
    advisoryLocks[name],
  ]);
  return rows[0]?.locked === true;
}

interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly address: string | null;
  readonly state: string | null;
  readonly since: Date | null;
}

/** If the session belongs to another role, PostgreSQL shows only its process id; the other columns are then null. */
const findHolder = `
  select held.pid, session.application_name as application, host(session.client_addr) as address, session.state,
         coalesce(session.xact_start, session.backend_start) as since
    from pg_locks held left join pg_stat_activity session using (pid)
   where held.locktype = 'advisory' and held.granted and held.classid = 0 and held.objid = $1 and held.objsubid = 1
     and held.database = (select oid from pg_database where datname = current_database())`;

/**
 * Describes the session that holds the lock: its process id, application name, client address and state, and since when its
 * transaction or the session has existed.
 */
async function holderOf(session: ClientBase, name: keyof typeof advisoryLocks): Promise<string> {
  // PostgreSQL shows a transaction the list of sessions as it was when the transaction first read the list. This makes it read
  // the list again.
  await session.query('select pg_stat_clear_snapshot()');
  const { rows } = await session.query<Holder>(findHolder, [advisoryLocks[name]]);
  const [holder] = rows;
  if (holder === undefined) return 'a session that has just ended';
  const { pid, application, address, state, since } = holder;
  const known = [
    ...(application === null || application === '' ? [] : [`application ${JSON.stringify(application)}`]),
    ...(address === null ? [] : [`client ${address}`]),
    ...(state === null ? [] : [state]),
    ...(since === null ? [] : [`since ${since.toISOString()}`]),
  ];
  return `PostgreSQL session ${pid}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}

/**
 * Does the work while a transaction on a separate connection holds the lock. Neither the wait for the lock nor the work has a
 * time limit.
 * @param connections gives a connection that has no statement timeout
 * @param stopping a signal that ends the wait when it aborts
 */
export async function holdingLock<T>(
  connections: Connections,
  name: keyof typeof advisoryLocks,
  work: () => Promise<T>,
  stopping = never,
): Promise<T> {
  const session = await connections.connect();
  try {
    await session.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await awaitLock(session, name, { signal: stopping, limitMs: Infinity, onWait: () => undefined });
    return await work();
  } finally {
    // Closing the connection ends the session, and with it the transaction and the lock.
    session.release(true);
  }
}
