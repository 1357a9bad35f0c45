import { cellsAsWritten, type CsvDelimiter, csvDelimiters, RowCutter } from './csv-cells.js';
import type { CsvRow, CsvRows } from './csv-rows.js';
import { headerIndex, isAlone, knownNames, maxRowsBeforeHeader, NotATable, type TableRow } from './table-rows.js';
import type { UnreadableLine } from './text-lines.js';

/** The first rows of a CSV file. The rows below them have not been read yet. */
export interface CsvStart {
  readonly delimiter: CsvDelimiter;
  /** The rows up to the one with the names of the columns. Empty if no row has known names, or the caller has given them. */
  readonly rows: readonly TableRow[];
  /** The names of the columns; null if no row has known names. */
  readonly names: readonly string[] | null;
}

/** One of the first rows of a file, divided by the delimiter that fits it best. */
interface FirstRow {
  readonly row: CsvRow;
  readonly delimiter: CsvDelimiter;
  readonly known: number;
  readonly cells: readonly string[];
}

/** A first line such as `sep=;`, which tells spreadsheet programs the delimiter. */
const separatorLine = /^"?sep=(.)"?$/i;
/** The maximum number of rows without text before the header row. Spreadsheet programs save empty rows as rows of delimiters. */
const maxBlankRows = 1_000;
/** The number of first rows that show the delimiter of a file without known names of columns. */
const shownRows = 20;

/**
 * Finds out which character separates the cells of a CSV file, and which of its first rows has the names of the columns. If the file begins
 * with a line such as `sep=;`, this line gives the delimiter. Otherwise the delimiter is the one with which the header row has the most
 * known names. Without known names, it is the one that divides the first rows into the most cells, and each of them into as many.
 * @param isKnown whether a column with this name can be read
 * @param names the names of the columns, for a file that has no header row
 * @returns null for an empty file
 * @throws NotATable when the first row cannot be read, or the line `sep=` names another character than a delimiter
 */
export async function startOfCsv(
  rows: CsvRows,
  isKnown: (name: string) => boolean,
  names?: readonly string[],
): Promise<CsvStart | null> {
  const start = names === undefined ? await findHeader(rows, isKnown) : await startWith(rows, names);
  if (start !== null) rows.divideBy(start.delimiter, start.names?.length ?? null);
  return start;
}

async function startWith(rows: CsvRows, names: readonly string[]): Promise<CsvStart | null> {
  const row = await rows.next();
  if (row === null) return null;
  const text = 'reason' in row ? '' : row.text;
  const fitting = csvDelimiters.find((delimiter) => cellsOf(text, delimiter).length === names.length);
  if (!('reason' in row)) rows.reread(row.lines);
  return { delimiter: fitting ?? csvDelimiters[0], rows: [], names };
}

async function findHeader(rows: CsvRows, isKnown: (name: string) => boolean): Promise<CsvStart | null> {
  const seen: FirstRow[] = [];
  const unreadable: UnreadableLine[] = [];
  let delimiters: readonly CsvDelimiter[] = csvDelimiters;
  let blank = 0;
  while (seen.length + unreadable.length <= maxRowsBeforeHeader && blank < maxBlankRows) {
    const row = await rows.next();
    if (row === null) break;
    if ('reason' in row) {
      if (seen.length === 0) throw new NotATable(`the header row cannot be read: ${row.reason}`);
      unreadable.push(row);
      continue;
    }
    const [, separator] = (seen.length === 0 ? separatorLine.exec(row.text) : null) ?? [];
    if (separator !== undefined) delimiters = [delimiterOf(separator)];
    else if (isBlankText(row.text)) blank += 1;
    else {
      seen.push(bestOf(row, delimiters, isKnown));
      const index = headerIndex(seen);
      // A row with a single known name and no other text may be the title of a report, so later rows are read to decide this.
      if (index !== null && (index > 0 || !isAlone(seen[index]))) break;
    }
  }
  if (seen.length === 0) return null;
  const header = headerIndex(seen);
  const delimiter = header === null ? likeliestOf(seen, delimiters) : (seen[header]?.delimiter ?? csvDelimiters[0]);
  const above = header === null ? [] : seen.slice(0, header + 1);
  const lastLine = above.at(-1)?.row.line ?? 0;
  rows.reread(
    seen.slice(above.length).flatMap(({ row }) => row.lines),
    unreadable.filter(({ line }) => line > lastLine),
  );
  return {
    delimiter,
    rows: above.map(({ row: { line, lastLine, text } }) => ({ line, lastLine, cells: cellsOf(text, delimiter) })),
    names: above.at(-1)?.cells.map((cell) => cell.trim()) ?? null,
  };
}

function delimiterOf(separator: string): CsvDelimiter {
  const delimiter = csvDelimiters.find((known) => known === separator);
  if (delimiter === undefined) throw new NotATable(`the delimiter must be , ; | or a tab, not "${separator}"`);
  return delimiter;
}

/** Whether a row has only delimiters. */
function isBlankText(text: string): boolean {
  return /^[\s,;|"]*$/.test(text);
}

/**
 * Divides a row by the delimiter that fits it best: the one with which the row has the most known names. If two have as many, the one
 * with more cells is taken, and then the one that comes first in `delimiters`.
 */
function bestOf(row: CsvRow, delimiters: readonly CsvDelimiter[], isKnown: (name: string) => boolean): FirstRow {
  const ways = delimiters.map((delimiter) => {
    const cells = cellsOf(row.text, delimiter);
    return { row, delimiter, cells, known: knownNames(cells, isKnown) };
  });
  const [best] = ways.sort((one, other) => other.known - one.known || other.cells.length - one.cells.length);
  if (best === undefined) throw new Error('A row has no delimiter to be divided by');
  return best;
}

function likeliestOf(seen: readonly FirstRow[], delimiters: readonly CsvDelimiter[]): CsvDelimiter {
  const ways = delimiters.map((delimiter) => {
    const widths = seen.slice(0, shownRows).map(({ row }) => cellsOf(row.text, delimiter).length);
    const [width = 1] = widths;
    const equal = widths.filter((each) => each === width).length;
    return { delimiter, fit: width === 1 ? 0 : width * (equal / widths.length) ** 2 };
  });
  const [best] = ways.sort((one, other) => other.fit - one.fit);
  return best?.delimiter ?? csvDelimiters[0];
}

/** Divides the text of a row, which may have line breaks in quoted cells. */
function cellsOf(text: string, delimiter: CsvDelimiter): readonly string[] {
  const cutter = new RowCutter(delimiter, 'doubled');
  let state = null;
  for (const line of text.split('\n')) state = cutter.add(line);
  return state === 'complete' ? cutter.cells : cellsAsWritten(text, delimiter, null);
}
