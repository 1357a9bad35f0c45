// Creates a large data set in which, as in reality, few companies have most employees, and measures how long the import command takes to
// load it. For comparison, the imported rows are then copied by a bare COPY into a second database with the same tables and indexes. The
// folder can be kept for other benchmarks.
//   npm run bench:data [-- --companies N --persons N --experience N --signals N] [--jobs N] [--data-dir FOLDER] [--output FILE]
// The full size is --companies 1000000 --persons 3000000 --experience 10000000.
import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CopyTimes, copyTables, exportTables, importedTables } from './data/copy.js';
import { fillWorld, type Imports, openWorld, withClient, type World } from './data/world.js';
import { logProgress, runBenchmark } from './load/benchmark.js';
import { machine, tableLine } from './load/machine.js';
import { admin } from './load/service.js';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    persons: { type: 'string', default: '300000' },
    experience: { type: 'string', default: '1000000' },
    signals: { type: 'string', default: '20000' },
    jobs: { type: 'string', default: '1' },
    'data-dir': { type: 'string' },
    output: { type: 'string' },
  },
});
const counts = {
  companies: Number(values.companies),
  persons: Number(values.persons),
  experience: Number(values.experience),
  signals: Number(values.signals),
};
const copyDatabase = 'bench_copy';
const load = loadavg()[0] ?? 0;

await runBenchmark(values.output, async (open) => {
  const world = await open(openWorld(values['data-dir']));
  const { imports } = await fillWorld(world, counts, Number(values.jobs));
  if (imports === null) throw new Error(`${world.dataDir} has a data set already. Name another folder with --data-dir`);
  return report(imports, await measureCopy(world));
});

async function measureCopy({ dataDir, databaseUrl, settings }: World): Promise<CopyTimes> {
  const folder = join(dataDir, 'rows');
  const execute = (sql: string) => withClient(databaseUrl, (client) => client.query(sql));
  logProgress('Copying the same rows');
  await exportTables(databaseUrl, folder);
  await execute(`create database ${copyDatabase}`);
  try {
    const copyUrl = Object.assign(new URL(databaseUrl), { pathname: `/${copyDatabase}` }).href;
    // COPY needs the tables. Every admin command first applies the missing migrations, so `tenant list` creates the tables here.
    await admin({ ...settings, DATABASE_URL: copyUrl }, 'tenant', 'list');
    return await copyTables(copyUrl, folder);
  } finally {
    await execute(`drop database ${copyDatabase} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Line {
  readonly records: number;
  readonly rows: number;
  /** The seconds that the import took, and those that COPY took. */
  readonly imported: number;
  readonly copied: number;
}

function report(imports: Imports, times: CopyTimes): string {
  const sum = (tables: readonly string[], member: 'rows' | 'seconds'): number =>
    tables.reduce((total, table) => total + (times.get(table)?.[member] ?? 0), 0);
  const measured = (kind: keyof typeof importedTables): Line => {
    const tables = importedTables[kind];
    const { read, seconds } = imports[kind];
    return { records: read, rows: sum(tables, 'rows'), imported: seconds, copied: sum(tables, 'seconds') };
  };
  const [companies, persons] = [measured('companies'), measured('persons')];
  const all = {
    records: companies.records + persons.records,
    rows: companies.rows + persons.rows,
    imported: companies.imported + persons.imported,
    copied: companies.copied + persons.copied,
  };
  return `Import command against a bare \`COPY\` of the same rows into the same tables with their indexes and foreign keys.
${machine()}; load average at the start ${load.toFixed(1)}; imported with \`--jobs ${values.jobs}\`; ${sum(['person_experience'], 'rows')} positions.

| Records | Number | Table rows | Import, records/s | Import, rows/s | COPY, rows/s | Import / COPY | Aim |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lineOf('companies', companies)}
${lineOf('persons', persons)}
${lineOf('all', all)}
`;
}

function lineOf(kind: string, { records, rows, imported, copied }: Line): string {
  const perSecond = (count: number, seconds: number): string => (count / seconds).toFixed(0);
  const rates = [perSecond(records, imported), perSecond(rows, imported), perSecond(rows, copied)];
  return tableLine([kind, records, rows, ...rates, `**${(copied / imported).toFixed(2)}**`, '≥ 0.5']);
}
