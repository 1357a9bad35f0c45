// SQL for the parts of the history of an import that are written for a whole batch. Triggers write the others.
import type { ImportSession } from '../merging/import-session.sql.js';

/** The kinds of records of which a history is kept. */
export type RecordKind = 'company' | 'person' | 'signal';

const noteInsertion = `
  insert into import_insertion (import_id, record_kind, record_ids) values ($1, $2, $3::bigint[])`;

/**
 * Inserts new records by `insert`, and notes only their ids in the history of the import: an undo deletes them, with all that belongs to
 * them, so it needs none of their values.
 */
export async function insertRecorded<T>(
  session: ImportSession,
  kind: RecordKind,
  ids: (inserted: T) => readonly string[],
  insert: () => Promise<T>,
): Promise<T> {
  const { entry } = session;
  const inserted = await session.unrecorded(insert);
  const insertedIds = entry === null ? [] : ids(inserted);
  if (insertedIds.length > 0) await session.rows(noteInsertion, [entry, kind, insertedIds]);
  return inserted;
}

/**
 * Updates the sources of those staged records that have other ones, and notes which records the batch is about. The values of the records
 * must have been updated before: a record in which a value has changed has its new sources already.
 */
export async function confirmRecords(
  session: ImportSession,
  table: 'company' | 'person',
  staging: string,
): Promise<void> {
  const { entry } = session;
  await session.unrecorded(() =>
    session.rows(
      `with staged as materialized (
         select o.id, o.sources as before, s.sources as given from ${staging} s join ${table} o on o.id = s.${table}_id),
       confirmed as (
         update ${table} t set sources = coalesce(s.before, '{}') || s.given from staged s
          where t.id = s.id and not coalesce(s.before, '{}') @> s.given)
       insert into import_confirmation (import_id, record_kind, record_ids, before, given)
       select $1::bigint, $2::text, array_agg(id), coalesce(before, 'null'), coalesce(given, 'null') from staged
        where $1 is not null group by before, given`,
      [entry, table],
    ),
  );
}
