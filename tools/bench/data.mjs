// Builds a large data set, skewed as real data is, and says what loading it costs: through the import command, and by a
// bare COPY of the very rows that the import made, into tables with the same indexes. The folder can be kept for the other
// benchmarks.
//   npm run bench:data [-- --companies N --persons N --experience N --signals N] [--data-dir FOLDER] [--output FILE]
// The full size is --companies 1000000 --persons 3000000 --experience 10000000.
import { rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/prepare.mjs';
import { copyTables, exportTables } from './data/copy.mjs';
import { report } from './data/report.mjs';
import { fillWorld, openWorld } from './data/world.mjs';
import { admin } from './load/service.mjs';

const size = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    companies: size('100000'),
    persons: size('300000'),
    experience: size('1000000'),
    signals: size('20000'),
    'data-dir': { type: 'string' },
    output: { type: 'string' },
  },
});
const { companies, persons, experience, signals } = values;
const counts = {
  companies: Number(companies),
  persons: Number(persons),
  experience: Number(experience),
  signals: Number(signals),
};
const copyDatabase = 'bench_copy';

await prepare();
const load = loadavg()[0];
const say = (line) => process.stderr.write(`${line}\n`);
const world = await openWorld(values['data-dir']);
try {
  const { imports } = await fillWorld(world, counts, say);
  if (imports === null) throw new Error(`${world.dataDir} holds a data set already; name another folder`);
  const answer = report(imports, await measureCopy(), load);
  process.stdout.write(answer);
  if (values.output !== undefined) await writeFile(values.output, answer);
} finally {
  await world.close();
}

async function measureCopy() {
  const folder = join(world.dataDir, 'rows');
  say('Copying the same rows');
  await exportTables(world.databaseUrl, folder);
  await world.sql(`create database ${copyDatabase}`);
  try {
    const databaseUrl = Object.assign(new URL(world.databaseUrl), { pathname: `/${copyDatabase}` }).href;
    // Any command brings the schema up to date first.
    await admin({ ...world.settings, DATABASE_URL: databaseUrl }, 'tenant', 'list');
    return await copyTables(databaseUrl, folder);
  } finally {
    await world.sql(`drop database ${copyDatabase} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
}
