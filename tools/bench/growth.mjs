// How latency grows with the data: one connection asks for companies, in turns a service with few of them and one with many.
//   npm run bench:growth [-- --companies N] [--rounds N] [--seconds N] [--output FILE]
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { prepare } from '../../scripts/prepare.mjs';
import { fillWorld, openWorld } from './data/world.mjs';
import { casesOf } from './http/cases.mjs';
import { measure } from './http/measure.mjs';
import { openService } from './http/servers.mjs';
import { machine, median } from './load/machine.mjs';
import { whileOpen } from './load/opened.mjs';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    output: { type: 'string' },
  },
});
const few = 10_000;
const [many, rounds, seconds] = [values.companies, values.rounds, values.seconds].map(Number);
const cases = ['company-1', 'company-100'];

await prepare();
const load = loadavg()[0];
await whileOpen(async (open) => {
  const worlds = [await openPlace(open, few), await openPlace(open, many)];
  const rows = [];
  for (const name of cases) rows.push(await compare(name, worlds));
  const text = report(rows);
  process.stdout.write(text);
  if (values.output !== undefined) await writeFile(values.output, text);
});

async function openPlace(open, companies) {
  const world = await open(openWorld());
  const counts = { companies, persons: 100, experience: 300, signals: 100 };
  const { set } = await fillWorld(world, counts, (line) => process.stderr.write(`${line}\n`));
  return { service: await open(openService(world)), set };
}

async function compare(name, worlds) {
  const settings = { connections: 1, seconds };
  const latencies = worlds.map(() => []);
  const ask = (place) =>
    measure(
      worlds[place].service,
      casesOf(worlds[place].set, 2_000).find((one) => one.name === name),
      settings,
    );
  for (const place of worlds.keys()) await ask(place);
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes, because a machine slows down and speeds up within a round, too.
    for (const turn of worlds.keys()) {
      const place = (turn + round) % worlds.length;
      latencies[place].push((await ask(place)).p50);
    }
  }
  const ratios = latencies[1].map((latency, round) => latency / latencies[0][round]);
  process.stderr.write(`${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}\n`);
  return { name, few: median(latencies[0]), many: median(latencies[1]), ratio: median(ratios), ratios };
}

function report(rows) {
  const lines = rows.map((row) => {
    const range = `${Math.min(...row.ratios).toFixed(2)}–${Math.max(...row.ratios).toFixed(2)}`;
    return `| ${[row.name, row.few.toFixed(2), row.many.toFixed(2), `**${row.ratio.toFixed(2)}** (${range})`, '≤ 1.3'].join(' | ')} |`;
  });
  return `Median latency of one connection; ${rounds} rounds of ${seconds} s for each, in turns; medians.
${machine()}; load average at the start ${load.toFixed(1)}.

| Request | ${few} companies, ms | ${many} companies, ms | Ratio (range) | Aim |
| :--- | ---: | ---: | :--- | ---: |
${lines.join('\n')}
`;
}
