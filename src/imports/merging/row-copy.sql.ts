// SQL for COPY into stored tables: records that are new need no staging table.
import type { CopyValue } from './copy-text.js';
import type { ImportSession } from './import-session.sql.js';

/** A table and the rows that a new record adds to it. */
export interface CopiedTable<NewRecord> {
  readonly table: string;
  readonly columns: readonly string[];
  /** In the order of `columns`. */
  rowsOf(record: NewRecord): readonly (readonly CopyValue[])[];
}

/**
 * Copies new records into their tables, in an order that foreign keys allow. Nothing of them may be stored yet.
 * @param records computed one by one while PostgreSQL stores those before
 * @returns the records
 */
export async function copyRecords<NewRecord>(
  session: ImportSession,
  [first, ...others]: readonly [CopiedTable<NewRecord>, ...CopiedTable<NewRecord>[]],
  records: Iterable<NewRecord>,
): Promise<NewRecord[]> {
  const copied: NewRecord[] = [];
  await session.copy(first.table, first.columns, rowsOf(first, kept(records, copied)));
  for (const table of others) await session.copy(table.table, table.columns, rowsOf(table, copied));
  return copied;
}

function* kept<NewRecord>(records: Iterable<NewRecord>, copied: NewRecord[]): Generator<NewRecord> {
  for (const record of records) {
    copied.push(record);
    yield record;
  }
}

function* rowsOf<NewRecord>(
  table: CopiedTable<NewRecord>,
  records: Iterable<NewRecord>,
): Generator<readonly CopyValue[]> {
  for (const record of records) yield* table.rowsOf(record);
}

/** The rows that a list of a record adds; none for a list that the record does not have. */
export function rowsOfList<T>(
  items: readonly T[] | null,
  rowOf: (item: T, place: number) => readonly CopyValue[],
): (readonly CopyValue[])[] {
  return items === null ? [] : items.map(rowOf);
}
