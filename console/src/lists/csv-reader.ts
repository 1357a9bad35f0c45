/** Separators of cells, the most usual first. */
export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/** A quoted cell that is longer began with a stray quote; spreadsheets hold 32,767 signs in a cell. */
const longestQuoted = 100_000;

/** Signs of a row; a file with longer ones is no table. */
const longestRow = 1_000_000;

/** What cannot be read as a table. */
export class NotATable extends Error {
  override readonly name = 'NotATable';
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13];

/**
 * Reads rows from text that comes in pieces. Nothing is lost to a stray quote: where a quoted cell does not end properly, its
 * quotes are signs as any other. Empty lines are passed over.
 */
export class CsvReader {
  private text = '';
  private at = 0;
  private isLast = false;
  private readonly separatorCode: number;

  constructor(separator: Separator) {
    this.separatorCode = separator.charCodeAt(0);
  }

  /** The rows that end in this piece or before. @throws NotATable */
  read(piece: string): string[][] {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    return this.rows();
  }

  /** The rest, whose line end may be missing. */
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
          throw new NotATable('A row of the file has more than a million signs, so it is no table.');
        break;
      }
      if (row.length > 1 || row[0] !== '') rows.push(row);
    }
    return rows;
  }

  /** The next row; null if it may go on in the next piece. */
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

  /** The cell of a quote; undefined if the quote is a sign as any other. */
  private quotedCell(): string | undefined {
    const { text, at } = this;
    let end = at;
    for (;;) {
      end = text.indexOf('"', end + 1);
      if (end === -1) {
        // It may end in the next piece.
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

/** A first line that names the separator, as in `sep=;`. Spreadsheets write it. */
const separatorLine = /^sep=([,;\t|])(?:\r?\n|$)/;

/** The beginning of a table. */
interface Beginning {
  readonly separator: Separator;
  /** Without a line that names the separator. */
  readonly text: string;
}

/**
 * The separator of a table: the one that its first line names, else the one that cuts the first rows into the most cells, as often in
 * each of them.
 * @param text the beginning of a file
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
      .slice(0, 20)
      .map((row) => row.length);
    const usual = counts.filter((each) => each === counts[0]).length;
    return { separator, score: (counts[0] ?? 0) > 1 ? (counts[0] ?? 0) * (usual / counts.length) ** 2 : 0 };
  });
  return widths.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}
