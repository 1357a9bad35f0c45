// What prospecting runs take, without a language model: runs a minute, seconds and processor time a run, and memory of the
// process that works on them, beside one plain query that reads the same people and does nothing with them.
//   npm run bench:prospecting [-- --quick] [--rounds N] [--sizes 100,1000,20000] [--tenants plain,heavy] [--output FILE]
//   npm run bench:prospecting -- --profile [--sizes 20000]      where the time of the heavy tenant's run goes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/prepare.mjs';
import { openWorld } from './data/world.mjs';
import { profileIn } from './http/profile.mjs';
import { median } from './load/machine.mjs';
import { whileOpen } from './load/opened.mjs';
import { startService } from './load/service.mjs';
import { fill } from './prospecting/fill.mjs';
import { measureRuns, openWorker } from './prospecting/measure.mjs';
import { populationOf, prospectedPage } from './prospecting/population.mjs';
import { report } from './prospecting/report.mjs';
import { endOf, startRun } from './prospecting/runs.mjs';
import { openTenants } from './prospecting/tenants.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    sizes: { type: 'string' },
    tenants: { type: 'string', default: 'plain,heavy' },
    profile: { type: 'boolean', default: false },
    output: { type: 'string' },
  },
});
const sizes = (values.sizes ?? (values.profile ? '20000' : '100,1000,20000')).split(',').map(Number);
const rounds = Number(values.rounds ?? (values.quick ? 3 : 9));
/** A small company's run is over so soon that it takes many to fill a measurable time. */
const atOnce = (size) => Math.max(values.quick ? 4 : 8, Math.min(values.quick ? 20 : 100, Math.round(100_000 / size)));

await prepare();
const load = loadavg()[0];
const say = (line) => process.stderr.write(`${line}\n`);
await whileOpen(async (open) => {
  const world = await open(openWorld());
  // It takes requests only; who works on runs is measured apart.
  const api = await open(startService({ ...world.settings, LOG_LEVEL: 'info', WORKER: 'off' }));
  say('Copying people');
  const population = await populationOf(sizes);
  await fill(world, population);
  const tenants = await openTenants(world);
  const place = { world, api, employers: population.employers };
  const answer = values.profile ? await profileRuns(place, tenants.heavy) : await measureAll(place, tenants);
  process.stdout.write(answer);
  if (values.output !== undefined) await writeFile(values.output, answer);
});

async function measureAll(place, tenants) {
  const rows = [];
  for (const size of sizes) {
    for (const name of values.tenants.split(',')) {
      const subject = { ...place, tenant: tenants[name], page: prospectedPage(size), size };
      const measured = await measureRuns(subject, { rounds, atOnce: atOnce(size) });
      say(`${size} employees, ${name}: ${median(measured.runs.map(({ seconds }) => seconds)).toFixed(2)} s a run`);
      rows.push({ ...measured, size, tenant: name });
    }
  }
  return report(rows, { rounds, load });
}

async function profileRuns({ world, api }, tenant) {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-profile-'));
  try {
    const worker = await openWorker(world, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const [page] = sizes.map(prospectedPage);
    const run = async () => endOf(api, tenant, await startRun(api, tenant, page));
    await run();
    const started = performance.now();
    for (let round = 0; round < rounds; round += 1) await run();
    const seconds = (performance.now() - started) / 1000;
    await worker.close();
    return `${rounds} runs in ${seconds.toFixed(1)} s.\n\n${await profileIn(folder, seconds)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
