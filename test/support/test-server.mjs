import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Runs a statement in a new session. */
export async function execute(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database and terminates its sessions. `with (force)` would fail during an autovacuum, which belongs to another role; an
 * ordinary drop waits for it.
 */
export async function dropDatabase(server, name) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await execute(
        server,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
        [name],
      );
      await execute(server, `drop database if exists ${name}`);
      return;
    } catch (error) {
      if (error.code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}
