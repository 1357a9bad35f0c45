import { dateText, type NumberReading, numberText, plainText, readLinkFormula } from './workbook-cells.js';
import { WorkbookRefused, type XmlAttributes, type XmlHandler } from './workbook-parts.js';

export interface SheetRow {
  /** The number of the row, as spreadsheet programs show it. */
  readonly line: number;
  /** The texts of the cells. A missing cell has an empty text. */
  readonly cells: readonly string[];
  /** The cells that link to a page of the web: the index of the cell and the address of the page. Absent in a row without links. */
  readonly links?: readonly (readonly [index: number, target: string])[];
  /** Present if a cell has a formula, but the workbook does not have its result. The text of this cell is empty. */
  readonly lacksResults?: true;
}

/** The limits of Excel. A sheet that exceeds them was not made by a spreadsheet program, and would only take memory. */
const maxCellLength = 32_767;
const maxColumns = 16_384;
/** The maximum length of the texts of a row. A line of a CSV file may have as many bytes. */
const maxRowLength = 1_048_576;
/** What the cells of all sheets refer to. */
export interface WorkbookFacts {
  readonly texts: readonly string[];
  /** By the number of a style, how its numbers are read. */
  readonly readings: readonly NumberReading[];
  readonly has1904Dates: boolean;
}

/** Reads the texts that several cells share. A text may consist of runs with different fonts. */
export class SharedTexts implements XmlHandler {
  readonly texts: string[] = [];
  private readonly current = new CellText();

  open(tag: string): void {
    if (tag === 'si') this.current.start();
    this.current.open(tag);
  }

  text(text: string): void {
    this.current.text(text);
  }

  close(tag: string): void {
    this.current.close(tag);
    if (tag === 'si') this.texts.push(this.current.end(`the shared text ${this.texts.length + 1}`));
  }
}

/** Joins the runs of a text, and leaves out the pronunciation that Japanese texts have. */
class CellText {
  private joined = '';
  private isText = false;
  private isPronunciation = false;

  start(): void {
    this.joined = '';
  }

  open(tag: string): void {
    if (tag === 'rPh') this.isPronunciation = true;
    this.isText = tag === 't' && !this.isPronunciation;
  }

  text(text: string): void {
    if (this.isText) this.joined += text;
  }

  close(tag: string): void {
    if (tag === 'rPh') this.isPronunciation = false;
    this.isText = false;
  }

  /** @param where the place of the text, for the message. @throws WorkbookRefused when the text is too long */
  end(where: string): string {
    return bounded(plainText(this.joined), where);
  }
}

/** Reads the rows of a sheet. */
export class SheetReader implements XmlHandler {
  private rows: SheetRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private links: (readonly [index: number, target: string])[] = [];
  private lacksResults = false;
  private column = 0;
  private type = '';
  private style = 0;
  private value = '';
  private hasValue = false;
  private formula: string | null = null;
  private readonly inline = new CellText();
  private reads: 'value' | 'formula' | 'inline' | null = null;

  constructor(
    private readonly facts: WorkbookFacts,
    private readonly linkOf: ReadonlyMap<string, string>,
  ) {}

  /** The rows that have been read since the last call. */
  taken(): readonly SheetRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(tag: string, attributes: XmlAttributes): void {
    if (tag === 'c') this.startCell(attributes);
    else if (tag === 'v') {
      this.reads = 'value';
      this.hasValue = true;
    } else if (tag === 'f') {
      this.reads = 'formula';
      this.formula = '';
    } else if (tag === 'is') this.reads = 'inline';
    else if (tag === 'row') this.startRow(attributes);
    else if (this.reads === 'inline') this.inline.open(tag);
  }

  text(text: string): void {
    if (this.reads === 'value') this.value += text;
    else if (this.reads === 'formula') this.formula += text;
    else if (this.reads === 'inline') this.inline.text(text);
  }

  close(tag: string): void {
    if (tag === 'c') this.endCell();
    else if (tag === 'v' || tag === 'f' || tag === 'is') this.reads = null;
    else if (tag === 'row') this.endRow();
    else if (this.reads === 'inline') this.inline.close(tag);
  }

  private startRow({ r }: XmlAttributes): void {
    this.line = r === undefined ? this.line + 1 : Number(r);
    this.column = 0;
  }

  private startCell({ r, t = 'n', s = '0' }: XmlAttributes): void {
    if (r !== undefined) this.column = columnOf(r);
    if (this.column >= maxColumns)
      throw new WorkbookRefused(
        `row ${this.line} has more than ${maxColumns} columns; delete the columns without values`,
      );
    this.type = t;
    this.style = Number(s);
    this.value = '';
    this.hasValue = false;
    this.formula = null;
    this.inline.start();
  }

  private endCell(): void {
    const index = this.column;
    this.column += 1;
    const formulaLink = this.formula === null ? null : readLinkFormula(this.formula);
    // The result of a formula may be an empty text.
    const isMissing = this.formula !== null && this.value === '' && !(this.type === 'str' && this.hasValue);
    if (isMissing && (formulaLink?.text ?? null) === null) this.lacksResults = true;
    const text = isMissing ? (formulaLink?.text ?? '') : this.cellText();
    if (text === '') return;
    while (this.cells.length < index) this.cells.push('');
    this.cells[index] = bounded(text, `the cell ${columnName(index)}${this.line}`);
    const link = this.linkOf.size === 0 ? undefined : this.linkOf.get(`${columnName(index)}${this.line}`);
    const target = link ?? formulaLink?.link ?? null;
    if (target !== null) this.links.push([index, target]);
  }

  private cellText(): string {
    const { value } = this;
    const { texts, readings, has1904Dates } = this.facts;
    switch (this.type) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'inlineStr':
        return this.inline.end(`the cell ${columnName(this.column - 1)}${this.line}`);
      case 'str':
      case 'e':
        return plainText(value);
      case 'd':
        return dateText(value);
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false';
      default:
        return numberText(value, readings[this.style] ?? 'plain', has1904Dates);
    }
  }

  private endRow(): void {
    const { line, cells, links } = this;
    if (lengthOf(cells) > maxRowLength)
      throw new WorkbookRefused(`row ${line} has more than ${maxRowLength} characters; shorten its texts`);
    if (cells.length > 0 || this.lacksResults) {
      this.rows.push({
        line,
        cells,
        ...(links.length > 0 ? { links } : {}),
        ...(this.lacksResults ? { lacksResults: true } : {}),
      });
    }
    this.cells = [];
    this.links = [];
    this.lacksResults = false;
  }
}

/** @throws WorkbookRefused when the text is longer than a cell may be */
function bounded(text: string, where: string): string {
  if (text.length <= maxCellLength) return text;
  throw new WorkbookRefused(
    `${where} has more than ${maxCellLength} characters, the most that Excel allows; shorten it`,
  );
}

/** The number of characters of all cells. */
export function lengthOf(cells: readonly string[]): number {
  return cells.reduce((length, cell) => length + cell.length, 0);
}

const letters = 26;
const beforeA = 64;

/** The index of the column of a cell: 27 for `AB7`. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & ~32;
    if (code <= beforeA || code > beforeA + letters) break;
    column = column * letters + code - beforeA;
  }
  return column - 1;
}

/** The name of a column: `AB` for 27. */
export function columnName(index: number): string {
  const name = String.fromCharCode(beforeA + 1 + (index % letters));
  return index < letters ? name : columnName(Math.floor(index / letters) - 1) + name;
}
