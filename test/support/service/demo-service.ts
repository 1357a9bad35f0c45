import { ImportService } from '../../../src/imports/import.service.js';
import type { Client } from '../records/company-api.js';
import { templateWith, type TestDatabase } from './test-database.js';
import { startTestService, type TestService } from './test-service.js';

/** A service with demo data, and the API key of the tenant `ours`. */
export type DemoTestService = TestService & Client;

export function startDemoService(env: Record<string, string> = {}): Promise<DemoTestService> {
  return startOnCopy('demo_companies', importCompanies, env);
}

/** Starts a service with the demo companies and persons. The persons take longer to load. */
export function startDemoServiceWithPersons(env: Record<string, string> = {}): Promise<DemoTestService> {
  return startOnCopy(
    'demo_persons',
    async (service) => {
      await importCompanies(service);
      await service.app.get(ImportService, { strict: false }).run('persons', 'demo/persons.ndjson.gz');
    },
    env,
  );
}

/** Starts a service on a copy of a database. Its data is imported only once in a run of all tests. */
async function startOnCopy(
  data: string,
  load: (service: TestService) => Promise<void>,
  env: Record<string, string>,
): Promise<DemoTestService> {
  const template = await templateWith(data, async ({ database, url }: TestDatabase) => {
    const importing = await startTestService({ sharing: { database, databaseUrl: url } });
    await load(importing);
    await importing.close();
  });
  const service = await startTestService({ template, env });
  return Object.assign(service, { apiKey: (await service.issueKey('ours')).apiKey });
}

async function importCompanies({ app }: TestService): Promise<void> {
  await app.get(ImportService, { strict: false }).run('companies', 'demo/companies.ndjson');
}
