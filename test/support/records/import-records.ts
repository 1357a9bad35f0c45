import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ImportService } from '../../../src/imports/import.service.js';
import { ndjson } from './ndjson.js';

export interface Records {
  readonly companies?: readonly object[];
  readonly persons?: readonly object[];
}

/** Imports the companies and then the persons, in the process of the application. @throws Error if a record is rejected */
export async function importRecords(app: INestApplicationContext, records: Records): Promise<void> {
  const imports = app.get(ImportService, { strict: false });
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  try {
    for (const kind of ['companies', 'persons'] as const) {
      const file = join(folder, `${kind}.ndjson`);
      await writeFile(file, ndjson(records[kind] ?? []));
      const summary = await imports.run(kind, file);
      if (summary.rejected > 0) throw new Error(`Rejected ${kind}: ${JSON.stringify(summary)}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
