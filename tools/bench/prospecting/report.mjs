import { machine, median } from '../load/machine.mjs';
import { ownEmployees } from './population.mjs';

const mostSeconds = 5;
const aimedSize = 20_000;

/** The tables, as Markdown. @param {object[]} rows what was measured, with the tenant's name and the company's size */
export function report(rows, { rounds, load }) {
  return `Medians of ${rounds} runs one after the other, in turns with the bare query, after one that is not counted; then many at once, two of them at a time. The heavy tenant's own company has ${ownEmployees} employees.
${machine()}; service, worker and PostgreSQL share it; load average at the start ${load.toFixed(1)}.

| Employees | Tenant | Considered | Seconds a run (range) | Aim | Runs/minute | Candidates/s | Bare query, s | Run / bare (range) |
| ---: | :--- | ---: | :--- | ---: | ---: | ---: | ---: | :--- |
${rows.map(speedOf).join('\n')}

| Employees | Tenant | CPU s a run | PostgreSQL CPU s | At rest, MiB | Peak of one run | Peak of two | Peak / rest |
| ---: | :--- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(costOf).join('\n')}

| Employees | Tenant | Loading, ms | Reading, ms | Ranking, ms | Reasoning, ms | Total, ms |
| ---: | :--- | ---: | ---: | ---: | ---: | ---: |
${rows.map(stagesOf).join('\n')}
`;
}

function speedOf({ size, tenant, runs, bare, perMinute }) {
  const seconds = runs.map((run) => run.seconds);
  const ratios = seconds.map((one, round) => one / bare[round]);
  const typical = median(seconds);
  const aim = size === aimedSize ? `≤ ${mostSeconds}` : '–';
  const [{ considered }] = runs;
  const range = (values, digits) => `(${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
  return line([
    size,
    tenant,
    considered,
    `**${typical.toFixed(2)}** ${range(seconds, 2)}`,
    aim,
    perMinute.toFixed(0),
    (size / typical).toFixed(0),
    median(bare).toFixed(3),
    `**${median(ratios).toFixed(1)}** ${range(ratios, 1)}`,
  ]);
}

function costOf({ size, tenant, runs, memory: { rest, alone, together } }) {
  const secondsOf = (member) => (median(runs.map((run) => run[member])) / 1000).toFixed(2);
  const used = [rest, alone, together].map((value) => value.toFixed(0));
  return line([size, tenant, secondsOf('cpuMs'), secondsOf('databaseCpuMs'), ...used, (together / rest).toFixed(1)]);
}

function stagesOf({ size, tenant, runs }) {
  const stages = ['loading', 'reading', 'ranking', 'reasoning', 'total'];
  return line([size, tenant, ...stages.map((stage) => median(runs.map((run) => run.stages[stage])).toFixed(0))]);
}

const line = (cells) => `| ${cells.join(' | ')} |`;
