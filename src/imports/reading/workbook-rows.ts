import { readXlsx, streamXlsxRows } from 'hucre/xlsx';

/** A row of a sheet. */
export interface SheetRow {
  /** The number that the spreadsheet program shows beside the row. */
  readonly line: number;
  /** The cells as text; a missing cell is an empty text. */
  readonly cells: readonly string[];
}

/**
 * Reads the rows of a workbook (`.xlsx`) one by one. Rows without cells are left out. Days are written `2026-07-24`, and a formula is
 * its result.
 * @param sheet the name of the sheet; the first one by default. There are no rows if the workbook has no such sheet.
 * @throws Error if the workbook is damaged
 */
export async function* workbookRows(workbook: Uint8Array, sheet?: string): AsyncGenerator<SheetRow> {
  for await (const { index, values } of streamXlsxRows(workbook, sheet === undefined ? {} : { sheet })) {
    yield { line: index + 1, cells: Array.from(values, textOf) };
  }
}

const midnight = 'T00:00:00.000Z';

function textOf(value: unknown): string {
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
    return text.endsWith(midnight) ? text.slice(0, -midnight.length) : text;
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The names of the sheets of a workbook, in their order. */
export async function sheetNames(workbook: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  // The library calls this function for each sheet. It refuses all sheets, so none is read.
  const sheets = ({ name }: { readonly name: string }): boolean => names.push(name) === 0;
  await readXlsx(workbook, { sheets });
  return names;
}
