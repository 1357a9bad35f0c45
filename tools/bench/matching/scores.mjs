/**
 * Cases and their outcomes. A case is `{ strategy, corruption, identifier, expected }`; `expected` is the profile page that
 * must come back, or null where nothing may be matched. `found` is what came back, or null.
 */
export function tally(outcomes) {
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

/** Groups in the order of their first appearance. */
export function groupBy(outcomes, keyOf) {
  const groups = new Map();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(outcome);
  }
  return groups;
}

const share = (value) => (value === null ? '–' : value.toFixed(4));

/** What a column of numbers shows of a tally, by its title. */
const numbers = {
  Cases: ({ cases }) => String(cases),
  Right: ({ right }) => String(right),
  Wrong: ({ wrong }) => String(wrong),
  Missed: ({ missed }) => String(missed),
  Refused: ({ refused }) => String(refused),
  Precision: ({ precision }) => share(precision),
  Recall: ({ recall }) => share(recall),
  F1: ({ f1 }) => share(f1),
};

/** A Markdown table with a row for each strategy, and a last one for all. */
export function table(outcomes) {
  const columns = Object.keys(numbers);
  const cells = (group) => columns.map((column) => numbers[column](tally(group)));
  const rows = [...groupBy(outcomes, ({ strategy }) => strategy)].map(([strategy, group]) => [
    strategy,
    ...cells(group),
  ]);
  return markdown(['Strategy', ...columns], [...rows, ['**Total**', ...cells(outcomes)]]);
}

/** A Markdown table of the recall by corruption and strategy, with the corruptions of which a case was missed. */
export function recallMatrix(outcomes) {
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

/** A Markdown list of groups: of each corruption the cases right of those that mean a record, or refused of the others. */
export function list(outcomes, groupOf) {
  const lines = [...groupBy(outcomes, groupOf)].map(([name, group]) => {
    const parts = [...groupBy(group, ({ corruption }) => corruption)].map(([corruption, each]) => {
      const { cases, right, refused, isPositive } = tally(each);
      return `${corruption} ${isPositive ? right : refused}/${cases}`;
    });
    return `- ${name}: ${parts.join('; ')}`;
  });
  return lines.join('\n');
}

/** Corruptions of which a case was wrong or missed, and the others. */
export function byFault(outcomes) {
  const faulty = new Set(
    outcomes.filter(({ expected, found }) => expected !== found).map(({ corruption }) => corruption),
  );
  return list(outcomes, ({ corruption }) => (faulty.has(corruption) ? 'With wrong or missed cases' : 'All right'));
}

/** Laid out as the formatter of the project lays out tables, so that the page can be checked in as it is. */
function markdown(titles, rows) {
  const widths = titles.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => [...row[column]].length)),
  );
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(titles), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
