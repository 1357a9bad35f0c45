// SQL for COPY into stored tables: records that are new need no staging table.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CopyText, type CopyValue } from './copy-text.js';
import type { ImportSession } from './import-session.sql.js';

/** A table and the rows that a new record adds to it. */
export interface CopiedTable<NewRecord> {
  readonly table: string;
  readonly columns: readonly string[];
  /** In the order of `columns`. */
  rowsOf(record: NewRecord): readonly (readonly CopyValue[])[];
}

/** PostgreSQL stores this number of records while the next are computed; each part costs a COPY for each table. */
const partRecords = 1_000;
/** After this number of records, the next COPY of the part before may begin. */
const recordsPerTurn = 20;

/**
 * Copies new records into their tables, in an order that foreign keys allow. Nothing of them may be stored yet.
 * @param records computed one by one while PostgreSQL stores those before
 * @returns the records
 */
export async function copyRecords<NewRecord>(
  session: ImportSession,
  tables: readonly CopiedTable<NewRecord>[],
  records: Iterable<NewRecord>,
): Promise<NewRecord[]> {
  const copied: NewRecord[] = [];
  let part = tables.map(() => new CopyText());
  let copying = Promise.resolve();
  const copyPart = async (): Promise<void> => {
    await copying;
    copying = copyTexts(session, tables, part);
    // The next `await` of `copying` handles a rejection.
    copying.catch(() => undefined);
    part = tables.map(() => new CopyText());
  };
  for (const record of records) {
    copied.push(record);
    for (const [index, table] of tables.entries()) part[index]?.add(table.rowsOf(record));
    if (copied.length % partRecords === 0) await copyPart();
    else if (copied.length % recordsPerTurn === 0) await nextTurn();
  }
  await copyPart();
  await copying;
  return copied;
}

async function copyTexts(
  session: ImportSession,
  tables: readonly CopiedTable<never>[],
  texts: readonly CopyText[],
): Promise<void> {
  for (const [index, { table, columns }] of tables.entries()) {
    const chunks = texts[index]?.chunks() ?? [];
    if (chunks.length > 0) await session.copy(table, columns, chunks);
  }
}

/** The rows that a list of a record adds; none for a list that the record does not have. */
export function rowsOfList<T>(
  items: readonly T[] | null,
  rowOf: (item: T, place: number) => readonly CopyValue[],
): (readonly CopyValue[])[] {
  return items === null ? [] : items.map(rowOf);
}
