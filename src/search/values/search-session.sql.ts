// SQL for a session that prepares search or counts its values.
import type pg from 'pg';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import type { Database } from '../../platform/database/database.js';
import { closeSession, withSession } from '../../platform/database/sessions.js';

/**
 * Does work on a session whose statements have no timeout. Only one session of all processes works at a time; the others wait.
 * @param signal ends the session when it aborts, so that the work fails
 */
export async function inSearchSession<T>(
  { sessions }: Pick<Database, 'sessions'>,
  signal: AbortSignal,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  return withSession(sessions, { name: 'search', connectMs: 5_000 }, async (session) => {
    const end = (): void => void closeSession(session);
    signal.addEventListener('abort', end, { once: true });
    try {
      await session.query(
        'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off',
      );
      await session.query(`select pg_advisory_lock(${advisoryLocks.searchPreparation})`);
      return await work(session);
    } finally {
      signal.removeEventListener('abort', end);
    }
  });
}
