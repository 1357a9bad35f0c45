// SQL for the marks of absent records, which are compared with the history of an import.
import type { ChangedKind } from '../history/history-tables.js';
import type { ImportSession } from '../merging/import-session.sql.js';

/** The import of a file whose source may have marks. */
interface SourceImport {
  readonly kind: ChangedKind;
  readonly source: string;
  /** The entry of the import in the journal. */
  readonly entry: number;
  /** Whether the file has all records of the source. */
  readonly isComplete: boolean;
}

/** A record that its source no longer has. */
export interface AbsentRecord {
  readonly kind: ChangedKind;
  readonly name: string | null;
  readonly website: string | null;
  readonly network_url: string | null;
  readonly absent_since: string;
  /** The other sources that have values of the record. Such a record is not removed. */
  readonly other_sources: readonly string[];
}

/** The records of a source. */
export interface AbsentCounts {
  /** How many records have values of the source. */
  readonly of_source: number;
  /** How many of them are absent. */
  readonly absent: number;
  /** How many of the absent ones no other source has. */
  readonly only_here: number;
}

/** The names of the sources of a record. */
const sourcesOf = (row: string): string => `
  array(select distinct value ->> 0 from jsonb_each(coalesce(${row}.sources, '{}')) order by 1)`;

/** The absent records of a source, with the sources that have them. Parameters: source, days since which they are absent at least. */
const absentOf = (kind: ChangedKind): string => `
  select t.id, t.network_url, ${kind === 'company' ? 't.name, t.website' : 't.full_name as name, null::text as website'}, a.since,
         array_remove(${sourcesOf('t')}, $1) as others
    from absent_record a join ${kind} t on t.id = a.record_id
   where a.source = $1 and a.record_kind = '${kind}' 
     and ($2::int = 0 or a.since <= now() - $2::int * interval '1 day')`;

/**
 * After an import: takes the marks from the records that the file had. If the file was complete, it marks those records of the source that
 * the file did not have.
 * @returns the number of absent records of the source; null if the file was not complete
 */
export async function noteAbsentRecords(
  session: ImportSession,
  { kind, source, entry, isComplete }: SourceImport,
): Promise<number | null> {
  const marks = await session.rows('select from absent_record where source = $1 and record_kind = $2 limit 1', [
    source,
    kind,
  ]);
  if (!isComplete && marks.length === 0) return null;
  return session.transaction(async () => {
    await session.run('create temporary table named_record (id bigint primary key) on commit drop');
    await session.rows(
      `insert into named_record
       select unnest(record_ids) from import_confirmation where import_id = $1 and record_kind = $2
        union select unnest(record_ids) from import_insertion where import_id = $1 and record_kind = $2
        union select record_id from import_change where import_id = $1 and record_kind = $2`,
      [entry, kind],
    );
    await session.analyze(['named_record']);
    await session.rows(
      `delete from absent_record a using named_record n where a.source = $1 and a.record_kind = $2 and a.record_id = n.id`,
      [source, kind],
    );
    if (!isComplete) return null;
    await session.rows(
      `insert into absent_record (record_kind, record_id, source)
       select $2, t.id, $1 from ${kind} t
        where $1 = any(${sourcesOf('t')}) and not exists (select from named_record n where n.id = t.id)
       on conflict do nothing`,
      [source, kind],
    );
    return (await countAbsent(session, kind, source, 0)).absent;
  });
}

/** @param days for how many days a record must have been absent to count */
export async function countAbsent(
  session: Pick<ImportSession, 'rows'>,
  kind: ChangedKind,
  source: string,
  days: number,
): Promise<AbsentCounts> {
  const [row] = await session.rows(
    `with absent as (${absentOf(kind)})
     select (select count(*) from ${kind} t where $1 = any(${sourcesOf('t')}))::int, count(*)::int,
            (count(*) filter (where others = '{}'))::int from absent`,
    [source, days],
  );
  const [ofSource = 0, absent = 0, onlyHere = 0] = (row ?? []) as number[];
  return { of_source: ofSource, absent, only_here: onlyHere };
}

/** The absent records of a source, those that are absent the longest first. */
export async function listAbsent(
  session: Pick<ImportSession, 'rows'>,
  kind: ChangedKind,
  source: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<AbsentRecord[]> {
  const rows = await session.rows(
    `with absent as (${absentOf(kind)})
     select name, website, network_url, since, others from absent order by since, id limit $3`,
    [source, days, limit],
  );
  return (rows as [string | null, string | null, string | null, Date, string[]][]).map(
    ([name, website, networkUrl, since, others]) => ({
      ...{ kind, name, website, network_url: networkUrl, absent_since: since.toISOString(), other_sources: others },
    }),
  );
}

/** The ids of the next absent records that no other source has. @param after the last id before; 0 for the first */
export async function nextAbsent(
  session: Pick<ImportSession, 'column'>,
  kind: ChangedKind,
  source: string,
  { days, after, limit }: { readonly days: number; readonly after: string; readonly limit: number },
): Promise<string[]> {
  return session.column(
    `with absent as (${absentOf(kind)})
     select id from absent where others = '{}' and id > $3::bigint order by id limit $4`,
    [source, days, after, limit],
  );
}
