import { dropDatabase } from './test-server.mjs';

export default async function tearDown() {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined) return;
  await dropDatabase(server, template);
  await globalThis.testPostgres?.stop();
}
