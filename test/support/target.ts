import { describe } from '@jest/globals';
import { CompanyImportService } from '../../src/imports/companies/company-import.service.js';
import { PersonImportService } from '../../src/imports/persons/person-import.service.js';
import { startTestService } from './test-service.js';

/** The service under test: that of E2E_BASE_URL, or a new one. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A key of another tenant; null without one. */
  readonly otherApiKey: string | null;
  close(): Promise<void>;
}

const { E2E_BASE_URL: baseUrl, E2E_API_KEY: apiKey, E2E_OTHER_API_KEY: otherApiKey } = process.env;

export const isExternal = baseUrl !== undefined;

/**
 * A `describe` for tests that set up tenants, limits, keys or data in the process of the service. With E2E_BASE_URL they are skipped.
 */
export function describeInProcess(name: string, tests: () => void): void {
  if (isExternal) describe.skip(`${name} (skipped: needs a service in this process)`, tests);
  else describe(name, tests);
}

/** Opens a service with the demo companies and keys of two tenants. */
export async function openTarget(): Promise<Target> {
  return openWith(['companies']);
}

/** As `openTarget`, with the demo persons too, which take longer to load. */
export async function openTargetWithPersons(): Promise<Target> {
  return openWith(['companies', 'persons']);
}

async function openWith(data: readonly ('companies' | 'persons')[]): Promise<Target> {
  if (baseUrl !== undefined) {
    if (apiKey === undefined) throw new Error('E2E_BASE_URL needs E2E_API_KEY, a key of a tenant of that service');
    return {
      baseUrl: baseUrl.replace(/\/$/, ''),
      apiKey,
      otherApiKey: otherApiKey ?? null,
      close: () => Promise.resolve(),
    };
  }
  const service = await startTestService();
  if (data.includes('companies')) {
    await service.app.get(CompanyImportService, { strict: false }).importCompanies('demo/companies.ndjson');
  }
  if (data.includes('persons')) {
    await service.app.get(PersonImportService, { strict: false }).importPersons('demo/persons.ndjson.gz');
  }
  const first = await service.issueKey('first');
  const second = await service.issueKey('second');
  return { baseUrl: service.baseUrl, apiKey: first.apiKey, otherApiKey: second.apiKey, close: () => service.close() };
}
