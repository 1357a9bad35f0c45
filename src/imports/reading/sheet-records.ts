import { candidatesOfWebsite, isPageOnSharedSite } from '../../matching/urls/website.js';
import { nextTurn } from '../../platform/async/turns.js';
import { CodedCommandError, CommandError } from '../../platform/errors/command-error.js';
import { candidateOf, type ColumnNames, entryReader, noKnownColumn, type TableOptions } from './csv-records.js';
import { distinctNames, headerIndex, isAlone, isBlankRow, maxRowsBeforeHeader } from './table-rows.js';
import type { SourceEntry } from './text-lines.js';
import type { SheetRow } from './sheet-reader.js';
import type { Sheet } from './workbook-threads.js';

export interface SheetOptions extends TableOptions {
  /** The name of the sheet that is read. By default it is the first visible one with a header row of known columns. */
  readonly sheet?: string | undefined;
}

/**
 * Reads one record from each row of a sheet below the header row, as `csvRecords` does for a CSV file. Of a footer it skips only the
 * remarks, because a record may fill only the first column.
 * @throws CommandError when no header row is found, or when its columns cannot be imported
 */
export async function* sheetRecords(
  sheets: readonly Sheet[],
  columns: ColumnNames,
  options: SheetOptions = {},
): AsyncGenerator<SourceEntry> {
  const table = await tableOf(sheets, columns, options);
  if (table === null) return;
  try {
    const names = distinctNames(table.names);
    columns.checkColumns(names);
    const toEntry = entryReader(names);
    const readsLinks = names.map((name) => columns.readsLinks?.(name) === true);
    let lacksResults = false;
    for await (const row of table.rows) {
      if (row.lacksResults === true && !lacksResults) {
        lacksResults = true;
        options.observe?.({ kind: 'formulas without results' });
      }
      const cells = row.links === undefined ? row.cells : withTargets(row.cells, row.links, readsLinks);
      const bytes = cells.reduce((sum, cell) => sum + cell.length, 0);
      const entry = toEntry(cells, { line: row.line, bytes, text: cells.join(',') });
      if (entry !== null) yield entry;
    }
  } finally {
    await table.rows.return(undefined);
  }
}

/** A sheet, read up to its header row. */
interface SheetTable {
  readonly names: readonly string[];
  /** The rows below the header row. */
  readonly rows: AsyncGenerator<SheetRow, void, void>;
}

/** Finds the sheet with the table; null if the sheets have no text. */
async function tableOf(
  sheets: readonly Sheet[],
  columns: ColumnNames,
  { sheet: named, columnNames }: SheetOptions,
): Promise<SheetTable | null> {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const eligible =
    named === undefined ? (visible.length > 0 ? visible : sheets) : sheets.filter(({ name }) => name === named);
  if (named !== undefined && eligible.length === 0)
    throw new CommandError(`the workbook has no sheet "${named}"; its sheets are: ${listOf(sheets)}`);
  let firstCells: readonly string[] | null = null;
  for (const sheet of eligible) {
    const rows = sheet.rows()[Symbol.asyncIterator]();
    const first: SheetRow[] = [];
    const candidates: ReturnType<typeof candidateOf>[] = [];
    let index: number | null = null;
    while (first.length <= maxRowsBeforeHeader) {
      const row = await rows.next();
      if (row.done === true) break;
      if (isBlankRow(row.value.cells)) continue;
      first.push(row.value);
      if (columnNames !== undefined) return { names: columnNames, rows: joined(first, rows) };
      // A row may have thousands of cells. Other work of the process gets a turn before the names of each row are looked up.
      await nextTurn();
      candidates.push(candidateOf(row.value.cells, columns));
      index = headerIndex(candidates);
      // A row with a single known name and no other text may be the title of a report, so later rows are read to decide this.
      if (index !== null && !isAlone(candidates[index])) break;
    }
    if (index !== null) {
      const names = first[index]?.cells.map((cell) => cell.trim()) ?? [];
      return { names, rows: joined(first.slice(index + 1), rows) };
    }
    await rows.return?.();
    firstCells ??= first[0]?.cells ?? null;
  }
  if (firstCells === null) return null;
  throw named === undefined && sheets.length > 1 ? noTable(sheets) : noKnownColumn(firstCells);
}

async function* joined(
  first: readonly SheetRow[],
  rows: AsyncIterator<SheetRow>,
): AsyncGenerator<SheetRow, void, void> {
  try {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => rows };
  } finally {
    await rows.return?.();
  }
}

function noTable(sheets: readonly Sheet[]): CommandError {
  return new CodedCommandError({ code: 'NO_KNOWN_SHEET', values: { sheets: namesOf(sheets) } });
}

function listOf(sheets: readonly Sheet[]): string {
  return namesOf(sheets).join(', ');
}

function namesOf(sheets: readonly Sheet[]): string[] {
  return sheets.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name));
}

/**
 * The cells of a row, in which those of columns with pages and websites have the target of their link instead of a text such as `LinkedIn`.
 * A text that is itself an address stays.
 */
function withTargets(
  cells: readonly string[],
  links: NonNullable<SheetRow['links']>,
  readsLinks: readonly boolean[],
): readonly string[] {
  const read = [...cells];
  for (const [index, target] of links) {
    if (readsLinks[index] === true && !isAddress(read[index] ?? '')) read[index] = target;
  }
  return read;
}

function isAddress(text: string): boolean {
  return text.includes('://') || isPageOnSharedSite(text) || candidatesOfWebsite(text).length > 0;
}
