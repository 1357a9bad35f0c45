import type { PoolClient } from 'pg';
import type { Connections } from './statements.js';

/**
 * Does the work in a transaction, which is committed when it succeeds.
 * @throws what the work throws, and then nothing of it remains
 */
export async function inTransaction<T>(pool: Connections, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to anybody else.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
