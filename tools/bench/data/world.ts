import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#dist/platform/database/embedded-postgres';
import { parentOf } from '../load/consumption.js';
import { logProgress } from '../load/benchmark.js';
import type { Environment } from '../load/program.js';
import { admin, makeDataFolder } from '../load/service.js';
import { type Counts, type DataSet, dataSet } from './records.js';

export const tenant = 'bench';

/** A PostgreSQL server of the benchmark. */
export interface World {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The id of the server's main process; null on other systems than Linux. */
  readonly postmaster: number | null;
  /** The environment of programs that use the server. */
  readonly settings: Environment;
  close(): Promise<void>;
}

/** The report of the import command: the number of records that were read, and the seconds that it took. */
interface ImportSummary {
  readonly read: number;
  readonly seconds: number;
}

export type Imports = Readonly<Record<'companies' | 'persons' | 'signals', ImportSummary>>;

/** Starts a PostgreSQL server. @param dataDir the folder of its data, which is kept; without it the data is in a temporary folder */
export async function openWorld(dataDir?: string): Promise<World> {
  const folder = dataDir === undefined ? await makeDataFolder() : await keptFolder(dataDir);
  const server = await startEmbeddedPostgres({ dataDir: folder.dataDir, log: () => undefined });
  return {
    dataDir: folder.dataDir,
    databaseUrl: server.url,
    postmaster: await postmasterOf(server.url),
    settings: { DATABASE_URL: server.url, DATA_DIR: folder.dataDir, HOST: '127.0.0.1', SEED: 'off' },
    close: async () => {
      await server.stop();
      await folder.close();
    },
  };
}

async function keptFolder(dataDir: string): Promise<{ dataDir: string; close: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  return { dataDir, close: () => Promise.resolve() };
}

/** The id of the server's main process, which starts a process for every connection. */
async function postmasterOf(databaseUrl: string): Promise<number | null> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0] === undefined ? null : parentOf(rows[0].pid);
  });
}

export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Imports a data set with the import command, unless the database has a data set already.
 * @param jobs the number of threads of each import of companies and of persons
 * @returns the data set, and the reports of the imports; null instead of the reports if nothing was imported
 */
export async function fillWorld(
  world: World,
  counts: Counts,
  jobs = 1,
): Promise<{ set: DataSet; imports: Imports | null }> {
  const marker = join(world.dataDir, 'bench.json');
  const kept = await readFile(marker, 'utf8').catch(() => null);
  if (kept !== null) return { set: dataSet(JSON.parse(kept) as Counts), imports: null };
  const set = dataSet(counts);
  const folder = join(world.dataDir, 'records');
  await mkdir(folder, { recursive: true });
  await admin(world.settings, 'tenant', 'create', tenant);
  const load = async (kind: keyof Imports, compose: (number: number) => object, ...args: string[]) => {
    const file = join(folder, `${kind}.ndjson`);
    logProgress(`Writing ${counts[kind]} ${kind}`);
    await pipeline(Readable.from(ndjsonChunks(counts[kind], compose)), createWriteStream(file));
    logProgress(`Importing ${kind}`);
    const summary = (await admin(world.settings, 'import', kind, file, ...args)) as ImportSummary;
    logProgress(`Imported ${summary.read} ${kind} in ${summary.seconds.toFixed(0)} s`);
    await rm(file);
    return summary;
  };
  const imports = {
    companies: await load('companies', set.company, '--jobs', String(jobs)),
    persons: await load('persons', set.person, '--jobs', String(jobs)),
    signals: await load('signals', set.signal, '--tenant', tenant),
  };
  await rm(folder, { recursive: true });
  await withClient(world.databaseUrl, (client) => client.query('vacuum analyze'));
  await writeFile(marker, JSON.stringify(counts));
  return { set, imports };
}

const chunkLength = 262_144;

/** The records as NDJSON, in pieces, so that the memory does not grow with the number of records. */
function* ndjsonChunks(count: number, compose: (number: number) => object): Generator<Buffer> {
  let text = '';
  for (let number = 0; number < count; number += 1) {
    text += `${JSON.stringify(compose(number))}\n`;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
