import { cellsWithTargets } from '../../../src/table-reading/sheet-table.js';
import { TableBody } from '../../../src/table-reading/table-body.js';
import {
  headerIndex,
  isBlankRow,
  knownNames,
  maxRowsBeforeHeader,
  NotATable,
  type TableRow,
} from '../../../src/table-reading/table-rows.js';
import type { CsvDelimiter } from '../../../src/table-reading/csv-cells.js';
import { type Columns, isKnownTo, maxRows, type RawTable, tooManyRows } from './list-file.js';

/** A table whose columns have names. */
export interface ListTable {
  readonly separator: CsvDelimiter;
  /** The names of the columns. The third column is called `Column 3` if it has no name. */
  readonly header: readonly string[];
  /** The rows below the names of the columns. A row may have fewer cells than the header. */
  readonly rows: readonly (readonly string[])[];
  /** For each row, the number that a spreadsheet program shows beside it. */
  readonly lines: readonly number[];
  readonly columns: Columns;
}

/**
 * Divides the rows into the names of the columns and the records below them. Rows that a program has added, such as a total or a
 * repeated header, and rows without text are left out.
 * @param header the index of the row with the names of the columns. If it is null, no row has them, and the columns are called
 * `Column 1` and so on.
 * @throws NotATable if there are no rows or too many
 */
export function tableOf({ rows, separator, sheet, columns }: RawTable, header: number | null): ListTable {
  if (rows.length === 0) throw new NotATable('The file is empty. Choose another file.');
  const names = header === null ? [] : (rows[header]?.cells ?? []).map((name) => name.trim());
  const body = new TableBody(names, { width: rows[header ?? 0]?.cells.length ?? 0, hasFooter: sheet === null });
  const readsLinks = names.map((name) => columns.companies.readsLinks(name) || columns.persons.readsLinks(name));
  const below = rows
    .slice(header === null ? 0 : header + 1)
    .map((row) => ({ line: row.line, cells: cellsWithTargets(row, readsLinks) }));
  const kept = [...below.flatMap((row) => body.add(row)), ...body.end()];
  if (kept.length === 0) throw new NotATable('The file has a row with the names of columns, but no rows below it.');
  if (kept.length > maxRows) throw tooManyRows();
  const width = kept.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  return {
    separator,
    header: Array.from({ length: width }, (_, index) => {
      const name = names[index] ?? '';
      return name === '' ? `Column ${index + 1}` : name;
    }),
    rows: kept.map(({ cells }) => cells),
    lines: kept.map(({ line }) => line),
    columns,
  };
}

/**
 * Guesses which row has the names of the columns. The result is null if the guessed row contains an address such as `siemens.com`:
 * a row with addresses has values, not names.
 */
export function likelyHeader({ rows, columns }: RawTable): number | null {
  const start = startOf(rows, columns) ?? 0;
  const isData = rows[start]?.cells.some((cell) =>
    /@|:\/\/|^www\.|^[\w-]+(\.[\w-]+)*\.(com|de|net|org|io|eu|uk|fr)(\/|$)/i.test(cell),
  );
  return isData === true ? null : start;
}

/** The index of the first row that has known names of columns. An export may have notes above this row. Null if no row has such names. */
function startOf(rows: readonly TableRow[], columns: Columns): number | null {
  const isKnown = isKnownTo(columns);
  const first = rows.slice(0, maxRowsBeforeHeader + 1).filter(({ cells }) => !isBlankRow(cells));
  const index = headerIndex(first.map(({ cells }) => ({ cells, known: knownNames(cells, isKnown) })));
  const header = index === null ? undefined : first[index];
  return header === undefined ? null : rows.indexOf(header);
}
