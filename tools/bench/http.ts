// Compares the throughput of the service with two other servers on the same data and PostgreSQL. The bare server does only what any server
// must do, and the tutorial server is written as the tutorials of the frameworks teach. The three are loaded in turns, so that other
// work of the machine affects all of them.
//   npm run bench:http [-- --quick] [--rounds N --seconds N --connections N] [--only company-1,signals] [--output FILE]
//                      [--companies N --persons N --signals N | --data-dir FOLDER]
//   npm run bench:http -- --release           also stores the ratios, with which later runs compare theirs
//   npm run bench:http -- --soak SECONDS      loads only the service and reports its memory
//   npm run bench:http -- --profile CASE      loads only the service and reports its processor time by function
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fillWorld, openWorld, type World } from './data/world.js';
import { type BenchCase, casesOf } from './http/cases.js';
import { compare, measure } from './http/measure.js';
import { profileIn } from './http/profile.js';
import { compareWithRelease, storeRatios } from './http/release-ratios.js';
import { type MeasuredCase, report, type ServerName } from './http/report.js';
import { type DatabaseServer, openBareServer, openService, openTutorialServer } from './http/servers.js';
import { soak } from './http/soak.js';
import type { Counts } from './data/records.js';
import { logProgress, type Open, runBenchmark } from './load/benchmark.js';
import { withFolder } from './load/program.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '64' },
    companies: { type: 'string' },
    persons: { type: 'string' },
    signals: { type: 'string', default: '20000' },
    only: { type: 'string' },
    soak: { type: 'string' },
    profile: { type: 'string' },
    release: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
    output: { type: 'string' },
  },
});
const number = (given: string | undefined, quick: number, full: number): number =>
  Number(given ?? (values.quick ? quick : full));
const settings = {
  rounds: number(values.rounds, 1, 5),
  seconds: number(values.seconds, 2, 5),
  warmSeconds: number(values.seconds, 2, 5),
  connections: Number(values.connections),
};
const persons = number(values.persons, 5_000, 50_000);
const counts = {
  companies: number(values.companies, 10_000, 50_000),
  persons,
  experience: persons * 3,
  signals: Number(values.signals),
};
const load = loadavg()[0] ?? 0;

await runBenchmark(values.output, async (open) => {
  const world = await open(openWorld(values['data-dir']));
  const { set } = await fillWorld(world, counts);
  const cases = casesOf(set);
  if (values.soak !== undefined) return soakService(open, world, cases, Number(values.soak));
  if (values.profile !== undefined) return profileService(world, cases, values.profile);
  const only = values.only?.split(',');
  return compareServers(
    world,
    set.counts,
    cases.filter(({ name }) => only?.includes(name) ?? true),
  );
});

async function compareServers(world: World, kept: Counts, cases: readonly BenchCase[]): Promise<string> {
  const rows: MeasuredCase[] = [];
  for (const one of cases) {
    const measured = await withServers(world, (servers) => compare(servers, one, settings));
    const rates = [...measured].map(([name, [first]]) => `${name} ${first?.perSecond.toFixed(0) ?? '?'}/s`);
    logProgress(`${one.name}: ${rates.join(', ')}`);
    rows.push({ case: one, measured });
  }
  if (values.release) await storeRatios(rows);
  return report(rows, { ...settings, counts: kept, load }) + (await compareWithRelease(rows));
}

/**
 * Starts new servers, does work with them, and stops them. Each row of the report has new ones, because PostgreSQL plans a statement
 * by what its connection has executed before.
 */
async function withServers<T>(
  world: World,
  work: (servers: ReadonlyMap<ServerName, DatabaseServer>) => Promise<T>,
): Promise<T> {
  const servers = new Map<ServerName, DatabaseServer>();
  try {
    servers.set('service', await openService(world));
    servers.set('bare', await openBareServer(world));
    servers.set('tutorial', await openTutorialServer(world));
    return await work(servers);
  } finally {
    for (const server of servers.values()) await server.close();
  }
}

async function soakService(open: Open, world: World, cases: readonly BenchCase[], seconds: number): Promise<string> {
  const service = await open(openService(world));
  const mixed = cases.filter(({ name }) => ['company-100', 'person-100', 'company-1', 'signals'].includes(name));
  return soak(service, mixed, { ...settings, seconds });
}

function profileService(world: World, cases: readonly BenchCase[], name: string): Promise<string> {
  const one = cases.find((each) => each.name === name);
  if (one === undefined) throw new Error(`--profile must be one of ${cases.map((each) => each.name).join(', ')}`);
  return withFolder('profile', async (folder) => {
    const service = await openService(world, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const loadTwice = async () => {
      try {
        await measure(service, one, { ...settings, seconds: settings.warmSeconds });
        return await measure(service, one, settings);
      } finally {
        await service.close();
      }
    };
    const { perSecond, cpu } = await loadTwice();
    const profile = await profileIn(folder, settings.seconds);
    return `${one.name}: ${perSecond.toFixed(0)} requests/s, ${cpu.toFixed(2)} ms of CPU a request.\n\n${profile}`;
  });
}
