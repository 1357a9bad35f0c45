import pg from 'pg';

export default async function tearDown() {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined) return;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`drop database if exists ${template} with (force)`);
  await client.end();
  await globalThis.testPostgres?.stop();
}
