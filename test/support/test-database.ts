import { randomBytes } from 'node:crypto';
import { Database } from '../../src/platform/database/database.js';
import { silentLog } from './silent-log.js';
import { dropDatabase, execute } from './test-server.mjs';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** Creates an empty, migrated database for a test file, on the server of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined || template === undefined) throw new Error('The test run has no PostgreSQL');
  const name = template.replace('template', randomBytes(6).toString('hex'));
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  const database = await Database.open({ databaseUrl: url.href, dataDir: '' }, silentLog);
  const drop = async (): Promise<void> => {
    await database.onApplicationShutdown();
    await dropDatabase(server, name);
  };
  return { url: url.href, database, drop };
}
