import { CompanyImportService } from '../../src/imports/companies/company-import.service.js';
import { PersonImportService } from '../../src/imports/persons/person-import.service.js';
import type { Client } from './company-api.js';
import { startTestService, type TestService } from './test-service.js';

/** A service with the demo companies, and the key of a tenant. */
export type DemoTestService = TestService & Client;

export async function startDemoService(): Promise<DemoTestService> {
  const service = await startTestService();
  await service.app.get(CompanyImportService, { strict: false }).importCompanies('demo/companies.ndjson');
  return { ...service, apiKey: (await service.issueKey('ours')).apiKey };
}

/** Adds the demo persons, which take longer to load. */
export async function loadDemoPersons({ app }: TestService): Promise<void> {
  await app.get(PersonImportService, { strict: false }).importPersons('demo/persons.ndjson.gz');
}
