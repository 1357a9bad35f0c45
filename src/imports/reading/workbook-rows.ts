import { readXlsx, streamXlsxRows } from 'hucre/xlsx';

/** A row of a sheet. */
export interface SheetRow {
  /** The number of the row, as spreadsheet programs show it. */
  readonly line: number;
  /** The texts of the cells. A missing cell has an empty text. */
  readonly cells: readonly string[];
}

/**
 * Reads the rows of a sheet of a workbook (`.xlsx`) one by one. Rows without cells are left out. The text of a day is `2026-07-24`, and the
 * text of a formula is its result.
 * @param sheet the name of the sheet; by default the first one. If the workbook has no such sheet, there are no rows.
 * @throws Error when the workbook is damaged
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
  // The library calls this function for each sheet, to ask whether the sheet shall be read. It notes the name, and always returns false.
  const sheets = ({ name }: { readonly name: string }): boolean => names.push(name) === 0;
  await readXlsx(workbook, { sheets });
  return names;
}
