import pg from 'pg';
import type { TestService } from './test-service.js';

/** Takes the database away from a service for good: its sessions end, and no new one is let in. */
export async function cutOffDatabase(service: TestService): Promise<void> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  try {
    await client.query(`alter database ${name} allow_connections false`);
  } finally {
    await client.end();
  }
  await endSessions(service);
}

/** Ends all sessions of a service; it may open others. */
export async function endSessions(service: TestService): Promise<void> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  try {
    // Only our own: the server's maintenance may be at work there too, and is not ours to end.
    const sessions =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user';
    await client.query(sessions, [name]);
  } finally {
    await client.end();
  }
}
