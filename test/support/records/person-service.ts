import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportService } from '../../../src/imports/import.service.js';
import type { Client } from './company-api.js';
import { startTestService, type TestService } from '../service/test-service.js';

/** A service with persons, and keys of two tenants: `ours` and `theirs`. */
export interface PersonService extends TestService {
  readonly ours: Client;
  readonly theirs: Client;
  /** Imports records; throws if one is rejected. */
  load(records: Records): Promise<void>;
}

export interface Records {
  readonly companies?: readonly object[];
  readonly persons?: readonly object[];
}

/** Starts a service and imports the records. Without `WORKER: 'inline'` no worker runs, so query fields are counted only by tests. */
export async function startPersonService(records: Records, env: Record<string, string> = {}): Promise<PersonService> {
  const service = await startTestService({ env });
  const load = (more: Records): Promise<void> => importInto(service, more);
  await load(records);
  return Object.assign(service, {
    ours: await service.clientOf('ours'),
    theirs: await service.clientOf('theirs'),
    load,
  });
}

async function importInto({ app }: TestService, { companies = [], persons = [] }: Records): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'person-service-'));
  const file = async (name: string, records: readonly object[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return path;
  };
  try {
    const imports = app.get(ImportService, { strict: false });
    const summaries = [
      await imports.run('companies', await file('companies.ndjson', companies)),
      await imports.run('persons', await file('persons.ndjson', persons)),
    ];
    if (summaries.some(({ rejected }) => rejected > 0)) throw new Error(`Refused: ${JSON.stringify(summaries)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
