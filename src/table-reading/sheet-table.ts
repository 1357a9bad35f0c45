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

/** The sheet with the most text among sheets of which none has known names of columns. */
interface WithoutHeader<Each extends Sheet> {
  readonly sheet: Each;
  /** The cells of its first row with text. */
  readonly firstCells: readonly string[];
}

interface SheetOptions {
  /** The names of the columns, for a sheet without a header row. */
  readonly names?: readonly string[] | undefined;
  /** Lets other work have its turn. A row may have thousands of cells, so this is called before the names of each row are looked up. */
  readonly turn: () => Promise<void>;
}

/** The first rows of a sheet, and which of them has the names of the columns. */
interface FirstRows<Each extends Sheet> {
  readonly sheet: Each;
  /** The first rows with text: up to the header row, and then at most {@link shownRows} more. */
  readonly first: readonly SheetRow[];
  /** The index of the header row; null if no row is one. */
  readonly header: number | null;
  readonly rest: AsyncIterator<SheetRow>;
}

/** The number of rows below a header row that show whether a sheet has a table. */
const shownRows = 12;
/** A sheet with so many known names of columns and a row below them has a table. */
const surelyKnown = 2;
/** A sheet with a single known name has a table if it has so many columns. A cover has lines such as `Company` and `Acme` at most. */
const surelyWide = 3;

/**
 * Finds the sheet with the table: the first one that looks like a table, else the first one that has a row with known names of columns.
 * A cover or a read-me does not look like a table, although one of its cells may have a known name, such as `Company`.
 * @returns null if the sheets have no text
 */
export async function startOfSheets<Each extends Sheet>(
  sheets: readonly Each[],
  isKnown: (name: string) => boolean,
  options: SheetOptions,
): Promise<SheetStart<Each> | WithoutHeader<Each> | null> {
  const likelihoods = new Map<Each, number>();
  for (const sheet of sheets) {
    const read = await firstRowsOf(sheet, isKnown, options);
    const likelihood = likelihoodOf(read, isKnown, options.names);
    if (likelihood === certain) return startAt(read, options.names);
    await read.rest.return?.();
    likelihoods.set(sheet, likelihood);
  }
  const [best] = [...likelihoods].filter(([, likelihood]) => likelihood > 0).sort(([, one], [, other]) => other - one);
  if (best === undefined) return null;
  // A sheet is read again from its start, because only one sheet of a workbook can be read at a time.
  return startAt(await firstRowsOf(best[0], isKnown, options), options.names);
}

/** The likelihood of a sheet that is the one with the table, so that no further sheet is looked at. */
const certain = 4;

/**
 * How likely it is that a sheet has the table: 0 if it has no text, less than 2 if it has no header row, where more cells with text make
 * it likelier, 2 if it has only a header row, and 3 if it may be a cover.
 */
function likelihoodOf<Each extends Sheet>(
  { first, header }: FirstRows<Each>,
  isKnown: (name: string) => boolean,
  given: readonly string[] | undefined,
): number {
  if (first.length === 0) return 0;
  if (given !== undefined) {
    const isFitting = first.some(({ cells }) => lastFilled(cells) === given.length);
    return isFitting ? certain : 1;
  }
  if (header === null) {
    const filled = first.reduce((sum, { cells }) => sum + filledOf(cells), 0);
    return 2 - 1 / (1 + filled);
  }
  const below = first.slice(header + 1);
  if (below.length === 0) return 2;
  const names = first[header]?.cells ?? [];
  const isTable =
    knownNames(names, isKnown) >= surelyKnown || filledOf(names) >= surelyWide || below.length >= shownRows;
  return isTable ? certain : 3;
}

function filledOf(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** The number of cells up to the last one with text. */
function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** Reads the first rows of a sheet. The caller has to end `rest`. */
async function firstRowsOf<Each extends Sheet>(
  sheet: Each,
  isKnown: (name: string) => boolean,
  { names, turn }: SheetOptions,
): Promise<FirstRows<Each>> {
  const rest = sheet.rows()[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  const candidates: { known: number; cells: readonly string[] }[] = [];
  let header: number | null = null;
  let isFound = names !== undefined;
  let end = isFound ? shownRows : maxRowsBeforeHeader + 1;
  while (first.length < end) {
    const row = await rest.next();
    if (row.done === true) break;
    const { cells } = row.value;
    if (isBlankRow(cells)) continue;
    first.push(row.value);
    if (isFound) continue;
    await turn();
    candidates.push({ known: knownNames(cells, isKnown), cells });
    header = headerIndex(candidates);
    // A row with a single known name and no other text may be the title of a report, so later rows are read to decide this.
    isFound = header !== null && !isAlone(candidates[header]);
    if (isFound) end = first.length + shownRows;
  }
  return { sheet, first, header, rest };
}

async function startAt<Each extends Sheet>(
  { sheet, first, header, rest }: FirstRows<Each>,
  given: readonly string[] | undefined,
): Promise<SheetStart<Each> | WithoutHeader<Each>> {
  if (given !== undefined) return { sheet, above: [], names: given, rows: joined(first, rest) };
  if (header === null) {
    await rest.return?.();
    return { sheet, firstCells: first[0]?.cells ?? [] };
  }
  const above = first.slice(0, header + 1);
  const names = above.at(-1)?.cells.map((cell) => cell.trim()) ?? [];
  return { sheet, above, names, rows: joined(first.slice(header + 1), rest) };
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
