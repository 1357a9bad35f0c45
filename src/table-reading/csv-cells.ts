/** The possible delimiters of cells, the default first. `|` is the last, because it also separates the items of a list in a cell. */
export const csvDelimiters = [',', ';', '\t', '|'] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * How the quotation marks of a row are read.
 * - `doubled`: as RFC 4180 says. A mark in a quoted cell is written twice.
 * - `escaped`: as MySQL writes them. A mark in a quoted cell has a backslash before it.
 * - `loose`: marks in a quoted cell are written as they are. The cell ends at the first mark before a delimiter or the end of the row.
 */
export type Quoting = 'doubled' | 'escaped' | 'loose';

/** Whether a row ends with the lines so far, goes on in the next line, or cannot be read with this quoting. */
type RowState = 'complete' | 'open' | 'broken';

const mark = '"';
const blankBehindMark = /[^\S\t\n]*/y;

/**
 * Splits the lines of one row into its cells, line by line, so that a row of many lines takes time in proportion to its length. A cell
 * that does not begin with a quotation mark is text up to the next delimiter.
 */
export class RowCutter {
  readonly cells: string[] = [];
  private opened: string | null = null;

  /** Begins a row. @param delimiters the characters that end a cell; several while the delimiter of the file is not known */
  constructor(
    private readonly delimiters: string,
    private readonly quoting: Quoting,
  ) {}

  /** Adds the next line of the row. */
  add(line: string): RowState {
    let start = 0;
    if (this.opened !== null) {
      const next = this.quotedEnd(line, 0, `${this.opened}\n`);
      if (typeof next !== 'number') return next;
      start = next;
    }
    while (start <= line.length) {
      if (line.startsWith(mark, start)) {
        const next = this.quotedEnd(line, start + 1, '');
        if (typeof next !== 'number') return next;
        start = next;
      } else {
        const end = this.endOfPlain(line, start);
        this.cells.push(line.slice(start, end));
        start = end + 1;
      }
    }
    return 'complete';
  }

  private endOfPlain(line: string, start: number): number {
    return endOfText(line, start, this.delimiters);
  }

  /** Reads a quoted cell from behind its first mark. Returns where the next cell begins, unless the cell does not end in this line. */
  private quotedEnd(line: string, start: number, before: string): number | 'open' | 'broken' {
    for (let at = line.indexOf(mark, start); at !== -1; at = line.indexOf(mark, at + 1)) {
      if (this.quoting === 'escaped' && isEscaped(line, start, at)) continue;
      const next = this.startBehind(line, at + 1);
      if (next !== null) {
        this.cells.push(before + this.unescaped(line.slice(start, at)));
        this.opened = null;
        return next;
      }
      // The first mark of a pair was found, so the search goes on behind the second one. At the end of a loose cell there is no pair: the
      // first mark is text, and the second one ends the cell.
      const isPair =
        line.startsWith(mark, at + 1) && (this.quoting !== 'loose' || this.startBehind(line, at + 2) === null);
      if (isPair) at += 1;
      else if (this.quoting !== 'loose') return 'broken';
    }
    this.opened = before + this.unescaped(line.slice(start));
    return 'open';
  }

  /** Where the next cell begins if a quoted cell ends here; null if it does not. Blanks may stand before the delimiter. */
  private startBehind(line: string, end: number): number | null {
    if (end >= line.length) return end + 1;
    if (this.delimiters.includes(line.charAt(end))) return end + 1;
    if (line.charAt(end) === mark) return null;
    blankBehindMark.lastIndex = end;
    const [blanks = ''] = blankBehindMark.exec(line) ?? [];
    const next = end + blanks.length;
    if (blanks === '' || (next < line.length && !this.delimiters.includes(line.charAt(next)))) return null;
    return next + 1;
  }

  private unescaped(text: string): string {
    if (this.quoting !== 'escaped') return text.includes('""') ? text.replaceAll('""', mark) : text;
    // A backslash at the end of a line stands before the line break, which is part of the cell.
    return text.replace(/\\(["\\])|\\$|""/g, (written, character: string | undefined) =>
      written === '""' ? mark : (character ?? ''),
    );
  }
}

/** Whether an odd number of backslashes stands before a mark. */
function isEscaped(line: string, start: number, at: number): boolean {
  let first = at;
  while (first > start && line.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/**
 * Splits a line whose quotation marks do not follow any rule. A cell is quoted if a mark stands at both of its ends; in any other cell, the
 * marks are text. Of several ways to read the line, one with as many cells as the table has columns is preferred.
 * @param width the number of columns of the table; null if it is not known yet
 */
export function cellsAsWritten(line: string, delimiters: string, width: number | null): readonly string[] {
  const asText = textCells(line, delimiters);
  if (width === null || asText.length === width) return asText;
  for (const way of [line, line.replaceAll(/([,;]) +"/g, '$1"')]) {
    for (const quoting of ['doubled', 'loose'] as const) {
      const cutter = new RowCutter(delimiters, quoting);
      if (cutter.add(way) === 'complete' && cutter.cells.length === width) return cutter.cells;
    }
  }
  return asText;
}

function textCells(line: string, delimiters: string): readonly string[] {
  const cells: string[] = [];
  for (let start = 0; start <= line.length;) {
    const quoted = line.startsWith(mark, start) ? quotedCell(line, start, delimiters) : null;
    const end = quoted?.end ?? endOfText(line, start, delimiters);
    cells.push(quoted?.text ?? withoutOuterMarks(line.slice(start, end)));
    start = end + 1;
  }
  return cells;
}

/** A cell that begins with a mark and whose next single mark stands before a delimiter or the end; null for any other cell. */
function quotedCell(line: string, start: number, delimiters: string): { text: string; end: number } | null {
  let at = line.indexOf(mark, start + 1);
  while (at !== -1 && line.startsWith(mark, at + 1)) at = line.indexOf(mark, at + 2);
  if (at === -1 || (at + 1 < line.length && !delimiters.includes(line.charAt(at + 1)))) return null;
  return { text: line.slice(start + 1, at).replaceAll('""', mark), end: at + 1 };
}

function endOfText(line: string, start: number, delimiters: string): number {
  if (delimiters.length === 1) {
    const end = line.indexOf(delimiters, start);
    return end === -1 ? line.length : end;
  }
  let end = start;
  while (end < line.length && !delimiters.includes(line.charAt(end))) end += 1;
  return end;
}

/** The text of a cell such as `"say "hi" now"`, in which a second mark opens another quotation. Other cells stay as they are. */
function withoutOuterMarks(cell: string): string {
  const second = cell.indexOf(mark, 1);
  const isNested =
    cell.length > 2 && cell.startsWith(mark) && cell.endsWith(mark) && /\s/.test(cell.charAt(second - 1));
  return isNested ? cell.slice(1, -1) : cell;
}
