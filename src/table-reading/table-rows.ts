/**
 * Finds the table in the rows of an export: which row has the names of the columns, and which rows below it are remarks of the program
 * that made the file.
 */

export interface TableRow {
  /** The number of the line of the file in which the row begins, or the number that a spreadsheet program shows beside it. */
  readonly line: number;
  /** The number of the line in which the row ends, if a cell contains a line break; absent in a row of a sheet. */
  readonly lastLine?: number;
  readonly cells: readonly string[];
}

/** The error for a file that cannot be read as a table. Its message tells the user why. */
export class NotATable extends Error {
  override readonly name = 'NotATable';
}

/** The header row is sought among the first rows of a file. This is the maximum number of rows before it. Blank rows do not count. */
export const maxRowsBeforeHeader = 40;

/** The maximum length of a column name. A longer cell is a sentence or a value. */
const longestName = 80;

/** The number of cells in a row that are known column names. */
export function knownNames(cells: readonly string[], isKnown: (name: string) => boolean): number {
  return cells.filter((cell) => cell.length <= longestName && isKnown(cell.trim())).length;
}

/** Whether a row has no text. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** A row that may have the names of the columns. */
interface Candidate {
  /** The number of cells of the row that are known column names. */
  readonly known: number;
  readonly cells: readonly string[];
}

/**
 * The index of the header row, which has the names of the columns; null if none of the rows is one. It is the first row of the file if at
 * least one of its cells is a known name, else the first row with two known names. There is one exception: if the first row of the file has
 * text in only one cell, and a later row has two known names, the first row is the title of a report, and the later one the header row.
 */
export function headerIndex(rows: readonly Candidate[]): number | null {
  const first = rows.findIndex(({ known }, index) => known >= (index === 0 ? 1 : 2));
  if (first === -1) return null;
  if (!isAlone(rows[first])) return first;
  const wider = rows.findIndex(({ known }, index) => index > first && known >= 2);
  return wider === -1 ? first : wider;
}

/** Whether a row has only one cell with text, and this is a known name. Such a row may be the title of a report. */
export function isAlone(row: Candidate | undefined): boolean {
  return row?.known === 1 && row.cells.filter((cell) => cell.trim() !== '').length === 1;
}

const remark =
  /^(?:(?:grand |sub-?)?totals?(?:\s*[:(].*|\s+[0-9].*|\s+records?.*)?|(?:end|end of) (?:of )?(?:report|file|list|export).*|confidential(?:\s+information)?\b.*|copyright\b(?!\.).*|©.*|\(c\)\s.*|all rights reserved.*|(?:report )?(?:generated|exported|printed|created) (?:by|on|at|from|with)\b.*|(?:record|row|total) count.*|[0-9][0-9,.]* (?:records?|rows?|results?)\b.*|as of [0-9].*|page [0-9]+ of [0-9]+|(?:summe|gesamt(?:summe)?)(?:\s*[:(].*)?)$/is;

/**
 * Whether a row is not a record, but a remark of the program that made the file, such as `Grand Totals (12 records)` or
 * `Copyright (c) 2026`. It is one only in a table of several columns, and if its other cells have at most numbers or a word like `records`.
 * @param width the number of columns
 */
export function isRemark(cells: readonly string[], width: number): boolean {
  if (width < 2) return false;
  const first = cells.findIndex((cell) => cell.trim() !== '');
  if (!remark.test(cells[first]?.trim() ?? '')) return false;
  // A row of totals may have numbers in its other cells: `Grand Totals,,,12`.
  return cells
    .slice(first + 1)
    .every((cell) => /^(?:[^\p{L}@]*|(?:count|records?|rows?|sum)\b.*)$/iu.test(cell.trim()));
}

/** The maximum number of rows in the footer of a report. */
export const maxFooterRows = 20;

/**
 * The number of rows at the end that are the footer of a report; 0 if there is no footer. Each row of a footer has a single cell, and at
 * least one of the rows is a remark. The other rows may have any text, such as the name of the report.
 * @param width the number of columns
 */
export function footerLength(rows: readonly (readonly string[])[], width: number): number {
  if (width < 2) return 0;
  const length = rows.length - 1 - rows.findLastIndex((cells) => cells.length > 1);
  const isFooter = length <= maxFooterRows && rows.slice(rows.length - length).some((cells) => isRemark(cells, width));
  return isFooter ? length : 0;
}

/** Whether a row repeats the names of the columns. This happens if several exports were joined into one file. */
export function repeatsHeader(cells: readonly string[], names: readonly string[]): boolean {
  return (
    names.length > 1 && cells.length === names.length && cells.every((cell, index) => cell.trim() === names[index])
  );
}

/** Adds a number to each repeated column name: `Phone`, `Phone` becomes `Phone`, `Phone #2`. Columns without a name stay nameless. */
export function distinctNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} #${count}`;
  });
}

/** The name of a repeated column without its number: `Phone` for `Phone #2`. */
export function nameWithoutNumber(name: string): string {
  return name.replace(/ #[0-9]+$/, '');
}
