// What billing costs: one tenant and 64 connections, against the same service with CREDITS=off. Both services are built the
// same and work on the same PostgreSQL; they are loaded in turns, so that whatever else the machine does meets both.
//   npm run bench:credits [-- --rounds N --seconds N --connections N --sizes 1,100 --output FILE]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/prepare.mjs';
import { consumptionOf, cpuMsBelow } from './load/consumption.mjs';
import { generateLoad } from './load/generator.mjs';
import { machine, median } from './load/machine.mjs';
import { whileOpen } from './load/opened.mjs';
import { admin, demoWebsites, makeDataFolder, startService } from './load/service.mjs';

const { values } = parseArgs({
  options: {
    /** A round differs from the next by up to a third on a small machine. */
    rounds: { type: 'string', default: '11' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    sizes: { type: 'string', default: '1,10,100' },
    output: { type: 'string' },
  },
});
const warmSeconds = 8;
/** So many of them have a website. */
const demoCompanies = 200;
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number);
const sizes = values.sizes.split(',').map(Number);

await prepare();
await whileOpen(async (open) => {
  const folder = await makeDataFolder();
  await open({ close: folder.remove });
  const { dataDir } = folder;
  const service = (credits) => open(startService({ DATA_DIR: dataDir, LOG_LEVEL: 'info', CREDITS: credits }));
  const services = { billed: await service('on'), unmetered: await service('off') };
  await admin({ DATA_DIR: dataDir }, 'credits', 'grant', 'demo', 'data_access', '1000000000');
  const rows = [];
  for (const size of sizes) rows.push(await compare(size, services, dataDir));
  const text = report(rows);
  process.stdout.write(text);
  if (values.output !== undefined) await writeFile(values.output, text);
});

async function compare(size, { billed, unmetered }, dataDir) {
  const bodies = await requestsFor(size);
  const load = ({ baseUrl, apiKey }, duration) =>
    generateLoad({ url: `${baseUrl}/v1/company/enrich`, apiKey, bodies, connections, seconds: duration });
  // Long enough for the busiest functions to be compiled.
  for (const service of [billed, unmetered]) await load(service, warmSeconds);
  const measured = { billed: [], unmetered: [] };
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes, because a machine slows down and speeds up within a round, too.
    const turns = [
      ['billed', billed],
      ['unmetered', unmetered],
    ];
    for (const [name, service] of round % 2 === 0 ? turns : turns.reverse()) {
      const before = await processorTime(service, dataDir);
      const result = await load(service, seconds);
      const after = await processorTime(service, dataDir);
      const answered = result.perSecond * seconds;
      result.serviceMs = (after.service - before.service) / answered;
      result.databaseMs = (after.database - before.database) / answered;
      result.cpuMs = result.serviceMs + result.databaseMs;
      if (result.unanswered > 0) throw new Error(`${result.unanswered} requests were not answered with 200`);
      measured[name].push(result);
    }
  }
  const ratios = measured.billed.map(({ perSecond }, round) => perSecond / measured.unmetered[round].perSecond);
  process.stderr.write(`${size}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}\n`);
  return {
    size,
    ratio: median(ratios),
    ratios,
    billed: summary(measured.billed),
    unmetered: summary(measured.unmetered),
  };
}

/** As many different requests as there are connections, so that not all ask for the same at the same time. */
async function requestsFor(size) {
  const websites = await demoWebsites(demoCompanies);
  return Array.from({ length: connections }, (_, first) => {
    const companies = Array.from({ length: size }, (_, index) => ({
      website: websites[(first * size + index) % websites.length],
    }));
    return JSON.stringify({ companies, fields: ['name', 'industry', 'employee_count', 'location_country'] });
  });
}

/** Of the service, and of the whole PostgreSQL, in milliseconds. Unlike time it does not depend on what else the machine does. */
async function processorTime({ pid }, dataDir) {
  const file = join(dataDir, 'postgresql', 'cluster', 'postmaster.pid');
  return {
    service: consumptionOf(pid).cpuMs,
    database: cpuMsBelow(Number.parseInt(await readFile(file, 'utf8'), 10)),
  };
}

function summary(results) {
  const of = (member) => median(results.map((result) => result[member]));
  return Object.fromEntries(
    ['perSecond', 'p50', 'p99', 'cpuMs', 'serviceMs', 'databaseMs'].map((member) => [member, of(member)]),
  );
}

function processorOf({ serviceMs, databaseMs }) {
  return `${serviceMs.toFixed(2)} + ${databaseMs.toFixed(2)}`;
}

function report(rows) {
  const lines = rows.map(({ size, ratio, ratios, billed, unmetered }) =>
    [
      size,
      billed.perSecond.toFixed(0),
      unmetered.perSecond.toFixed(0),
      `**${ratio.toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      processorOf(billed),
      processorOf(unmetered),
      (unmetered.cpuMs / billed.cpuMs).toFixed(2),
      `${billed.p50.toFixed(0)} / ${billed.p99.toFixed(0)}`,
      `${unmetered.p50.toFixed(0)} / ${unmetered.p99.toFixed(0)}`,
    ].join(' | '),
  );
  return `Company enrichment, one tenant, ${connections} connections, medians of ${rounds} rounds of ${seconds} s each, in turns.
${machine()}; load generator, both services and PostgreSQL share it. Processor
time is that of the service and of PostgreSQL, in milliseconds a request.

| Companies a request | Billed, requests/s | Unmetered, requests/s | Ratio (range) | Billed, processor | Unmetered, processor | Unmetered by billed | Billed p50 / p99 ms | Unmetered p50 / p99 ms |
| ---: | ---: | ---: | :--- | ---: | ---: | ---: | ---: | ---: |
${lines.map((line) => `| ${line} |`).join('\n')}
`;
}
