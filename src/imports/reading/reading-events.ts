import type { DateOrder } from './written-dates.js';

/** What the readers of files say about how they read a file. */
export type ReadingEvent =
  /** The file is an archive, and its table is in this file. `others`: the files that were not read. */
  | { readonly kind: 'table in an archive'; readonly name: string; readonly others: readonly string[] }
  /** The workbook has several sheets, and this one was read. `others`: the other sheets; a hidden one is marked. */
  | { readonly kind: 'sheet'; readonly name: string; readonly others: readonly string[] }
  /** The file is not UTF-8, and was read as Windows-1252. */
  | { readonly kind: 'not UTF-8' }
  /** Cells of a workbook have formulas without results, and were read as empty. */
  | { readonly kind: 'formulas without results' }
  /** No date of a column shows the order of day and month, and they were read in this order. `example` is one of the dates. */
  | { readonly kind: 'ambiguous dates'; readonly column: string; readonly example: string; readonly order: DateOrder }
  /** The dates of a column show both orders. Those that could be either were read in this order. */
  | { readonly kind: 'mixed dates'; readonly column: string; readonly order: DateOrder };
