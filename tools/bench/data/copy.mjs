import { performance } from 'node:perf_hooks';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from './world.mjs';

/** Everything that the import of companies and persons fills, in an order that foreign keys allow. */
export const importedTables = [
  'company',
  'company_domain',
  'company_former_name',
  'company_alias',
  'company_technology',
  'company_headcount',
  'person',
  'person_block',
  'person_email',
  'person_phone',
  'person_skill',
  'person_education',
  'person_experience',
];

const fileOf = (folder, table) => join(folder, `${table}.copy`);

/** Writes the rows of every table into a file each. */
export async function exportTables(databaseUrl, folder) {
  await mkdir(folder, { recursive: true });
  await withClient(databaseUrl, async (client) => {
    for (const table of importedTables) {
      await pipeline(client.query(copyTo(`copy ${table} to stdout`)), createWriteStream(fileOf(folder, table)));
    }
  });
}

/**
 * Copies the files into the tables of a database that has the same schema, indexes and foreign keys included: the least
 * that loading these rows can take.
 * @returns seconds and rows, by table
 */
export async function copyTables(databaseUrl, folder) {
  const measured = {};
  await withClient(databaseUrl, async (client) => {
    for (const table of importedTables) {
      const started = performance.now();
      const target = client.query(copyFrom(`copy ${table} from stdin`));
      await pipeline(createReadStream(fileOf(folder, table), { highWaterMark: 262_144 }), target);
      measured[table] = { seconds: (performance.now() - started) / 1000, rows: target.rowCount };
      await rm(fileOf(folder, table));
    }
  });
  return measured;
}
