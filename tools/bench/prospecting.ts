// Measures the cost of prospecting runs without a language model: runs in a minute, seconds and processor time of a run, and the memory of
// the worker. For comparison it measures one plain query that reads the same persons.
//   npm run bench:prospecting [-- --quick] [--rounds N] [--sizes 100,1000,20000] [--tenants plain,heavy] [--output FILE]
//   npm run bench:prospecting -- --profile [--sizes 20000] shows where the time of the heavy tenant's run goes
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { memberOf } from '../random.js';
import { openWorld, type World } from './data/world.js';
import { profileIn } from './http/profile.js';
import { logProgress, runBenchmark } from './load/benchmark.js';
import { median } from './load/machine.js';
import { withFolder } from './load/program.js';
import { type Server, startService } from './load/service.js';
import { measureRuns, openWorker } from './prospecting/measure.js';
import { fill, populationOf, prospectedPage } from './prospecting/population.js';
import { report, type ReportRow } from './prospecting/report.js';
import { type BenchTenant, endOf, openTenants, startRun } from './prospecting/runs.js';

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
/** The number of runs that are started together. Runs of small companies are so short that many are needed for a measurable time. */
const atOnce = (size: number): number =>
  Math.max(values.quick ? 4 : 8, Math.min(values.quick ? 20 : 100, Math.round(100_000 / size)));
const load = loadavg()[0] ?? 0;

await runBenchmark(values.output, async (open) => {
  const world = await open(openWorld());
  // This process only answers requests. The worker is another process.
  const api = await open(startService({ ...world.settings, LOG_LEVEL: 'info', WORKER: 'off' }));
  logProgress('Copying persons');
  const population = populationOf(sizes);
  await fill(world, population);
  const tenants = await openTenants(world);
  const tenantOf = (name: string): BenchTenant => {
    const tenant = tenants.get(name);
    if (tenant === undefined) throw new Error(`--tenants must be among ${[...tenants.keys()].join(', ')}`);
    return tenant;
  };
  if (values.profile) return profileRuns(world, api, tenantOf('heavy'));
  const rows: ReportRow[] = [];
  for (const size of sizes) {
    for (const name of values.tenants.split(',')) {
      const page = prospectedPage(size);
      const subject = { world, api, employers: population.employers, tenant: tenantOf(name), page, size };
      const measured = await measureRuns(subject, { rounds, atOnce: atOnce(size) });
      const typical = median(measured.runs.map(({ seconds }) => seconds));
      logProgress(`${size} employees, ${name}: ${typical.toFixed(2)} s a run`);
      rows.push({ ...measured, size, tenant: name });
    }
  }
  return report(rows, { rounds, load });
});

function profileRuns(world: World, api: Server, tenant: BenchTenant): Promise<string> {
  return withFolder('profile', async (folder) => {
    const worker = await openWorker(world, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const page = prospectedPage(memberOf(sizes, 0));
    const run = async () => endOf(api, tenant, await startRun(api, tenant, page));
    await run();
    const started = performance.now();
    for (let round = 0; round < rounds; round += 1) await run();
    const seconds = (performance.now() - started) / 1000;
    await worker.close();
    return `${rounds} runs in ${seconds.toFixed(1)} s.\n\n${await profileIn(folder, seconds)}`;
  });
}
