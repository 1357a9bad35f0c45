import { csvCell, quotedCell } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import { nextTurn } from './list-file.js';
import type { ListRun } from './list-run.js';

/** The number of rows that are written before the page may draw again. */
const slice = 2_000;

const answers = { matched: 'true', missed: 'false', invalid: 'false', waiting: '' } as const;

/**
 * Saves the list with its answers as a CSV file. Each row has its cells of the file, without formulas, then whether it was matched and why
 * not, then the values of the fields.
 */
export async function saveResults(run: ListRun): Promise<void> {
  const parts: string[] = [];
  for await (const part of linesOf(run)) parts.push(part);
  saveCsv(`${run.setup.name.replace(/[^\p{L}\d._ -]+/gu, '-')}-enriched.csv`, parts);
}

async function* linesOf(run: ListRun): AsyncGenerator<string, void, undefined> {
  const { header, rows, separator } = run.setup.table;
  const added = ['matched', 'reason', ...run.answers.columns.map((column) => column.join('.'))];
  const line = (original: readonly string[], cells: readonly unknown[]): string => {
    const filled = Array.from(header, (_, index) => ownCell(original[index] ?? ''));
    return `${[...filled, ...cells.map(csvCell)].join(separator)}\r\n`;
  };
  yield line(header, unlike(header, added));
  for (let from = 0; from < rows.length; from += slice) {
    await nextTurn();
    yield rows
      .slice(from, from + slice)
      .map((row, index) => line(row, cellsOf(run, from + index)))
      .join('');
  }
}

/** A cell of the file. A number or a phone number such as `+49 30 1234` is left as it is, although it begins like a formula. */
function ownCell(text: string): string {
  return /^[+-][\d\s().,/-]*$/.test(text) ? quotedCell(text) : csvCell(text);
}

function cellsOf(run: ListRun, row: number): readonly unknown[] {
  const given = run.answers;
  const values = given.valuesOf(row) ?? given.columns.map(() => null);
  return [answers[given.stateOf(row)], given.reasonOf(row), ...values];
}

/** Makes names of columns unique: `matched` becomes `matched_2` if the file has a column with this name. */
function unlike(taken: readonly string[], names: readonly string[]): string[] {
  const all = new Set(taken);
  return names.map((name) => {
    let free = name;
    for (let number = 2; all.has(free); number += 1) free = `${name}_${number}`;
    all.add(free);
    return free;
  });
}
