import { randomBytes } from 'node:crypto';
import { Database } from '../../../src/platform/database/database.js';
import { silentLog } from './silent-log.js';
import { dropDatabase, execute, withSession } from './test-server.mjs';

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/**
 * Creates a database for a test file on the server of the test run.
 * @param template the name of the database to copy; by default one with all migrations and no data
 */
export async function createTestDatabase(template = ofRun('TEST_TEMPLATE')): Promise<TestDatabase> {
  const server = ofRun('TEST_SERVER_URL');
  const name = named(randomBytes(6).toString('hex'));
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  const database = await Database.open({ databaseUrl: url.href, dataDir: '' }, silentLog);
  const drop = async (): Promise<void> => {
    await database.onApplicationShutdown();
    await dropDatabase(server, name);
  };
  return { name, url: url.href, database, drop };
}

/**
 * The name of a database with data, from which others can be copied. The first caller in a test run creates it.
 * @param fill stores the data; it must close its own sessions, because a database with sessions cannot be copied
 */
export async function templateWith(data: string, fill: (database: TestDatabase) => Promise<void>): Promise<string> {
  const template = named(data);
  // The end of the session releases the lock.
  await withSession(ofRun('TEST_SERVER_URL'), async (session) => {
    await session.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await session.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 1) return;
    const filled = await createTestDatabase();
    await fill(filled);
    await filled.database.onApplicationShutdown();
    await session.query(`alter database ${filled.name} rename to ${template}`);
  });
  return template;
}

/** The name of a database of this test run. Databases of other runs have the id of another process in their names. */
function named(what: string): string {
  return ofRun('TEST_TEMPLATE').replace('template', what);
}

function ofRun(variable: 'TEST_SERVER_URL' | 'TEST_TEMPLATE'): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error('The test run has no PostgreSQL');
  return value;
}
