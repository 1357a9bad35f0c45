import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Runs a statement in a new session. */
export function execute(url, sql) {
  return withSession(url, (session) => session.query(sql));
}

/** Does work in a new session. To open one costs as much processor time as dozens of statements. */
export async function withSession(url, work) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

const endSessions =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user';

/**
 * Terminates the sessions of a database and drops it. `drop database … with (force)` is not used, because it fails during an autovacuum,
 * which belongs to another role. An ordinary drop waits for the autovacuum.
 */
export async function dropDatabase(server, name) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withSession(server, async (session) => {
        await session.query(endSessions, [name]);
        await session.query(`drop database if exists ${name}`);
      });
      return;
    } catch (error) {
      if (error.code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}
