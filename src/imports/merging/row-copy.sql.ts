// SQL for writing new records with COPY straight into the tables that store them; only updates need a staging table.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CopyValue } from './copy-text.js';
import type { ImportSession } from './import-session.sql.js';

/** A table, and how to compute the rows that a new record adds to it. */
export interface CopiedTable<NewRecord> {
  readonly table: string;
  readonly columns: readonly string[];
  /** The rows that a new record adds to the table, each with its values in the order of `columns`. */
  rowsOf(record: NewRecord): readonly (readonly CopyValue[])[];
}

/**
 * Copies new records into their tables. None of their rows may be stored yet.
 * @param tables the tables, in an order in which a row never refers to a row of a later table
 */
export async function copyRecords<NewRecord>(
  session: ImportSession,
  tables: readonly CopiedTable<NewRecord>[],
  records: readonly NewRecord[],
): Promise<void> {
  for (const table of tables) await session.copy(table.table, table.columns, rowsOf(table, records));
}

/** The number of records in a part. While PostgreSQL stores a part, this process computes the next one. */
const partRecords = 1_000;
/**
 * The number of records after which the computation pauses, so that this process can send more rows of the earlier part. It pauses more
 * often than `inTurns` would, because PostgreSQL waits for these rows.
 */
const recordsPerTurn = 20;

/**
 * Copies new records as {@link copyRecords} does, but in parts, so that a part is computed while PostgreSQL stores the part before.
 * @param records an iterable that computes each record when it is asked for the next one
 * @returns all records
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
    // If the COPY fails, the error is thrown where `copying` is awaited next. Without this handler, Node would report it as an
    // unhandled rejection before that.
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

/** The rows that a list of a record adds to a table: one for each item. There are none if the record does not have the list. */
export function rowsOfList<T>(
  items: readonly T[] | null,
  rowOf: (item: T, place: number) => readonly CopyValue[],
): (readonly CopyValue[])[] {
  return items === null ? [] : items.map(rowOf);
}
