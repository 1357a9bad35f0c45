import { Refusal } from '../../platform/errors/command-error.js';
import { csvCells, type CsvDelimiter, csvDelimiters } from './csv-cells.js';
import { type CsvRow, CsvRows } from './csv-rows.js';
import type { SourceEntry } from './source-entry.js';
import type { TextLine } from './text-lines.js';

/** What the import makes of the names of columns. */
export interface ColumnNames {
  isKnown(name: string): boolean;
  /** Told once, with all of them. @throws Refusal when they cannot be imported */
  checkColumns(names: readonly string[]): void;
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: CsvDelimiter;
  /** How many of the names are known. */
  readonly known: number;
}

/** A first line that tells spreadsheets what separates cells: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** So many rows of notes may stand before the header row. */
const MAX_NOTES = 10;
const MAX_NAMES_TOLD = 5;
const MAX_NAME_LENGTH_TOLD = 40;

/**
 * One entry for each row after the header row, whose cells name the members. A cell without text is left out, and so is a
 * row without any. Line breaks within cells come out as LF. What separates cells is what a `sep=` line says, else what
 * splits the header row into most columns of known names.
 * @throws Refusal when there is no header row that can be imported
 */
export async function* csvRecords(lines: AsyncIterable<TextLine>, columns: ColumnNames): AsyncGenerator<SourceEntry> {
  const rows = new CsvRows(lines);
  try {
    const header = await readHeader(rows, columns);
    if (header === null) return;
    for (let row = await rows.next(); row !== null; row = await rows.next()) {
      const entry = 'reason' in row ? row : toEntry(row, header, rows);
      if (entry !== null) yield entry;
    }
  } finally {
    await rows.close();
  }
}

/** The first row if it has a column of a known name, else the first after notes that has two; null for an empty file. */
async function readHeader(rows: CsvRows, columns: ColumnNames): Promise<Header | null> {
  let delimiters: readonly CsvDelimiter[] = csvDelimiters;
  let first: Header | null = null;
  for (let notes = 0; notes <= MAX_NOTES; notes += 1) {
    const row = await rows.next();
    if (row === null) break;
    if ('reason' in row) throw new Refusal(`the header row cannot be read: ${row.reason}`);
    const [, separator] = (first === null ? SEPARATOR_LINE.exec(row.text) : null) ?? [];
    if (separator !== undefined) delimiters = [delimiterOf(separator)];
    else {
      const header = headerOf(row, delimiters, columns);
      if (header.known >= (first === null ? 1 : 2)) return checked(header, columns);
      first ??= header;
    }
  }
  if (first === null) return null;
  const told = first.names.slice(0, MAX_NAMES_TOLD).map((name) => name.slice(0, MAX_NAME_LENGTH_TOLD));
  throw new Refusal(`its header row names nothing that can be imported (${told.join(', ')}); --map says what is what`);
}

function delimiterOf(separator: string): CsvDelimiter {
  const delimiter = csvDelimiters.find((known) => known === separator);
  if (delimiter === undefined) throw new Refusal(`cells are separated by "${separator}", not by , ; or tab`);
  return delimiter;
}

/** Of equals the one with more cells, then the usual delimiter. */
function headerOf(row: CsvRow, delimiters: readonly CsvDelimiter[], columns: ColumnNames): Header {
  const headers = delimiters.flatMap((delimiter) => {
    const names = csvCells(row.text, delimiter)?.map((cell) => cell.trim());
    return names === undefined
      ? []
      : [{ names, delimiter, known: names.filter((name) => columns.isKnown(name)).length }];
  });
  const [best] = headers.sort((one, other) => other.known - one.known || other.names.length - one.names.length);
  if (best === undefined) throw new Refusal('the header row cannot be read: a quote stands where none may');
  return best;
}

function checked(header: Header, columns: ColumnNames): Header {
  const { names } = header;
  const known = names.filter((name) => name !== '' && columns.isKnown(name));
  const repeated = known.find((name, index) => known.indexOf(name) !== index);
  if (repeated !== undefined) throw new Refusal(`the header row names ${repeated} twice`);
  columns.checkColumns(names);
  return header;
}

/** Null for a row without text. */
function toEntry(row: CsvRow, { names, delimiter }: Header, rows: CsvRows): SourceEntry | null {
  const { line, bytes, text } = row;
  const cells = csvCells(text, delimiter);
  if (cells === null) return rows.giveUp(row, 'a quote stands where none may');
  if (cells.every((cell) => cell.trim() === '')) return null;
  if (cells.length !== names.length) {
    return { line, reason: `the row has ${cells.length} cells, the header row has ${names.length}`, text };
  }
  // Without a prototype, so that a column may have any name.
  const record = Object.create(null) as Record<string, unknown>;
  for (const [index, name] of names.entries()) if (name !== '' && cells[index] !== '') record[name] = cells[index];
  return { line, bytes, record };
}
