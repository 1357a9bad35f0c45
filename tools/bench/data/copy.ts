import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from './world.js';

/** The tables that the imports fill, in an order that foreign keys allow. */
export const importedTables = {
  companies: [
    ...['company', 'company_domain', 'company_former_name', 'company_alias', 'company_technology'],
    'company_headcount',
  ],
  persons: [
    ...['person', 'person_block', 'person_email', 'person_phone', 'person_skill', 'person_education'],
    'person_experience',
  ],
} as const;
const allTables = [...importedTables.companies, ...importedTables.persons];

/** The number of rows of each table, and the seconds that COPY took for them. */
export type CopyTimes = ReadonlyMap<string, { readonly seconds: number; readonly rows: number }>;

const fileOf = (folder: string, table: string): string => join(folder, `${table}.copy`);

/** Writes the rows of every table into a file of its own. */
export async function exportTables(databaseUrl: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await withClient(databaseUrl, async (client) => {
    for (const table of allTables) {
      await pipeline(client.query(copyTo(`copy ${table} to stdout`)), createWriteStream(fileOf(folder, table)));
    }
  });
}

/**
 * Copies the files into the tables of a database with the same schema, indexes and foreign keys. COPY is the fastest way to load rows, so
 * the report compares the time of the import with the time of this copy.
 */
export async function copyTables(databaseUrl: string, folder: string): Promise<CopyTimes> {
  const times = new Map<string, { seconds: number; rows: number }>();
  await withClient(databaseUrl, async (client) => {
    for (const table of allTables) {
      const started = performance.now();
      const target = client.query(copyFrom(`copy ${table} from stdin`));
      await pipeline(createReadStream(fileOf(folder, table), { highWaterMark: 262_144 }), target);
      times.set(table, { seconds: (performance.now() - started) / 1000, rows: target.rowCount });
      await rm(fileOf(folder, table));
    }
  });
  return times;
}
