import { type Choice, firstChoice } from '../enrichment/choice.js';
import { guessKind, guessMapping, type Mapping, type Names } from './columns.js';
import type { KeptRequest } from './kept-lists.js';
import { likelyHeader, type ListTable, type RawTable, tableOf } from './list-file.js';

/** A list with all that the user has chosen for it. */
export interface ListSetup {
  readonly id: string;
  /** The name under which the list is kept. */
  readonly name: string;
  readonly file: File;
  readonly raw: RawTable;
  /** The index of the row with the names of the columns; null if no row has them. */
  readonly headerRow: number | null;
  readonly table: ListTable;
  readonly mapping: Mapping;
  /** The companies that the user has chosen for rows that have only a name. */
  readonly names: Names;
  readonly choice: Choice;
  /** The requests that were sent for the list before, with their answers. */
  readonly requests: readonly KeptRequest[];
}

/** The id and the first name of a new list. */
export function newList(file: File): Pick<ListSetup, 'id' | 'name'> {
  const random = crypto.getRandomValues(new Uint32Array(4));
  return { id: Array.from(random, (part) => part.toString(36)).join('-'), name: file.name.replace(/\.\w+$/, '') };
}

/** A list as it is guessed from a file. @throws NotATable if the file has no rows, or too many */
export function setupOf(file: File, raw: RawTable): ListSetup {
  const choice = firstChoice('companies');
  return withHeader({ ...newList(file), file, raw, requests: [], mapping: {}, names: {}, choice }, likelyHeader(raw));
}

/**
 * The list with another row as the names of the columns.
 * @throws NotATable if there is no row below it
 */
export function withHeader(setup: Omit<ListSetup, 'headerRow' | 'table'>, headerRow: number | null): ListSetup {
  const table = tableOf(setup.raw, headerRow);
  const kind = guessKind(table);
  const choice = kind === setup.choice.kind ? setup.choice : firstChoice(kind);
  return { ...setup, headerRow, table, choice, mapping: guessMapping(table, kind) };
}
