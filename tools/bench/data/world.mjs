import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { root } from '../../../scripts/prepare.mjs';
import { parentOf } from '../load/consumption.mjs';
import { admin, makeDataFolder } from '../load/service.mjs';
import { writeRecords } from './files.mjs';
import { dataSet } from './records.mjs';

export const tenant = 'bench';

/**
 * A PostgreSQL server of the benchmark's own, in a folder that stays when it is named and goes with the run otherwise.
 * @returns the environment for programs that are to work on it, the id of the server's process, a way to ask it something,
 *   and `close()`
 */
export async function openWorld(dataDir) {
  const folder = dataDir === undefined ? await makeDataFolder() : await keptFolder(dataDir);
  const built = pathToFileURL(join(root, 'dist', 'platform', 'database', 'embedded-postgres.js')).href;
  const { startEmbeddedPostgres } = await import(built);
  const server = await startEmbeddedPostgres({ dataDir: folder.dataDir, log: () => undefined });
  return {
    dataDir: folder.dataDir,
    databaseUrl: server.url,
    postmaster: await postmasterOf(server.url),
    settings: { DATABASE_URL: server.url, DATA_DIR: folder.dataDir, HOST: '127.0.0.1', SEED: 'off' },
    sql: (text, values) => ask(server.url, text, values),
    close: async () => {
      await server.stop();
      await folder.remove();
    },
  };
}

async function keptFolder(dataDir) {
  await mkdir(dataDir, { recursive: true });
  return { dataDir, remove: () => undefined };
}

async function ask(databaseUrl, text, values = []) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(text, values);
    return rows;
  });
}

/** The process that starts one for every connection; null where that cannot be told. */
async function postmasterOf(databaseUrl) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return parentOf(rows[0].pid);
  });
}

export async function withClient(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Fills the world with a data set through the import command, unless it holds one already.
 * @param {{ companies: number, persons: number, experience: number, signals: number }} counts
 * @returns the data set, and the summaries of the imports where there were any
 */
export async function fillWorld(world, counts, say) {
  const marker = join(world.dataDir, 'bench.json');
  const kept = await readFile(marker, 'utf8').catch(() => null);
  if (kept !== null) return { set: dataSet(JSON.parse(kept)), imports: null };
  const set = dataSet(counts);
  const imports = await importAll(world, set, say);
  await world.sql('vacuum analyze');
  await writeFile(marker, JSON.stringify(counts));
  return { set, imports };
}

async function importAll(world, set, say) {
  const folder = join(world.dataDir, 'records');
  await mkdir(folder, { recursive: true });
  await admin(world.settings, 'tenant', 'create', tenant);
  const summaries = {};
  for (const [kind, compose, args] of [
    ['companies', set.company, []],
    ['persons', set.person, []],
    ['signals', set.signal, ['--tenant', tenant]],
  ]) {
    const file = join(folder, `${kind}.ndjson`);
    say(`Writing ${set.counts[kind]} ${kind}`);
    await writeRecords(file, set.counts[kind], compose);
    say(`Importing ${kind}`);
    summaries[kind] = await admin(world.settings, 'import', kind, file, ...args);
    await rm(file);
  }
  await rm(folder, { recursive: true });
  return summaries;
}
