import { SearchPreparationService } from '../../../src/search/values/search-preparation.service.js';
import { TenantService } from '../../../src/tenancy/tenants/tenant.service.js';
import type { Records } from './import-records.js';
import { type PersonService, startPersonService } from './person-service.js';

/** Starts a service with records that `ours` may search, and `theirs` may not. */
export async function startSearchService(records: Records): Promise<PersonService> {
  const service = await startPersonService(records, { SEARCH: 'on' });
  await prepareSearch(service);
  await service.app.get(TenantService, { strict: false }).update('ours', { search: true }, {});
  return service;
}

/** Does what a worker does with `SEARCH=on`. */
async function prepareSearch({ app }: Pick<PersonService, 'app'>): Promise<void> {
  await app.get(SearchPreparationService, { strict: false }).prepare(() => undefined, new AbortController().signal);
}
