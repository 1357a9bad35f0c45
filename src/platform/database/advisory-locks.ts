import type { Connections } from './statements.js';

/**
 * Every advisory lock of the product. All processes of an installation must use the same numbers, and no two locks the same one.
 * A lock is taken before any row, so that transactions that take both never wait for each other in a circle.
 */
export const advisoryLocks = {
  /** Held by the session that applies migrations. */
  migration: 727_001,
  /** Held by every transaction that imports, and by those that must not run during an import. */
  import: 727_002,
  /** Held by transactions that count query fields: shared by those that count companies, alone by those that count fields. */
  counting: 727_003,
  /** With the id of a query field as its second number: held by the session that counts the field. */
  countedField: 727_004,
  /** Held by the session that prepares the demo tenant. */
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

/**
 * Does the work while it holds the lock. Neither the wait nor the work has a time limit.
 * @param connections without a statement timeout
 */
export async function holdingLock<T>(
  connections: Connections,
  name: keyof typeof advisoryLocks,
  work: () => Promise<T>,
): Promise<T> {
  const session = await connections.connect();
  try {
    await session.query('set statement_timeout = 0');
    await session.query('select pg_advisory_lock($1)', [advisoryLocks[name]]);
    return await work();
  } finally {
    // Ends the session, and with it the lock and the setting.
    session.release(true);
  }
}
