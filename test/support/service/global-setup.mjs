// Starts one PostgreSQL for the whole run. It has a template database with all migrations, and each test file gets a copy of it.
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../dist/platform/database/embedded-postgres.js';
import { migrate } from '../../../dist/platform/database/migrations.js';
import { isAlive } from '../../../src/platform/processes/processes.mjs';
import { root } from '../../../scripts/prepare.mjs';
import { dropDatabase, execute } from './test-server.mjs';

export default async function setUp() {
  const server = await serverUrl();
  await dropLeftovers(server);
  const template = `test_${process.pid}_template`;
  await execute(server, `create database ${template}`);
  const url = new URL(server);
  url.pathname = template;
  await migrate(url.href);
  process.env.TEST_SERVER_URL = server;
  process.env.TEST_TEMPLATE = template;
}

/** The URL of the database server: TEST_DATABASE_URL, or a server for this run. */
async function serverUrl() {
  if (process.env.TEST_DATABASE_URL !== undefined) return process.env.TEST_DATABASE_URL;
  const dataDir = join(process.env.TEST_FOLDER ?? join(root, '.data'), 'test');
  const log = (line) => process.stderr.write(`${line}\n`);
  globalThis.testPostgres = await startEmbeddedPostgres({ dataDir, log, durability: 'none' });
  return globalThis.testPostgres.url;
}

/** Drops databases of killed runs. */
async function dropLeftovers(server) {
  const { rows } = await execute(server, `select datname from pg_database where datname ~ '^test_[0-9]+_'`);
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.split('_')[1]))) await dropDatabase(server, datname);
  }
}
