import type { Client } from './company-api.js';
import { importRecords, type Records } from './import-records.js';
import { startTestService, type TestService } from '../service/test-service.js';

/** A service with persons, and keys of two tenants: `ours` and `theirs`. */
export interface PersonService extends TestService {
  readonly ours: Client;
  readonly theirs: Client;
  /** Imports records; throws if one is rejected. */
  load(records: Records): Promise<void>;
}

/** Starts a service and imports the records. Without `WORKER: 'inline'` no worker runs, so query fields are counted only by tests. */
export async function startPersonService(records: Records, env: Record<string, string> = {}): Promise<PersonService> {
  const service = await startTestService({ env });
  const load = (more: Records): Promise<void> => importRecords(service.app, more);
  await load(records);
  return Object.assign(service, {
    ours: await service.clientOf('ours'),
    theirs: await service.clientOf('theirs'),
    load,
  });
}
