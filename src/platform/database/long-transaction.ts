import type { Pool, PoolClient } from 'pg';

/**
 * Does the work in a transaction that may take any time, and that begins with an advisory lock.
 * @throws what the work throws, and then nothing of it remains
 */
export async function inLongTransaction<T>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // On a lost connection there is nothing to roll back, and the first error is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
