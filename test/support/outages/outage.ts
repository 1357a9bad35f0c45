import pg from 'pg';
import type { TestService } from '../service/test-service.js';

/** Disconnects a service from its database for good: its sessions are terminated, and new ones are refused. */
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

/** Terminates all database sessions of a service. The service can open new ones. */
export async function endSessions(service: TestService): Promise<void> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  try {
    // Only sessions of this role are terminated, because background processes of the server belong to another role.
    const sessions =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user';
    await client.query(sessions, [name]);
  } finally {
    await client.end();
  }
}
