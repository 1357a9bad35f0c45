import { memberOf } from '../../random.js';
import { machine, median, range, tableLine } from '../load/machine.js';
import type { MeasuredRun, MeasuredRuns } from './measure.js';
import { ownEmployees } from './population.js';

const maxSeconds = 5;
const aimedSize = 20_000;

export interface ReportRow extends MeasuredRuns {
  /** The number of employees of the company. */
  readonly size: number;
  readonly tenant: string;
}

/** The report, as Markdown. */
export function report(
  rows: readonly ReportRow[],
  { rounds, load }: { readonly rounds: number; readonly load: number },
): string {
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

function speedOf({ size, tenant, runs, bare, perMinute }: ReportRow): string {
  const seconds = runs.map((run) => run.seconds);
  const ratios = seconds.map((one, round) => one / memberOf(bare, round));
  const typical = median(seconds);
  return tableLine([
    ...[size, tenant, memberOf(runs, 0).considered],
    `**${typical.toFixed(2)}** ${range(seconds, 2)}`,
    size === aimedSize ? `≤ ${maxSeconds}` : '–',
    ...[perMinute.toFixed(0), (size / typical).toFixed(0), median(bare).toFixed(3)],
    `**${median(ratios).toFixed(1)}** ${range(ratios, 1)}`,
  ]);
}

function costOf({ size, tenant, runs, memory: { rest, alone, together } }: ReportRow): string {
  const secondsOf = (member: 'cpuMs' | 'databaseCpuMs'): string =>
    (median(runs.map((run: MeasuredRun) => run[member])) / 1000).toFixed(2);
  const used = [rest, alone, together].map((value) => value.toFixed(0));
  return tableLine([
    size,
    tenant,
    secondsOf('cpuMs'),
    secondsOf('databaseCpuMs'),
    ...used,
    (together / rest).toFixed(1),
  ]);
}

function stagesOf({ size, tenant, runs }: ReportRow): string {
  const stages = ['loading', 'reading', 'ranking', 'reasoning', 'total'] as const;
  return tableLine([size, tenant, ...stages.map((stage) => median(runs.map((run) => run.stages[stage])).toFixed(0))]);
}
