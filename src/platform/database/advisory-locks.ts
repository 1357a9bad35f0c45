import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { never, untilAborted } from '../async/with-timeout.js';
import type { Connections } from './statements.js';

/**
 * Every advisory lock of the product. All processes of an installation must use the same numbers, and no two locks the same one.
 * A lock is taken before any row, so that transactions that take both never wait for each other in a circle.
 */
export const advisoryLocks = {
  /** Held by a transaction that applies a migration. Builds of before the first release held it with their session. */
  migration: 727_001,
  /** Held by every transaction that imports, and by those that must not run during an import. */
  import: 727_002,
  /** Held by transactions that count query fields: shared by those that count companies, alone by those that count fields. */
  counting: 727_003,
  /** With the id of a query field as its second number: held by the session that counts the field. */
  countedField: 727_004,
  /** Held by a transaction that is open while the demo tenant is prepared. */
  demo: 727_005,
  /**
   * Held by a transaction that erases persons, before it looks for stored answers to delete; shared by those that store
   * answers about persons, so that none is stored during an erasure.
   */
  erasure: 727_006,
  /** With the hash of an idempotency key as its second number: held by the transaction that starts the run of that key. */
  startedRun: 727_007,
  /** Held by a transaction that claims a run: two of them could both take the last run within the limit of a tenant. */
  runClaim: 727_008,
} as const;

/** A lock that ends with its transaction; those that share one do not wait for each other. */
export interface TransactionLock {
  readonly name: keyof typeof advisoryLocks;
  readonly mode: 'alone' | 'shared';
}

const functions = { alone: 'pg_advisory_xact_lock', shared: 'pg_advisory_xact_lock_shared' };

/** The statement that takes a lock until the end of the transaction. */
export function lockStatement({ name, mode }: TransactionLock): string {
  return `select ${functions[mode]}(${advisoryLocks[name]})`;
}

/** How often a lock that another process holds is tried again, in milliseconds. */
const retryMs = 100;

/** A wait that is shorter says nothing: processes that start together wait for each other for a moment. */
const quietMs = 1_000;

/** Another process still held the lock at the end of the time limit. */
export class LockTimeout extends Error {}

export interface LockWait {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly limitMs: number;
  /** Called once, when the wait has lasted a second. @param holder the session that holds the lock, for a line of the log */
  readonly onWait: (holder: string) => void;
}

/**
 * Takes a lock until the end of the session's transaction, so that it ends with the transaction also behind a connection pooler,
 * which keeps sessions. It tries again and again, because a statement that waits in PostgreSQL cannot be ended from here.
 *
 * @param session within a transaction
 * @throws LockTimeout with the holder as its message; the reason of the signal
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

/** PostgreSQL hides all but the id of a session of another role. */
const findHolder = `
  select held.pid, session.application_name as application, host(session.client_addr) as address, session.state,
         coalesce(session.xact_start, session.backend_start) as since
    from pg_locks held left join pg_stat_activity session using (pid)
   where held.locktype = 'advisory' and held.granted and held.classid = 0 and held.objid = $1 and held.objsubid = 1
     and held.database = (select oid from pg_database where datname = current_database())`;

/** The session that holds the lock: its process id in PostgreSQL, its name, where it comes from and since when it is at work. */
async function holderOf(session: ClientBase, name: keyof typeof advisoryLocks): Promise<string> {
  // A transaction would see the sessions of its first look for ever.
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
 * Does the work while a transaction holds the lock. Neither the wait nor the work has a time limit.
 * @param connections without a statement timeout
 * @param stopping ends the wait
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
    // Ends the session, and with it the transaction and the lock.
    session.release(true);
  }
}
