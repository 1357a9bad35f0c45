import type { QueryArrayConfig } from 'pg';
import type { Connections } from './statements.js';

/**
 * The rows of a query, until the signal aborts. Then the connection is closed: a query that waits for a lock would keep its
 * connection, and a pool with such a connection cannot end, nor can the process.
 * @throws the signal's reason when it aborts, and errors of the database
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
    // An abort has closed it already.
    if (!signal.aborted) client.release();
    // Emptied, because the driver's results outlive several collections of the young generation, and the rows would with them.
    return rows.splice(0);
  } catch (error) {
    // A failure of the driver may have left the connection in any state.
    if (!signal.aborted) client.release(true);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
