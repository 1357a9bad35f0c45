import { footerLength, isBlankRow, isRemark, maxFooterRows, repeatsHeader, type TableRow } from './table-rows.js';
import type { UnreadableLine } from './text-lines.js';

/**
 * Tells the records below a header row from what else stands there: rows without text, remarks, repetitions of the header row, and the
 * footer of a report. The rows of a footer are the last ones, so a row with a single cell is kept back until a row with more cells or the
 * end of the file follows.
 */
export class TableBody<Row extends TableRow> {
  private kept: Row[] = [];
  /** The number of rows kept back that stand directly below the table. They may be records of which only the first cell is filled. */
  private adjoining = 0;
  private lastLine: number | null = null;
  private readonly width: number;
  private readonly hasFooter: boolean;

  /**
   * @param names the names of the columns
   * @param width the number of columns, if no row has their names
   * @param hasFooter whether the file may end with a footer. A sheet of a workbook has none: a record in it may fill only the first column
   */
  constructor(
    private readonly names: readonly string[],
    { width = names.length, hasFooter }: { readonly width?: number; readonly hasFooter: boolean },
  ) {
    this.width = width;
    this.hasFooter = hasFooter && width > 1;
  }

  /** Takes the next row. @returns the rows that are now known to be records, in their order, and lines that cannot be read */
  add(row: Row): readonly Row[];
  add(row: Row | UnreadableLine): readonly (Row | UnreadableLine)[];
  add(row: Row | UnreadableLine): readonly (Row | UnreadableLine)[] {
    if ('reason' in row) {
      this.lastLine = row.line;
      return [...this.released(), row];
    }
    if (this.keeps(row)) return none;
    const isRecord = this.isRecord(row);
    if (this.kept.length === 0) return isRecord ? [row] : none;
    return isRecord ? [...this.released(), row] : this.released();
  }

  /** Says that no more rows come. @returns the last records. A footer begins below a blank line or with a remark */
  end(): readonly Row[] {
    const rest = this.kept.slice(this.adjoining).map(({ cells }) => cells);
    if (footerLength(rest, this.width) > 0) this.kept = this.kept.slice(0, this.adjoining);
    return this.released();
  }

  /** Keeps a row back if it may belong to a footer. */
  private keeps(row: Row): boolean {
    if (!this.hasFooter) return false;
    const isAdjoining = this.lastLine === null || row.line === this.lastLine + 1;
    this.lastLine = row.lastLine ?? row.line;
    if (row.cells.length !== 1 || this.kept.length === maxFooterRows) return false;
    if (isAdjoining && this.adjoining === this.kept.length && this.isRecord(row)) this.adjoining += 1;
    this.kept.push(row);
    return true;
  }

  /** The records among the rows that were kept back. They are not a footer, because another row follows. */
  private released(): readonly Row[] {
    if (this.kept.length === 0) return none;
    const records = this.kept.filter((row) => this.isRecord(row));
    this.kept = [];
    this.adjoining = 0;
    return records;
  }

  private isRecord({ cells }: Row): boolean {
    return !isBlankRow(cells) && !isRemark(cells, this.width) && !repeatsHeader(cells, this.names);
  }
}

const none: readonly never[] = [];
