import { nextTurn } from '../../platform/async/turns.js';
import { CodedCommandError, CommandError } from '../../platform/errors/command-error.js';
import type { SheetRow } from '../../table-reading/sheet-reader.js';
import {
  cellsWithTargets,
  type Sheet,
  type SheetStart,
  startOfSheets,
  visibleSheets,
} from '../../table-reading/sheet-table.js';
import { shownNames } from '../../table-reading/archived-table.js';
import { TableBody } from '../../table-reading/table-body.js';
import { distinctNames } from '../../table-reading/table-rows.js';
import { type ColumnNames, entryReader, noKnownColumn, type TableOptions } from './csv-records.js';
import type { SourceEntry } from './ndjson-records.js';

export interface SheetOptions extends TableOptions {
  /** The name of the sheet that is read. By default it is the first visible one that looks like a table. */
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
  const others = namesOf(sheets.filter((sheet) => sheet !== table.sheet));
  if (others.length > 0) options.observe?.({ kind: 'sheet', name: table.sheet.name, others });
  try {
    const names = distinctNames(table.names);
    columns.checkColumns(names);
    const toEntry = entryReader(names);
    const body = new TableBody<SheetRow>(names, { hasFooter: false });
    const readsLinks = names.map((name) => columns.readsLinks?.(name) === true);
    let lacksResults = false;
    for await (const row of table.rows) {
      if (row.lacksResults === true && !lacksResults) {
        lacksResults = true;
        options.observe?.({ kind: 'formulas without results' });
      }
      const cells = cellsWithTargets(row, readsLinks);
      for (const { line, cells: read } of body.add({ line: row.line, cells })) {
        const bytes = read.reduce((sum, cell) => sum + cell.length, 0);
        yield toEntry(read, { line, bytes, text: read.join(',') });
      }
    }
  } finally {
    await table.rows.return(undefined);
  }
}

/** Finds the sheet with the table; null if the sheets have no text. */
async function tableOf(
  sheets: readonly Sheet[],
  columns: ColumnNames,
  { sheet: named, columnNames }: SheetOptions,
): Promise<SheetStart<Sheet> | null> {
  const eligible = named === undefined ? visibleSheets(sheets) : sheets.filter(({ name }) => name === named);
  if (named !== undefined && eligible.length === 0)
    throw new CommandError(`the workbook has no sheet "${named}"; its sheets are: ${shownNames(namesOf(sheets))}`);
  const start = await startOfSheets(eligible, (name) => columns.isKnown(name), { names: columnNames, turn: nextTurn });
  if (start === null || !('firstCells' in start)) return start;
  throw named === undefined && sheets.length > 1 ? noTable(sheets) : noKnownColumn(start.firstCells);
}

function noTable(sheets: readonly Sheet[]): CommandError {
  return new CodedCommandError({ code: 'NO_KNOWN_SHEET', values: { sheets: namesOf(sheets) } });
}

function namesOf(sheets: readonly Sheet[]): string[] {
  return sheets.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name));
}
