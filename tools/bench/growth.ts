// How latency grows with the data: one connection asks for companies, in turns a service with few of them and one with many.
//   npm run bench:growth [-- --companies N] [--rounds N] [--seconds N] [--output FILE]
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { memberOf } from '../random.js';
import { fillWorld, openWorld } from './data/world.js';
import { type BenchCase, casesOf } from './http/cases.js';
import { measure } from './http/measure.js';
import { type DatabaseServer, openService } from './http/servers.js';
import { logProgress, type Open, runBenchmark } from './load/benchmark.js';
import { machine, median, range, tableLine, turnsOf } from './load/machine.js';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    output: { type: 'string' },
  },
});
const few = 10_000;
const [many, rounds, seconds] = [Number(values.companies), Number(values.rounds), Number(values.seconds)];
const load = loadavg()[0] ?? 0;

/** A service with a number of companies. */
interface Subject {
  readonly service: DatabaseServer;
  readonly cases: readonly BenchCase[];
}

await runBenchmark(values.output, async (open) => {
  const [small, large] = [await openSubject(open, few), await openSubject(open, many)];
  const lines: string[] = [];
  for (const name of ['company-1', 'company-100']) lines.push(await compare(name, small, large));
  return `Median latency of one connection; ${rounds} rounds of ${seconds} s for each, in turns; medians.
${machine()}; load average at the start ${load.toFixed(1)}.

| Request | ${few} companies, ms | ${many} companies, ms | Ratio (range) | Aim |
| :--- | ---: | ---: | :--- | ---: |
${lines.join('\n')}
`;
});

async function openSubject(open: Open, companies: number): Promise<Subject> {
  const world = await open(openWorld());
  const { set } = await fillWorld(world, { companies, persons: 100, experience: 300, signals: 100 });
  return { service: await open(openService(world)), cases: casesOf(set, 2_000) };
}

/** @returns a line of the table */
async function compare(name: string, small: Subject, large: Subject): Promise<string> {
  const latencies = new Map<Subject, number[]>([
    [small, []],
    [large, []],
  ]);
  const latencyOf = async ({ service, cases }: Subject): Promise<number> => {
    const one = memberOf(
      cases.filter((each) => each.name === name),
      0,
    );
    return (await measure(service, one, { connections: 1, seconds })).p50;
  };
  for (const subject of latencies.keys()) await latencyOf(subject);
  for (let round = 0; round < rounds; round += 1) {
    for (const [subject, measured] of turnsOf([...latencies], round)) measured.push(await latencyOf(subject));
  }
  const [ofSmall, ofLarge] = [latencies.get(small) ?? [], latencies.get(large) ?? []];
  const ratios = ofLarge.map((latency, round) => latency / memberOf(ofSmall, round));
  logProgress(`${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  const ratio = `**${median(ratios).toFixed(2)}** ${range(ratios, 2)}`;
  return tableLine([name, median(ofSmall).toFixed(2), median(ofLarge).toFixed(2), ratio, '≤ 1.3']);
}
