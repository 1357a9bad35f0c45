import type { QueryArrayConfig } from 'pg';
import type { Connections } from './statements.js';

/**
 * Runs a query and returns its rows. If the signal aborts, the connection is closed, which ends the query. Without that, a query
 * that waits for a lock would keep its connection, and neither the pool nor the process could be closed.
 * @throws the signal's reason when it aborts; errors of the database
 */
export async function rowsUnless<Row extends unknown[]>(
  signal: AbortSignal,
  pool: Connections,
  query: QueryArrayConfig,
): Promise<Row[]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  const cut = (): void => client.release(true);
  if (signal.aborted) client.release();
  else signal.addEventListener('abort', cut);
  try {
    signal.throwIfAborted();
    const { rows } = await client.query<Row>(query);
    // If the signal has aborted, the function `cut` has already closed the connection.
    if (!signal.aborted) client.release();
    // `splice` moves the rows out of the driver's result object. That object lives longer than the rows are needed, and would
    // keep them in memory.
    return rows.splice(0);
  } catch (error) {
    // After an error the connection may be in any state, so it is closed.
    if (!signal.aborted) client.release(true);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
