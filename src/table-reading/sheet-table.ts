import type { SheetRow } from './sheet-reader.js';
import { headerIndex, isAlone, isBlankRow, knownNames, maxRowsBeforeHeader } from './table-rows.js';
import type { SheetName } from './workbook-rows.js';

/** A sheet of a workbook. */
export interface Sheet extends SheetName {
  /** Reads the rows of the sheet. Only one sheet of a workbook can be read at a time. */
  rows(): AsyncIterable<SheetRow>;
}

/** A sheet, read up to its header row. */
export interface SheetStart<Each extends Sheet> {
  readonly sheet: Each;
  /** The rows up to the header row, without those that have no text. Empty if the caller has given the names. */
  readonly above: readonly SheetRow[];
  readonly names: readonly string[];
  /** The rows below the header row. */
  readonly rows: AsyncGenerator<SheetRow, void, void>;
}

interface SheetOptions {
  /** The names of the columns, for a sheet without a header row. */
  readonly names?: readonly string[] | undefined;
  /** Lets other work have its turn. A row may have thousands of cells, so this is called before the names of each row are looked up. */
  readonly turn: () => Promise<void>;
}

/**
 * Finds the sheet with the table: the first one that has a row with known names of columns.
 * @returns if there is none, the cells of the first row with text; null if the sheets have no text
 */
export async function startOfSheets<Each extends Sheet>(
  sheets: readonly Each[],
  isKnown: (name: string) => boolean,
  { names: given, turn }: SheetOptions,
): Promise<SheetStart<Each> | { readonly firstCells: readonly string[] } | null> {
  let firstCells: readonly string[] | null = null;
  for (const sheet of sheets) {
    const rows = sheet.rows()[Symbol.asyncIterator]();
    const first: SheetRow[] = [];
    const candidates: { known: number; cells: readonly string[] }[] = [];
    let index: number | null = null;
    while (first.length <= maxRowsBeforeHeader) {
      const row = await rows.next();
      if (row.done === true) break;
      const { cells } = row.value;
      if (isBlankRow(cells)) continue;
      first.push(row.value);
      if (given !== undefined) return { sheet, above: [], names: given, rows: joined(first, rows) };
      await turn();
      candidates.push({ known: knownNames(cells, isKnown), cells });
      index = headerIndex(candidates);
      // A row with a single known name and no other text may be the title of a report, so later rows are read to decide this.
      if (index !== null && !isAlone(candidates[index])) break;
    }
    if (index !== null) {
      const above = first.slice(0, index + 1);
      const names = above.at(-1)?.cells.map((cell) => cell.trim()) ?? [];
      return { sheet, above, names, rows: joined(first.slice(index + 1), rows) };
    }
    await rows.return?.();
    firstCells ??= first[0]?.cells ?? null;
  }
  return firstCells === null ? null : { firstCells };
}

/** The sheets among which the one with the table is sought: the visible ones, if there are any. */
export function visibleSheets<Each extends SheetName>(sheets: readonly Each[]): readonly Each[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return visible.length > 0 ? visible : sheets;
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

/** Matches a text that is itself an address of the web: it has a scheme, or begins with a domain. */
const address = /:\/\/|^[\s<("']*(?:[\p{L}\p{N}_-]+\.)+[\p{L}]{2,}(?![\p{L}\p{N}@.])/u;

/**
 * The cells of a row, in which those of columns with pages and websites have the target of their link instead of a text such as `LinkedIn`.
 * A text that is itself an address stays.
 * @param readsLinks for each column, whether it has pages or websites
 */
export function cellsWithTargets(
  { cells, links }: { readonly cells: readonly string[]; readonly links?: SheetRow['links'] | undefined },
  readsLinks: readonly boolean[],
): readonly string[] {
  if (links === undefined) return cells;
  const read = [...cells];
  for (const [index, target] of links) {
    if (readsLinks[index] === true && !address.test(read[index] ?? '')) read[index] = target;
  }
  return read;
}
