import { machine, median } from '../load/machine.mjs';

/** The tables, as Markdown. */
export function report(rows, { rounds, seconds, connections, counts, load }) {
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

function ratiosOf({ name, aims, measured }) {
  const { p50, p99 } = summary(measured.service);
  const versus = (other) => {
    const ratios = measured.service.map(({ perSecond }, round) => perSecond / measured[other][round].perSecond);
    return `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  };
  const aim = (value) => (value === undefined ? '–' : `≥ ${value}`);
  const tail = (p99 / p50).toFixed(1);
  return `| ${[name, versus('bare'), aim(aims.bare), versus('tutorial'), aim(aims.tutorial), tail, '≤ 5'].join(' | ')} |`;
}

function measuresOf({ name, size, measured }) {
  return Object.keys(measured).map((server) => {
    const { perSecond, p50, p99, cpu, databaseCpu, memory } = summary(measured[server]);
    const identifiers = size === 0 ? '–' : (perSecond * size).toFixed(0);
    const numbers = [fixed(perSecond, perSecond < 100 ? 1 : 0), identifiers, fixed(p50, 1), fixed(p99, 1)];
    const used = [fixed(cpu, 2), fixed(databaseCpu, 2), fixed(memory, 0)];
    return `| ${[name, server, ...numbers, ...used].join(' | ')} |`;
  });
}

function summary(results) {
  const of = (member) => median(results.map((result) => result[member] ?? Number.NaN));
  const latencies = { p50: of('p50'), p99: of('p99') };
  return {
    perSecond: of('perSecond'),
    ...latencies,
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
    memory: of('memory'),
  };
}

/** Where nothing was answered, or the system does not tell, there is no number. */
function fixed(value, digits) {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}
