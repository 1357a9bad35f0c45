import type { Pool, PoolClient } from 'pg';

/** A connection that breaks says so twice: the statement fails, and this event without a listener ends the process. */
const ignore = (): void => undefined;

/**
 * Does the work in a transaction, which is committed when it succeeds.
 * @throws what the work throws, and then nothing of it remains
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore);
  const leave = (isBroken: boolean): void => {
    client.off('error', ignore);
    client.release(isBroken);
  };
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    leave(false);
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => leave(false),
      () => leave(true),
    );
    throw error;
  }
}
