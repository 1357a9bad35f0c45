const MOST_COMPLAINTS = 50;

/** The complaints, or what is true when there are none. */
export function findings(complaints, agreed) {
  if (complaints.length === 0) return [agreed];
  const rest = complaints.length - MOST_COMPLAINTS;
  return [
    `${complaints.length} DISCREPANCIES:`,
    ...complaints.slice(0, MOST_COMPLAINTS).map((complaint) => `  ${complaint}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** A process that ends in disorder says where, then what, and then how it came there. */
export function gist(words) {
  const lines = words.split('\n').map((line) => line.trim());
  const what = lines.findIndex((line) => /^\w*error: /i.test(line));
  return what === -1 ? lines.at(-1) : lines.slice(what, what + 8).join(' | ');
}

/** What was said how often. */
export function tally(words) {
  const counts = new Map();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => `    ${count} × ${each}`);
}

/** Columns of one width; the first is text, and so is every other one that is not a number. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 1 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column])))
      .join('  '),
  );
}
