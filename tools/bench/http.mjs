// What the service answers in a second, beside two other servers on the same data and the same PostgreSQL: the least that
// a server can do, and what a team would write itself. They are loaded in turns, so that whatever else the machine does
// meets all of them.
//   npm run bench:http [-- --quick] [--rounds N --seconds N --connections N] [--only company-1,signals] [--output FILE]
//                      [--companies N --persons N --signals N | --data-dir FOLDER]
//   npm run bench:http -- --soak SECONDS      the service alone, and what becomes of its memory
//   npm run bench:http -- --profile CASE      the service alone, and where its time goes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/prepare.mjs';
import { fillWorld, openWorld } from './data/world.mjs';
import { casesOf } from './http/cases.mjs';
import { compare, measure } from './http/measure.mjs';
import { profileIn } from './http/profile.mjs';
import { report } from './http/report.mjs';
import { whileOpen } from './load/opened.mjs';
import { openBareServer, openService, openTutorialServer } from './http/servers.mjs';
import { soak } from './http/soak.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: text('64'),
    companies: { type: 'string' },
    persons: { type: 'string' },
    signals: text('20000'),
    only: { type: 'string' },
    soak: { type: 'string' },
    profile: { type: 'string' },
    'data-dir': { type: 'string' },
    output: { type: 'string' },
  },
});
const isQuick = values.quick;
const number = (given, quick, full) => Number(given ?? (isQuick ? quick : full));
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

await prepare();
const load = loadavg()[0];
const say = (line) => process.stderr.write(`${line}\n`);
await whileOpen(async (open) => {
  const world = await open(openWorld(values['data-dir']));
  const { set } = await fillWorld(world, counts, say);
  const answer = await run(open, world, set);
  process.stdout.write(answer);
  if (values.output !== undefined) await writeFile(values.output, answer);
});

function run(open, world, set) {
  const cases = casesOf(set);
  const isWanted = ({ name }) => values.only === undefined || values.only.split(',').includes(name);
  if (values.soak !== undefined) return soakService(open, world, cases);
  if (values.profile !== undefined) return profileService(world, cases);
  return compareServers(open, world, set, cases.filter(isWanted));
}

async function compareServers(open, world, set, cases) {
  const servers = {
    service: await open(openService(world)),
    bare: await open(openBareServer(world)),
    tutorial: await open(openTutorialServer(world)),
  };
  const rows = [];
  for (const one of cases) {
    const measured = await compare(servers, one, settings);
    const rates = Object.entries(measured).map(([name, [{ perSecond }]]) => `${name} ${perSecond.toFixed(0)}/s`);
    say(`${one.name}: ${rates.join(', ')}`);
    rows.push({ ...one, measured });
  }
  return report(rows, { ...settings, counts: set.counts, load });
}

async function soakService(open, world, cases) {
  const service = await open(openService(world));
  const mixed = cases.filter(({ name }) => ['company-100', 'person-100', 'company-1', 'signals'].includes(name));
  return soak(service, mixed, { ...settings, seconds: Number(values.soak) });
}

async function profileService(world, cases) {
  const one = cases.find(({ name }) => name === values.profile);
  if (one === undefined) throw new Error(`--profile must be one of ${cases.map(({ name }) => name).join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-profile-'));
  try {
    const service = await openService(world, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const load = async () => {
      await measure(service, one, { ...settings, seconds: settings.warmSeconds });
      return measure(service, one, settings);
    };
    const { perSecond, cpu } = await load().finally(service.close);
    return `${one.name}: ${perSecond.toFixed(0)} requests/s, ${cpu.toFixed(2)} ms of CPU a request.\n\n${await profileIn(folder, settings.seconds)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
