// Measures what billing costs. One tenant sends requests over 64 connections to a service that bills, and to one with CREDITS=off. Both
// services use one PostgreSQL and are loaded in turns, so that other work of the machine affects both.
//   npm run bench:credits [-- --rounds N --seconds N --connections N --sizes 1,100 --output FILE]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memberOf } from '../random.js';
import { logProgress, runBenchmark } from './load/benchmark.js';
import { consumptionOf, cpuMsBelow } from './load/consumption.js';
import { generateLoad, type LoadResult } from './load/generator.js';
import { machine, median, range, tableLine, turnsOf } from './load/machine.js';
import { admin, demoWebsites, makeDataFolder, type Server, startService } from './load/service.js';

const { values } = parseArgs({
  options: {
    /** The number of rounds is high, because on a small machine the times of two rounds differ by up to a third. */
    rounds: { type: 'string', default: '11' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    sizes: { type: 'string', default: '1,10,100' },
    output: { type: 'string' },
  },
});
const warmSeconds = 8;
/** How many companies of the demo data are requested. Each has a website. */
const demoCompanies = 200;
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);

/** The measurements of a round. The times are milliseconds of processor time for each request. */
interface Round extends LoadResult {
  readonly serviceMs: number;
  readonly databaseMs: number;
}

interface Pair<T> {
  readonly billed: T;
  readonly unmetered: T;
}

await runBenchmark(values.output, async (open) => {
  const { dataDir } = await open(makeDataFolder());
  const service = (credits: string): Promise<Server> =>
    open(startService({ DATA_DIR: dataDir, LOG_LEVEL: 'info', CREDITS: credits }));
  const services = { billed: await service('on'), unmetered: await service('off') };
  await admin({ DATA_DIR: dataDir }, 'credits', 'grant', 'demo', 'data_access', '1000000000');
  const lines: string[] = [];
  for (const size of values.sizes.split(',').map(Number)) {
    const measured = await compare(await requestsFor(size), services, dataDir);
    lines.push(lineOf(size, measured));
  }
  return `Company enrichment, one tenant, ${connections} connections, medians of ${rounds} rounds of ${seconds} s each, in turns.
${machine()}; load generator, both services and PostgreSQL share it. Processor
time is that of the service and of PostgreSQL, in milliseconds a request.

| Companies a request | Billed, requests/s | Unmetered, requests/s | Ratio (range) | Billed, processor | Unmetered, processor | Unmetered by billed | Billed p50 / p99 ms | Unmetered p50 / p99 ms |
| ---: | ---: | ---: | :--- | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
});

async function compare(bodies: readonly string[], services: Pair<Server>, dataDir: string): Promise<Pair<Round[]>> {
  const load = async ({ baseUrl, apiKey }: Server, duration: number): Promise<LoadResult> =>
    generateLoad({ url: `${baseUrl}/v1/company/enrich`, apiKey, bodies, connections, seconds: duration });
  // The services are loaded before the measurement, so that their code is compiled by then.
  for (const service of [services.billed, services.unmetered]) await load(service, warmSeconds);
  const measured: Pair<Round[]> = { billed: [], unmetered: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of turnsOf(['billed', 'unmetered'] as const, round)) {
      const service = services[name];
      const before = await processorTime(service, dataDir);
      const result = await load(service, seconds);
      const after = await processorTime(service, dataDir);
      if (result.unanswered > 0) throw new Error(`${result.unanswered} requests were not answered with 200`);
      const answered = result.perSecond * seconds;
      const serviceMs = (after.service - before.service) / answered;
      measured[name].push({ ...result, serviceMs, databaseMs: (after.database - before.database) / answered });
    }
  }
  return measured;
}

/** A different request for each connection, so that the connections do not all request the same companies at the same time. */
async function requestsFor(size: number): Promise<string[]> {
  const websites = await demoWebsites(demoCompanies);
  return Array.from({ length: connections }, (_, first) => {
    const companies = Array.from({ length: size }, (__, index) => ({
      website: memberOf(websites, (first * size + index) % websites.length),
    }));
    return JSON.stringify({ companies, fields: ['name', 'industry', 'employee_count', 'location_country'] });
  });
}

/** The processor time so far, in milliseconds. Unlike elapsed time it does not depend on other work of the machine. */
async function processorTime({ pid }: Server, dataDir: string): Promise<{ service: number; database: number }> {
  const file = join(dataDir, 'postgresql', 'cluster', 'postmaster.pid');
  return {
    service: consumptionOf(pid).cpuMs,
    database: cpuMsBelow(Number.parseInt(await readFile(file, 'utf8'), 10)),
  };
}

/** A line of the table. */
function lineOf(size: number, { billed, unmetered }: Pair<readonly Round[]>): string {
  const ratios = billed.map(({ perSecond }, round) => perSecond / memberOf(unmetered, round).perSecond);
  logProgress(`${size}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  const of = (results: readonly Round[], member: keyof Round): number => median(results.map((each) => each[member]));
  const whole = (results: readonly Round[], member: keyof Round): string => of(results, member).toFixed(0);
  const processor = (results: readonly Round[]): string =>
    `${of(results, 'serviceMs').toFixed(2)} + ${of(results, 'databaseMs').toFixed(2)}`;
  const cpu = (results: readonly Round[]): number =>
    median(results.map(({ serviceMs, databaseMs }) => serviceMs + databaseMs));
  return tableLine([
    ...[size, whole(billed, 'perSecond'), whole(unmetered, 'perSecond')],
    `**${median(ratios).toFixed(2)}** ${range(ratios, 2)}`,
    ...[processor(billed), processor(unmetered), (cpu(unmetered) / cpu(billed)).toFixed(2)],
    `${whole(billed, 'p50')} / ${whole(billed, 'p99')}`,
    `${whole(unmetered, 'p50')} / ${whole(unmetered, 'p99')}`,
  ]);
}
