// SQL for COPY into stored tables: records that are new need no staging table.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CopyValue } from './copy-text.js';
import type { ImportSession } from './import-session.sql.js';

/** A table and the rows that a new record adds to it. */
export interface CopiedTable<NewRecord> {
  readonly table: string;
  readonly columns: readonly string[];
  /** The rows that a new record adds to the table, each with its values in the order of `columns`. */
  rowsOf(record: NewRecord): readonly (readonly CopyValue[])[];
}

/** Copies new records into their tables, in an order that foreign keys allow. No part of these records may be stored yet. */
export async function copyRecords<NewRecord>(
  session: ImportSession,
  tables: readonly CopiedTable<NewRecord>[],
  records: readonly NewRecord[],
): Promise<void> {
  for (const table of tables) await session.copy(table.table, table.columns, rowsOf(table, records));
}

/** The number of records in a part. PostgreSQL stores one part while the next is computed. */
const partRecords = 1_000;
/** After so many computed records, this process gives the COPY of the earlier part time to continue. */
const recordsPerTurn = 20;

/**
 * Copies new records as {@link copyRecords} does, but in parts.
 * @param records an iterable; its records are computed one by one while PostgreSQL stores the earlier ones
 * @returns the records
 */
export async function copyComputed<NewRecord>(
  session: ImportSession,
  tables: readonly CopiedTable<NewRecord>[],
  records: Iterable<NewRecord>,
): Promise<NewRecord[]> {
  const copied: NewRecord[] = [];
  let start = 0;
  let copying = Promise.resolve();
  const copyPart = async (): Promise<void> => {
    await copying;
    copying = copyRecords(session, tables, copied.slice(start));
    start = copied.length;
    // An error of `copying` is thrown where it is awaited next. Without this handler it would count as unhandled until then.
    copying.catch(() => undefined);
  };
  for (const record of records) {
    copied.push(record);
    if (copied.length - start === partRecords) await copyPart();
    else if (copied.length % recordsPerTurn === 0) await nextTurn();
  }
  await copyPart();
  await copying;
  return copied;
}

function* rowsOf<NewRecord>(
  table: CopiedTable<NewRecord>,
  records: Iterable<NewRecord>,
): Generator<readonly CopyValue[]> {
  for (const record of records) yield* table.rowsOf(record);
}

/** The rows that a list of a record adds to a table. There are none if the record does not have the list. */
export function rowsOfList<T>(
  items: readonly T[] | null,
  rowOf: (item: T, place: number) => readonly CopyValue[],
): (readonly CopyValue[])[] {
  return items === null ? [] : items.map(rowOf);
}
