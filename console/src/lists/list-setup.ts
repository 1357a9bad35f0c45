import { type Choice, firstChoice } from '../enrichment/choice.js';
import { guessKind, guessMapping, type Mapping, type Names } from './columns.js';
import type { KeptRequest } from './kept-lists.js';
import { likelyHeader, type ListTable, type RawTable, tableOf } from './list-table.js';

/** A list that was read from a file, with everything that the user has chosen for it. */
export interface ListSetup {
  readonly id: string;
  /** The name of the list, as the user sees it among the stored lists. */
  readonly name: string;
  readonly file: File;
  readonly raw: RawTable;
  /** The index of the row that has the names of the columns; null if the file has no such row. */
  readonly headerRow: number | null;
  readonly table: ListTable;
  readonly mapping: Mapping;
  /** The companies that the user has chosen for rows with nothing but a name. */
  readonly names: Names;
  readonly choice: Choice;
  /** The requests that were sent for this list so far, with their answers. */
  readonly requests: readonly KeptRequest[];
}

/** The id of a new list, and the name that it has until the user changes it: the name of the file without its ending. */
export function newList(file: File): Pick<ListSetup, 'id' | 'name'> {
  const random = crypto.getRandomValues(new Uint32Array(4));
  return { id: Array.from(random, (part) => part.toString(36)).join('-'), name: file.name.replace(/\.\w+$/, '') };
}

/** The setup of a new list. What the user can choose is guessed from the file. @throws NotATable if the file has no rows, or too many */
export function setupOf(file: File, raw: RawTable): ListSetup {
  const choice = firstChoice('companies');
  return withHeader({ ...newList(file), file, raw, requests: [], mapping: {}, names: {}, choice }, likelyHeader(raw));
}

/**
 * The same list, but with another row as the names of the columns. The kind of the records and the columns are guessed again.
 * @throws NotATable if there is no row below the chosen one
 */
export function withHeader(setup: Omit<ListSetup, 'headerRow' | 'table'>, headerRow: number | null): ListSetup {
  const table = tableOf(setup.raw, headerRow);
  const kind = guessKind(table);
  const choice = kind === setup.choice.kind ? setup.choice : firstChoice(kind);
  return { ...setup, headerRow, table, choice, mapping: guessMapping(table, kind) };
}
