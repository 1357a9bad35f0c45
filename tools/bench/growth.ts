// Measures how latency grows with the number of records. One connection requests companies and persons, in turns from a service with few
// records and from one with many.
//   npm run bench:growth [-- --companies N --persons N | --data-dir FOLDER] [--rounds N] [--seconds N] [--only person-100-fresh] [--output FILE]
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { memberOf } from '../random.js';
import type { Counts } from './data/records.js';
import { fillWorld, openWorld } from './data/world.js';
import { type BenchCase, casesOf } from './http/cases.js';
import { measure } from './http/measure.js';
import { type DatabaseServer, openService } from './http/servers.js';
import { logProgress, type Open, runBenchmark } from './load/benchmark.js';
import { machine, median, range, tableLine, turnsOf } from './load/machine.js';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    persons: { type: 'string', default: '200000' },
    'data-dir': { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: 'company-1-fresh,company-100-fresh,person-1-fresh,person-100-fresh' },
    output: { type: 'string' },
  },
});
const few = 10_000;
const [companies, persons] = [Number(values.companies), Number(values.persons)];
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const names = values.only.split(',');
const load = loadavg()[0] ?? 0;

/** A service with a certain number of records, and the requests for it. */
interface Subject {
  readonly counts: Counts;
  readonly service: DatabaseServer;
  readonly cases: readonly BenchCase[];
}

await runBenchmark(values.output, async (open) => {
  const small = await openSubject(open, { companies: few, persons: few });
  const large = await openSubject(open, { companies, persons }, values['data-dir']);
  const lines: string[] = [];
  for (const name of names) lines.push(await compare(name, small, large));
  return `Median latency of one connection; ${rounds} rounds of ${seconds} s for each, in turns; medians.
${machine()}; load average at the start ${load.toFixed(1)}.

Few are ${few} of both, many ${large.counts.companies} companies and ${large.counts.persons} persons.

| Request | Few, ms | Many, ms | Ratio (range) | Aim |
| :--- | ---: | ---: | :--- | ---: |
${lines.join('\n')}
`;
});

async function openSubject(
  open: Open,
  counts: Pick<Counts, 'companies' | 'persons'>,
  dataDir?: string,
): Promise<Subject> {
  const world = await open(openWorld(dataDir));
  const { set } = await fillWorld(world, { ...counts, experience: counts.persons * 3, signals: 100 });
  return { counts: set.counts, service: await open(openService(world)), cases: casesOf(set, 2_000) };
}

/**
 * Measures the latency of both services with each case, in turns.
 * @returns a line of the table
 */
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
