import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { never, untilAborted } from '../async/with-timeout.js';
import type { Connections } from './statements.js';

/**
 * The number of each advisory lock that the product uses. Processes of different versions must agree on these numbers, so a number
 * never changes. A transaction takes its advisory lock before it locks any row; otherwise two transactions could cause a deadlock.
 */
export const advisoryLocks = {
  /**
   * The lock of a transaction that applies a migration. Builds before the first release held this lock with their session.
   */
  migration: 727_001,
  /** The lock of each transaction that imports, and of each transaction that must not run during an import. */
  import: 727_002,
  /**
   * The lock of a transaction that counts query fields. The transaction holds it shared if it counts all fields of some
   * companies, and exclusively if it counts one field of all companies.
   */
  counting: 727_003,
  /** The lock of the session that counts a query field. The id of the field is the second number of the lock. */
  countedField: 727_004,
  /** The lock of a transaction that stays open while the demo tenant is prepared. */
  demo: 727_005,
  /**
   * The lock of an erasure. A transaction that erases persons and deletes the stored answers about them holds it exclusively.
   * Transactions that store answers about persons hold it shared, so that no answer is stored during an erasure.
   */
  erasure: 727_006,
  /**
   * The lock of the transaction that starts a run with an idempotency key. The hash of the key is the second number of the lock.
   */
  startedRun: 727_007,
  /**
   * The lock of a transaction that claims a run. Without it, two workers could both claim the last run that a tenant's limit
   * allows.
   */
  runClaim: 727_008,
  /**
   * The lock of a transaction that stays open while an import with several jobs runs. The transactions of an import with one
   * job hold it shared, so that they wait until the import with several jobs has ended.
   */
  parallelImport: 727_009,
} as const;

/** A lock until the end of a transaction. Transactions that take it `shared` do not wait for each other. */
export interface TransactionLock {
  readonly name: keyof typeof advisoryLocks;
  readonly mode: 'alone' | 'shared';
}

const functions = { alone: 'pg_advisory_xact_lock', shared: 'pg_advisory_xact_lock_shared' };

/** The SQL statement that waits for a lock and holds it until the end of the transaction. */
export function lockStatement({ name, mode }: TransactionLock): string {
  return `select ${functions[mode]}(${advisoryLocks[name]})`;
}

/** The pause in milliseconds before a lock that another process holds is tried again. */
const retryMs = 100;

/**
 * The time after which a wait for a lock is reported, in milliseconds. Shorter waits are normal, because processes that start
 * together always wait for each other for a moment.
 */
const quietMs = 1_000;

/** Another session still held the lock at the end of the time limit. The message describes that session. */
export class LockTimeout extends Error {}

/** How long to wait for a lock. */
export interface LockWait {
  /** The signal that ends the wait for the lock when it aborts. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Called once, after a second. @param holder describes the session that holds the lock, for the log */
  readonly onWait: (holder: string) => void;
}

/**
 * Waits for a lock, and takes it until the end of the session's transaction. A lock of the session would not do: behind a connection
 * pooler sessions, and so their locks, outlive the process that used them. The lock is polled, because the signal could not end a
 * statement that waits for it in PostgreSQL.
 *
 * @param session a session within a transaction
 * @throws LockTimeout when the limit is exceeded; the reason of the signal when it aborts
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

/** PostgreSQL shows only the process id of a session of another role; the other columns are then null. */
const findHolder = `
  select held.pid, session.application_name as application, host(session.client_addr) as address, session.state,
         coalesce(session.xact_start, session.backend_start) as since
    from pg_locks held left join pg_stat_activity session using (pid)
   where held.locktype = 'advisory' and held.granted and held.classid = 0 and held.objid = $1 and held.objsubid = 1
     and held.database = (select oid from pg_database where datname = current_database())`;

/** Describes the session that holds the lock: its process id in PostgreSQL, its application, its client and its start. */
async function holderOf(session: ClientBase, name: keyof typeof advisoryLocks): Promise<string> {
  // Within a transaction PostgreSQL would otherwise show the sessions as they were when they were first read.
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
 * Does the work while a transaction on a separate connection holds the lock. Neither the wait nor the work has a time limit.
 * @param connections connections without a statement timeout
 * @param stopping ends the wait when it aborts
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
