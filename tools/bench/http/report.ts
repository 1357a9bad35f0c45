import type { Counts } from '../data/records.js';
import { machine, median, range, tableLine } from '../load/machine.js';
import { memberOf } from '../../random.js';
import type { BenchCase } from './cases.js';
import type { Measurement, Settings } from './measure.js';

export type ServerName = 'service' | 'bare' | 'tutorial';

export interface MeasuredCase {
  readonly case: BenchCase;
  /** The measurements of all rounds, by server. */
  readonly measured: ReadonlyMap<ServerName, readonly Measurement[]>;
}

interface Circumstances extends Settings {
  readonly rounds: number;
  readonly counts: Counts;
  /** The load average at the start. */
  readonly load: number;
}

/** The report, as Markdown. */
export function report(
  rows: readonly MeasuredCase[],
  { rounds, seconds, connections, counts, load }: Circumstances,
): string {
  const data = `${counts.companies} companies, ${counts.persons} persons, ${counts.signals} signals`;
  return `${rounds} rounds of ${seconds} s for each server and row, in turns; medians; ${connections} connections (16 where a request has 1,000 identifiers); ${data}.
${machine()}; load generator, servers and PostgreSQL share it; load average at the start ${load.toFixed(1)}.

| Request | Service / bare (range) | Aim | Service / tutorial (range) | Aim | Service p99 / p50 | Aim |
| :--- | :--- | ---: | :--- | ---: | ---: | ---: |
${rows.map(ratiosOf).join('\n')}

| Request | Server | Requests/s | Identifiers/s | p50 ms | p99 ms | CPU ms a request | PostgreSQL CPU ms | Memory MiB |
| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.flatMap(measuresOf).join('\n')}
`;
}

function ratiosOf({ case: { name, aims }, measured }: MeasuredCase): string {
  const service = measured.get('service') ?? [];
  const versus = (other: ServerName): string => {
    const others = measured.get(other) ?? [];
    const ratios = service.map(({ perSecond }, round) => perSecond / memberOf(others, round).perSecond);
    return `**${median(ratios).toFixed(2)}** ${range(ratios, 2)}`;
  };
  const aim = (value: number | undefined): string => (value === undefined ? '–' : `≥ ${value}`);
  const tail = (medianOf(service, 'p99') / medianOf(service, 'p50')).toFixed(1);
  return tableLine([name, versus('bare'), aim(aims.bare), versus('tutorial'), aim(aims.tutorial), tail, '≤ 4']);
}

function measuresOf({ case: { name, size }, measured }: MeasuredCase): string[] {
  return [...measured].map(([server, results]) => {
    const number = (member: keyof Measurement, digits: number): string => fixed(medianOf(results, member), digits);
    const perSecond = medianOf(results, 'perSecond');
    const identifiers = size === 0 ? '–' : (perSecond * size).toFixed(0);
    return tableLine([
      ...[name, server, fixed(perSecond, perSecond < 100 ? 1 : 0), identifiers, number('p50', 1), number('p99', 1)],
      ...[number('cpu', 2), number('databaseCpu', 2), number('memory', 0)],
    ]);
  });
}

function medianOf(results: readonly Measurement[], member: keyof Measurement): number {
  return median(results.map((result) => result[member]));
}

/**
 * A number as text; a dash if there is no number. There is none if no request was answered, and some numbers can only be measured on
 * Linux.
 */
function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}
