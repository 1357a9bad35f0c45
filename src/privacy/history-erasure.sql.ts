// SQL for searches in the JSON of the history of imports. The whole history is read: an index would slow down every import, and erasures
// are rare.
import type pg from 'pg';
import type { PersonIdentifiers } from './suppression.reader.js';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Whether a change of the history has one of the profile pages $1 or addresses $2. */
const mentions = `
  table_name = 'person' and (before -> 0 ->> 'network_url' = any($1::text[]) or after -> 0 ->> 'network_url' = any($1::text[]))
  or table_name = 'person_email' and exists (
       select from jsonb_array_elements(coalesce(before, '[]') || coalesce(after, '[]')) e where e ->> 'address' = any($2::text[]))`;

/**
 * The persons who are no longer stored, but whom an undo could bring back, with their pages and addresses: those with one of the given
 * identifiers, and those who were joined with one of the persons $3.
 */
const selectRemoved = `
  with recursive found as (
    select record_id from import_change h
     where record_kind = 'person' and (${mentions}) and not exists (select from person where id = h.record_id)
    union
    select record_id from import_change h
     where record_kind = 'person' and table_name = 'join' and (after -> 0 ->> 'id')::bigint = any($3::bigint[])
       and not exists (select from person where id = h.record_id)),
  removed as (
    select record_id from found
    union
    select h.record_id from removed r join import_change h on (h.after -> 0 ->> 'id')::bigint = r.record_id
     where h.record_kind = 'person' and h.table_name = 'join' and not exists (select from person where id = h.record_id))
  select r.record_id::text as id,
         array_agg(distinct e ->> 'network_url') filter (where h.table_name = 'person' and e ->> 'network_url' is not null) as pages,
         array_agg(distinct e ->> 'address') filter (where h.table_name = 'person_email') as addresses
    from removed r join import_change h on h.record_kind = 'person' and h.record_id = r.record_id,
         jsonb_array_elements(coalesce(h.before, '[]') || coalesce(h.after, '[]')) e
   where h.table_name in ('person', 'person_email')
   group by r.record_id`;

const deleteChanges = `
  delete from import_change
   where record_kind = 'person' and record_id = any($3::bigint[])
      or ${mentions}
      or table_name = 'prospect' and exists (
           select from jsonb_array_elements(before) e
            where e -> 'document' ->> 'network_url' = any($1::text[])
               or e -> 'document' ->> 'connecting_employee_network_url' = any($1::text[]))
      or table_name = 'signal' and before -> 0 ->> 'intent_holder_network_url' = any($1::text[])`;

/**
 * Finds the persons with one of the identifiers whom an undo of an import could bring back, and all their identifiers.
 * @param ids the stored persons who are erased; those who were joined with them are found, too
 */
export async function removedPersons(
  client: Connection,
  { networkUrls, emails }: PersonIdentifiers,
  ids: readonly string[],
): Promise<PersonIdentifiers & { readonly ids: readonly string[] }> {
  const { rows } = await client.query<{ id: string; pages: string[] | null; addresses: string[] | null }>(
    selectRemoved,
    [networkUrls, emails, ids],
  );
  return {
    ids: rows.map(({ id }) => id),
    networkUrls: rows.flatMap(({ pages }) => pages ?? []),
    emails: rows.flatMap(({ addresses }) => addresses ?? []),
  };
}

/** The reports of checks are kept for a week, so the values of all persons are deleted from them, without a search for the erased person. */
const deleteCheckedChanges = `
  update import_upload set report = report - 'changes' where kind = 'persons' and jsonb_typeof(report -> 'changes') = 'object'`;

/** Deletes what the history has of erased persons, so that no undo brings any of it back. @param ids values of `person.id` */
export async function deleteHistoryOf(
  client: Connection,
  { ids, networkUrls, emails }: PersonIdentifiers & { readonly ids: readonly string[] },
): Promise<void> {
  await client.query(deleteChanges, [networkUrls, emails, ids]);
  await client.query(deleteCheckedChanges);
}
