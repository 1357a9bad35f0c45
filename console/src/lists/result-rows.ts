import { textOf } from '../../../src/platform/tables/csv.js';
import { titleOf } from './columns.js';
import { nextTurn } from './list-file.js';
import type { ListRun } from './list-run.js';

/** A column of the results. */
export interface ResultColumn {
  /** Different for each column, also if two columns of the file have the same name. */
  readonly id: string;
  readonly title: string;
  /** `answer`: a field that was asked for. `cell`: a column of the file. */
  readonly from: 'answer' | 'cell';
  readonly isNumber: boolean;
  /** Whether it is a column of the file that companies or persons are found by. Names are not, because each row begins with its name. */
  readonly isIdentifier: boolean;
  readonly valueOf: (row: number) => unknown;
}

/** All columns of the results: first the answers, then the columns of the file. */
export function resultColumns({ answers, setup: { table, mapping } }: ListRun): ResultColumn[] {
  const identifying = Object.entries(mapping).flatMap(([member, column]) =>
    member.endsWith('name') && member !== 'company_name' ? [] : [column],
  );
  return [
    ...answers.columns.map((column, index): ResultColumn => {
      const valueOf = (row: number): unknown => answers.valuesOf(row)?.[index];
      const title = column.join('.');
      const isNumber = isNumeric(table.rows.length, valueOf);
      return { id: `answer ${title}`, title, from: 'answer', isNumber, isIdentifier: false, valueOf };
    }),
    ...table.header.map((title, index): ResultColumn => {
      const valueOf = (row: number): unknown => table.rows[row]?.[index];
      const isIdentifier = identifying.includes(index);
      return { id: `cell ${index}`, title, from: 'cell', isNumber: false, isIdentifier, valueOf };
    }),
  ];
}

/** Whether the first 50 values of a column are numbers. */
function isNumeric(length: number, valueOf: ResultColumn['valueOf']): boolean {
  let found = 0;
  for (let row = 0; row < length && found < 50; row += 1) {
    const value = valueOf(row);
    if (value === null || value === undefined) continue;
    if (typeof value !== 'number') return false;
    found += 1;
  }
  return found > 0;
}

export type Filter = 'all' | 'matched' | 'missed' | 'invalid';

/** Which rows are shown, and in which order. */
export interface Arrangement {
  readonly filter: Filter;
  /** A row is shown if one of its cells or answers contains this text. */
  readonly text: string;
  /** The value by which the rows are sorted; null for the order of the file. */
  readonly sort: { readonly valueOf: (row: number) => unknown; readonly isDescending: boolean } | null;
}

/** The number of milliseconds of work after which the page may draw and react. */
const longestTurn = 12;

/**
 * The indices of the rows to show, in their order.
 * @param isOver asked from time to time; if it returns true, the rows are not needed any more, and the result is null
 */
export async function arrangedRows(
  run: ListRun,
  { filter, text, sort }: Arrangement,
  isOver: () => boolean,
): Promise<Uint32Array<ArrayBuffer> | null> {
  const { answers, setup } = run;
  const { rows: cells } = setup.table;
  const wanted = text.trim().toLowerCase();
  const found: number[] = [];
  const keys: unknown[] = [];
  let start = performance.now();
  for (let row = 0; row < cells.length; row += 1) {
    if (row % 256 === 0 && performance.now() - start > longestTurn) {
      await nextTurn();
      if (isOver()) return null;
      start = performance.now();
    }
    if (filter !== 'all' && answers.stateOf(row) !== filter) continue;
    if (wanted !== '' && !textOfRow(run, row).includes(wanted)) continue;
    found.push(row);
    if (sort !== null) keys[row] = keyOf(sort.valueOf(row));
  }
  if (sort !== null) found.sort((one, other) => compared(keys[one], keys[other], sort.isDescending) || one - other);
  return Uint32Array.from(found);
}

/** All that a row shows, in lower case. */
function textOfRow({ answers, setup: { table } }: ListRun, row: number): string {
  const values = answers.valuesOf(row)?.map(textOf) ?? [answers.reasonOf(row)];
  return [...(table.rows[row] ?? []), ...values].join('\n').toLowerCase();
}

function keyOf(value: unknown): unknown {
  return typeof value === 'number' ? value : textOf(value).toLowerCase();
}

/** Compares the keys of two rows. Rows without a value are last in both directions. */
function compared(one: unknown, other: unknown, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === '' || other === '') return one === '' ? 1 : -1;
  const isLess = typeof one === typeof other ? (one as string) < (other as string) : typeof one === 'number';
  return isLess === isDescending ? 1 : -1;
}

/** The name of the company or person of a row. */
export function nameOf({ setup: { table, choice, mapping } }: ListRun, row: number): string {
  return titleOf(table.rows[row] ?? [], choice.kind, mapping);
}
