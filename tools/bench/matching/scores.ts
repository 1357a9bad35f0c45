import type { MatchEvidence } from './own-service.js';

export interface MatchCase {
  readonly strategy: string;
  readonly corruption: string;
  readonly identifier: object;
  /** The profile page of the record that must be found; null if no record may be found. */
  readonly expected: string | null;
}

export interface Outcome extends MatchCase {
  /** The profile page of the record that was found; null if none was. */
  readonly found: string | null;
  /** What the service says about the match; null if no record was found. */
  readonly match: MatchEvidence | null;
}

interface Tally {
  readonly cases: number;
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  readonly refused: number;
  /** Whether at least one case expects a record. */
  readonly isPositive: boolean;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

type KeyOf = (outcome: Outcome) => string;

export function tally(outcomes: readonly Outcome[]): Tally {
  const counts = { cases: 0, right: 0, wrong: 0, missed: 0, refused: 0, isPositive: false };
  for (const { expected, found } of outcomes) {
    counts.cases += 1;
    if (expected !== null) counts.isPositive = true;
    if (found === null) counts[expected === null ? 'refused' : 'missed'] += 1;
    else counts[found === expected ? 'right' : 'wrong'] += 1;
  }
  const positives = outcomes.filter(({ expected }) => expected !== null).length;
  const matched = counts.right + counts.wrong;
  const precision = matched === 0 ? null : counts.right / matched;
  const recall = positives === 0 ? null : counts.right / positives;
  const f1 = !precision || !recall ? null : (2 * precision * recall) / (precision + recall);
  return { ...counts, precision, recall, f1 };
}

/** Groups outcomes by a key, such as the strategy. The groups are in the order in which their keys first occur. */
function groupBy(outcomes: readonly Outcome[], keyOf: KeyOf): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(outcome);
  }
  return groups;
}

const share = (value: number | null): string => (value === null ? '–' : value.toFixed(4));

/** The number that each numeric column of the table shows, by the title of the column. */
const numbers: Readonly<Record<string, (tally: Tally) => string>> = {
  Cases: ({ cases }) => String(cases),
  Right: ({ right }) => String(right),
  Wrong: ({ wrong }) => String(wrong),
  Missed: ({ missed }) => String(missed),
  Refused: ({ refused }) => String(refused),
  Precision: ({ precision }) => share(precision),
  Recall: ({ recall }) => share(recall),
};

/** A Markdown table with a row for each strategy, and a last row for all of them. */
export function table(outcomes: readonly Outcome[]): string {
  const cells = (group: readonly Outcome[]): string[] => Object.values(numbers).map((show) => show(tally(group)));
  const rows = [...groupBy(outcomes, ({ strategy }) => strategy)].map(([strategy, group]) => [
    strategy,
    ...cells(group),
  ]);
  return markdown(['Strategy', ...Object.keys(numbers)], [...rows, ['**Total**', ...cells(outcomes)]]);
}

/** A Markdown table of the recall by corruption and strategy. It has only corruptions with a case that was missed. */
export function recallMatrix(outcomes: readonly Outcome[]): string {
  const corruptions = [...groupBy(outcomes, ({ corruption }) => corruption)].filter(
    ([, group]) => tally(group).missed > 0,
  );
  const strategies = [
    ...groupBy(
      corruptions.flatMap(([, group]) => group),
      ({ strategy }) => strategy,
    ).keys(),
  ];
  const rows = corruptions.map(([corruption, group]) => {
    const byStrategy = groupBy(group, ({ strategy }) => strategy);
    return [corruption, ...strategies.map((strategy) => share(tally(byStrategy.get(strategy) ?? []).recall))];
  });
  return markdown(['Corruption', ...strategies], rows);
}

/**
 * A Markdown list with a line for each group, which names the corruptions of the group. If some cases of a corruption did not end as
 * expected, its name is followed by a fraction: `nickname 190/200` means that the expected record was found in 190 of 200 cases. If the
 * cases expect that no record is found, the first number counts the cases in which none was found.
 */
function list(outcomes: readonly Outcome[], groupOf: KeyOf): string {
  const lines = [...groupBy(outcomes, groupOf)].map(([name, group]) => {
    const parts = [...groupBy(group, ({ corruption }) => corruption)].map(([corruption, each]) => {
      const { cases, right, refused, isPositive } = tally(each);
      const asExpected = isPositive ? right : refused;
      return asExpected === cases ? corruption : `${corruption} ${asExpected}/${cases}`;
    });
    return `- ${name}: ${parts.join('; ')}`;
  });
  return lines.join('\n');
}

/**
 * A Markdown list with two lines: the corruptions of which at least one case was wrong or missed, and the corruptions without
 * such a case.
 */
export function byFault(outcomes: readonly Outcome[]): string {
  const faulty = new Set(
    outcomes.filter(({ expected, found }) => expected !== found).map(({ corruption }) => corruption),
  );
  return list(outcomes, ({ corruption }) =>
    faulty.has(corruption)
      ? 'Corruptions with wrong or missed cases (the fraction counts the cases that ended as expected)'
      : 'Corruptions without wrong or missed cases (a fraction behind a name counts the cases that expected a record; the rest expected none)',
  );
}

/** A Markdown table with the layout that the formatter of the project gives to tables, so that the page can be committed as it is. */
export function markdown(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => Array.from(row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (row: readonly string[]): string => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(titles), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
