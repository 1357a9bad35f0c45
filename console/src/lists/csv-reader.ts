/** The characters that may separate cells. The most usual one is the first. */
export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/**
 * The maximum length of a quoted cell, in characters. A cell of a spreadsheet has at most 32,767 characters. So if no closing
 * quotation mark comes within this length, the opening one was part of a text such as `5" pipe`.
 */
const longestQuoted = 100_000;

/** The maximum length of a row, in characters. A file with a longer row is not a table. */
const longestRow = 1_000_000;

/** The error for a file that cannot be read as a table. Its message tells the user why. */
export class NotATable extends Error {
  override readonly name = 'NotATable';
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13];

/**
 * Reads the rows of a CSV file whose text comes in pieces. `a,"x ""y"""` has the cells `a` and `x "y"`. A quotation mark without a
 * partner causes no loss of text: a cell that is not properly closed is taken as it is written, so `5" pipe` stays `5" pipe`. An
 * empty line is a row with one empty cell.
 */
export class CsvReader {
  private text = '';
  private at = 0;
  private isLast = false;
  private readonly separatorCode: number;

  constructor(separator: Separator) {
    this.separatorCode = separator.charCodeAt(0);
  }

  /** Adds a piece of text, and returns the rows that are complete after it. @throws NotATable */
  read(piece: string): string[][] {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    return this.rows();
  }

  /** Says that no more text comes, and returns the last rows. The last line need not end with a line break. */
  end(): string[][] {
    this.isLast = true;
    return this.rows();
  }

  private rows(): string[][] {
    const rows: string[][] = [];
    while (this.at < this.text.length) {
      const start = this.at;
      const row = this.row();
      if (row === null) {
        this.at = start;
        if (this.text.length - start > longestRow)
          throw new NotATable(
            'A row of the file has more than a million characters, so it is no table. Choose a CSV file.',
          );
        break;
      }
      rows.push(row);
    }
    return rows;
  }

  /** The next row; null if the row may continue in the next piece. */
  private row(): string[] | null {
    const { text, separatorCode } = this;
    const cells: string[] = [];
    for (;;) {
      const cell = (text.charCodeAt(this.at) === quote ? this.quotedCell() : undefined) ?? this.plainCell();
      cells.push(cell);
      if (this.at >= text.length) return this.isLast ? cells : null;
      const code = text.charCodeAt(this.at);
      this.at += 1;
      if (code === separatorCode) continue;
      if (code === carriageReturn) {
        if (this.at >= text.length && !this.isLast) return null;
        if (text.charCodeAt(this.at) === lineFeed) this.at += 1;
      }
      return cells;
    }
  }

  /** Reads the quoted cell that begins at this position. Undefined if the quotation mark there does not begin a properly quoted cell. */
  private quotedCell(): string | undefined {
    const { text, at } = this;
    let end = at;
    for (;;) {
      end = text.indexOf('"', end + 1);
      if (end === -1) {
        // No closing mark has come yet. It may come in the next piece, so the text read so far is not a complete cell.
        if (this.isLast || text.length - at > longestQuoted) return undefined;
        this.at = text.length;
        return '';
      }
      if (end - at > longestQuoted) return undefined;
      if (text.charCodeAt(end + 1) !== quote) break;
      end += 1;
    }
    let next = end + 1;
    while (text.charCodeAt(next) === 32) next += 1;
    if (next < text.length && !this.isEnd(text.charCodeAt(next))) return undefined;
    this.at = next;
    return text.slice(at + 1, end).replaceAll('""', '"');
  }

  private plainCell(): string {
    const { text, at } = this;
    let end = at;
    while (end < text.length && !this.isEnd(text.charCodeAt(end))) end += 1;
    this.at = end;
    return text.slice(at, end);
  }

  private isEnd(code: number): boolean {
    return code === this.separatorCode || code === lineFeed || code === carriageReturn;
  }
}

/** A first line such as `sep=;`. With it spreadsheet programs state which character separates the cells. */
const separatorLine = /^sep=([,;\t|])(?:\r?\n|$)/;

/** The beginning of a table. */
interface Beginning {
  readonly separator: Separator;
  /** The text without the line that names the separator. */
  readonly text: string;
}

/**
 * Finds the separator of a file. A first line such as `sep=;` names it. If there is no such line, the separator is guessed: it is
 * the one that divides the first row into the most cells, and the next rows into as many cells.
 * @param text the beginning of the file
 */
export function beginningOf(text: string): Beginning {
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const separator = separators.find((known) => known === named) ?? likeliestSeparator(text);
  return { separator, text: text.slice(line.length) };
}

function likeliestSeparator(text: string): Separator {
  const sample = text.includes('\n') ? text : `${text}\n`;
  const widths = separators.map((separator) => {
    const counts = new CsvReader(separator)
      .read(sample)
      .filter((row) => row.length > 1 || row[0] !== '')
      .slice(0, 20)
      .map((row) => row.length);
    const usual = counts.filter((each) => each === counts[0]).length;
    return { separator, score: (counts[0] ?? 0) > 1 ? (counts[0] ?? 0) * (usual / counts.length) ** 2 : 0 };
  });
  return widths.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}
