import type { Attempt, ClientRequest } from './clients.js';
import type { Kill } from './kills.js';
import type { Fleet } from './processes.js';

const maxDiscrepancies = 50;

export type Row = readonly (string | number)[];

/** A kind of attempts that the report counts: its name, and a function that says whether an attempt is of this kind. */
export type Outcome<Reading> = readonly [label: string, isOne: (attempt: Attempt<Reading>) => boolean];

export interface Run<Reading> {
  readonly title: string;
  /** The seconds that each phase took. */
  readonly seconds: Readonly<Record<'setup' | 'load' | 'rest', number>>;
  readonly fleets: readonly Fleet[];
  readonly kills: readonly Kill[];
  readonly requests: readonly ClientRequest[];
  readonly attempts: readonly Attempt<Reading>[];
}

export interface Findings<Reading> {
  readonly outcomes: readonly Outcome<Reading>[];
  /** Further rows of the table of processes and servers that were ended. */
  readonly deaths: readonly Row[];
  /** Lines about what the service has done, such as the charged credits of each account. */
  readonly summary: readonly string[];
  readonly discrepancies: readonly string[];
  /** The line that is printed if there is no discrepancy. */
  readonly agreement: string;
}

/** The report of a chaos test. */
export function reportOf<Reading>(run: Run<Reading>, findings: Findings<Reading>): string {
  const { seconds, fleets, kills, attempts, requests } = run;
  const crashes = fleets.flatMap((fleet) => fleet.crashes);
  const failures = new Map(fleets.flatMap((fleet) => [...fleet.failures]));
  const outcomes: readonly Outcome<Reading>[] = [
    ...findings.outcomes,
    ['refused because another attempt had the key', ({ status }) => status === 409],
    ['failed with 500', ({ status }) => status === 500],
    ['without an answer because a process was killed', ({ status, hasTimedOut }) => status === null && !hasTimedOut],
    ['timed out at the client', ({ hasTimedOut }) => hasTimedOut],
  ];
  return [
    run.title,
    `Preparation ${seconds.setup} s, load ${seconds.load} s, end of all work and comparison ${seconds.rest} s`,
    'Processes and servers that were killed or paused:',
    ...table([
      ...fleets.flatMap(({ diedAt }) => [...diedAt].map(([point, count]) => [`  at ${point}`, count])),
      ...kills.map(({ label, count }) => [`  ${label}`, count]),
      ...findings.deaths,
      ['  ended without a kill', crashes.length],
    ]),
    ...tally(crashes.map(({ wasReady, output }) => `${wasReady ? 'running' : 'starting'}: ${gist(output)}`)),
    `Requests: ${requests.length}, sent ${attempts.length} times:`,
    ...table(outcomes.map(([label, isOne]) => [`  ${label}`, attempts.filter(isOne).length])),
    ...tally(attempts.filter(({ status }) => status === 500).map(({ id }) => failures.get(id) ?? 'unknown')),
    ...tally(attempts.flatMap(({ error }) => error?.replace(/:\d+$/, '') ?? [])),
    ...findings.summary,
    ...discrepancyLines(findings),
    '',
  ].join('\n');
}

function discrepancyLines({
  discrepancies,
  agreement,
}: Pick<Findings<never>, 'discrepancies' | 'agreement'>): string[] {
  if (discrepancies.length === 0) return [agreement];
  const rest = discrepancies.length - maxDiscrepancies;
  return [
    `${discrepancies.length} DISCREPANCIES:`,
    ...discrepancies.slice(0, maxDiscrepancies).map((discrepancy) => `  ${discrepancy}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** The error in an output with the beginning of its stack trace, or the last line if there is no error. */
function gist(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const error = lines.findIndex((line) => /^\w*error: /i.test(line));
  return error === -1 ? (lines.at(-1) ?? '') : lines.slice(error, error + 8).join(' | ');
}

/** A line for each different text, with the number of its occurrences: `3 × timed out`. */
function tally(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `    ${count} × ${text}`);
}

/** The rows of a table as lines. All cells of a column have one width, and only the first column is aligned to the left. */
export function table(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => row.map(String));
  const widthOf = (column: number): number => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  return cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column)))).join('  '),
  );
}
