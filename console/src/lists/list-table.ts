import type { ColumnNaming } from '../../../src/table-reading/column-naming.js';
import type { TableInArchive } from '../../../src/table-reading/archived-table.js';
import type { SheetName } from '../../../src/table-reading/workbook-rows.js';
import type { SheetRow } from '../../../src/table-reading/sheet-reader.js';
import type { Kind } from '../enrichment/choice.js';
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

/** The maximum number of rows of a file. The row with the names of the columns does not count. */
export const maxRows = 100_000;

/** A row of a file, with the links of its cells if it is a row of a workbook. */
export type RawRow = TableRow & { readonly links?: SheetRow['links'] | undefined };

/** The rows of a file as they were read. It is still open which of them has the names of the columns. */
export interface RawTable {
  /** The rows of the file. Rows without text above the names of the columns, and empty lines of a CSV file, are left out. */
  readonly rows: readonly RawRow[];
  /** The character that separates the cells in the file. The file with the results uses the same one. */
  readonly separator: CsvDelimiter;
  /** A hash of the content. Two files with the same rows have the same fingerprint. */
  readonly fingerprint: string;
  /** The file that was read in an archive, and the files of the archive that were not read; null for a file that is no archive. */
  readonly inside: TableInArchive | null;
  /** The sheets of a workbook; empty for other files. */
  readonly sheets: readonly SheetName[];
  /** The sheet that was read; null for a file without sheets. */
  readonly sheet: string | null;
  readonly columns: Columns;
}

/** For each kind of record, what the names of columns mean. */
export type Columns = Readonly<Record<Kind, ColumnNaming>>;

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

export function isKnownTo({ companies, persons }: Columns): (name: string) => boolean {
  return (name) => (companies.find(name) ?? persons.find(name)) !== null;
}

/** Waits for code that is loaded on demand. @throws NotATable if it cannot be loaded; the message says what the user can do */
export function loaded<Module>(code: Promise<Module>): Promise<Module> {
  return code.catch(() => {
    throw new NotATable('The file cannot be read, because a part of this page could not be loaded. Reload the page.');
  });
}

export function tooManyRows(): NotATable {
  return new NotATable(`The file has more than ${maxRows.toLocaleString('en')} rows. Divide it into several files.`);
}

/** Waits until the browser has had time to draw and to react to the user. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
