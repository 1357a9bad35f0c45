import { csvCell, quotedCell } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import { nextTurn } from './list-table.js';
import type { ListRun } from './list-run.js';

/** The number of rows that are written in one go. After them the browser gets time to draw the page. */
const slice = 2_000;

const answers = { matched: 'true', missed: 'false', invalid: 'false', waiting: '' } as const;

/**
 * Saves the list with its answers as a CSV file. A row begins with its cells of the file, written so that a spreadsheet program
 * does not run them as formulas. Then come whether the row was matched and why not, and the values of the fields.
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

/**
 * A cell of the file, for the CSV file with the results. A cell such as `+49 30 1234` or `-5` begins like a formula, but is a
 * number. So it is not changed.
 */
function ownCell(text: string): string {
  return /^[+-][\d\s().,/-]*$/.test(text) ? quotedCell(text) : csvCell(text);
}

function cellsOf(run: ListRun, row: number): readonly unknown[] {
  const given = run.answers;
  const values = given.valuesOf(row) ?? given.columns.map(() => null);
  return [answers[given.stateOf(row)], run.reasonOf(row), ...values];
}

/** Renames columns whose names are taken: `matched` becomes `matched_2` if the file already has a column `matched`. */
function unlike(taken: readonly string[], names: readonly string[]): string[] {
  const all = new Set(taken);
  return names.map((name) => {
    let free = name;
    for (let number = 2; all.has(free); number += 1) free = `${name}_${number}`;
    all.add(free);
    return free;
  });
}
