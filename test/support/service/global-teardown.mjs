import { dropDatabase, execute } from './test-server.mjs';

export default async function tearDown() {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined) return;
  // Besides the first template these are the templates with demo data, which test files have added.
  const { rows } = await execute(
    server,
    `select datname from pg_database where datname ~ '^${template.replace('template', '')}'`,
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
  await globalThis.testPostgres?.stop();
}
