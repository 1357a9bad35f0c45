import { valueText } from '../enrichment/choice.js';
import { plainName } from '../enrichment/field-groups.js';
import type { MatchState } from '../enrichment/match-tag.js';
import { textOf } from '../../../src/platform/tables/csv.js';
import { titleOf } from './columns.js';
import { nextTurn } from './list-table.js';
import { shortUrl } from './short-url.js';
import type { ListRun } from './list-run.js';

export interface ResultColumn {
  /** An id that only this column has. The title does not serve as one, because two columns of the file may have the same name. */
  readonly id: string;
  /** The name of the field in plain words, or the name of the column in the file with the addition `(file)`. */
  readonly title: string;
  /** `answer`: a field that was requested. `cell`: a column of the file. */
  readonly from: 'answer' | 'cell';
  readonly isNumber: boolean;
  /** The width in rem. Most values fit into one line, unless they are long. */
  readonly width: number;
  /**
   * Whether the column is one of the file that identifies companies or persons, such as their websites. A column does not count if
   * each row of the results begins with its value anyway, such as a column with the names.
   */
  readonly isIdentifier: boolean;
  readonly valueOf: (row: number) => unknown;
}

/** All columns that the results can show: first the requested fields, then the columns of the file. */
export function resultColumns(run: ListRun): ResultColumn[] {
  const { answers, setup } = run;
  const { table, mapping } = setup;
  const identifying = Object.entries(mapping).flatMap(([member, column]) =>
    member.endsWith('name') && member !== 'company_name' ? [] : [column],
  );
  return [
    ...answers.columns.map((column, index): ResultColumn => {
      const valueOf = (row: number): unknown => answers.valuesOf(row)?.[index];
      const name = column.join('.');
      const title = plainName(name);
      const sample = sampleOf(table.rows.length, valueOf);
      const isNumber = sample.length > 0 && sample.every((value) => typeof value === 'number');
      const width = widthFor(title, sample);
      return { id: `answer ${name}`, title, from: 'answer', isNumber, width, isIdentifier: false, valueOf };
    }),
    ...table.header.map((header, index): ResultColumn => {
      const title = `${header} (file)`;
      const valueOf = (row: number): unknown => table.rows[row]?.[index];
      const isIdentifier =
        identifying.includes(index) &&
        table.rows.slice(0, 50).some((cells, row) => nameOf(run, row) !== cells[index]?.trim());
      const width = widthFor(title, sampleOf(table.rows.length, valueOf));
      return { id: `cell ${index}`, title, from: 'cell', isNumber: false, width, isIdentifier, valueOf };
    }),
  ];
}

/** The first 50 values of a column. Rows without a value are skipped. */
function sampleOf(length: number, valueOf: ResultColumn['valueOf']): unknown[] {
  const sample: unknown[] = [];
  for (let row = 0; row < length && sample.length < 50; row += 1) {
    const value = valueOf(row) ?? '';
    if (value !== '') sample.push(value);
  }
  return sample;
}

/** The width of a column in rem. Nine of ten values fit into one line, or into two if they are long. The title fits into two lines. */
function widthFor(title: string, sample: readonly unknown[]): number {
  const lengths = sample.map((value) => shortUrl(valueText(title, value)).length).sort((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 15;
  return Math.min(Math.max(7, 3 + title.length * 0.27, 1.8 + usual * 0.55), 14);
}

export type Filter = 'all' | MatchState;

/** Which rows are shown, and in which order. */
export interface Arrangement {
  readonly filter: Filter;
  /** A row is shown if one of its cells or answers contains this text. */
  readonly text: string;
  /** The value by which the rows are sorted, and the direction. Null if the rows are in the order of the file. */
  readonly sort: { readonly valueOf: (row: number) => unknown; readonly isDescending: boolean } | null;
}

/** How long the search may keep the page busy, in milliseconds. After that the browser gets time to draw and to react to the user. */
const longestTurn = 12;

/**
 * The indices of the rows to show, in the order in which they are shown.
 * @param isOver tells whether the result is no longer needed, for example because the user has typed on. It is called from time to
 * time; once it returns true, the search ends with null.
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

/** The text of a row that is searched: its cells, and its answers or the reason why it has none, in lower case. */
function textOfRow(run: ListRun, row: number): string {
  const values = run.answers.valuesOf(row)?.map(textOf) ?? [run.reasonOf(row)];
  return [...(run.setup.table.rows[row] ?? []), ...values].join('\n').toLowerCase();
}

function keyOf(value: unknown): unknown {
  return typeof value === 'number' ? value : textOf(value).toLowerCase();
}

/** Compares the sort keys of two rows. Rows without a value come last, whether the order is ascending or descending. */
function compared(one: unknown, other: unknown, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === '' || other === '') return one === '' ? 1 : -1;
  const isLess = typeof one === typeof other ? (one as string) < (other as string) : typeof one === 'number';
  return isLess === isDescending ? 1 : -1;
}

/** What a row is called in the results. */
export function nameOf({ setup: { table, choice, mapping } }: ListRun, row: number): string {
  return titleOf(table.rows[row] ?? [], choice.kind, mapping);
}
