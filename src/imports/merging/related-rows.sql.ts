// SQL for the rows of other tables that refer to a record, such as follows. They are changed when the record is joined with another one.
import { moveFollowers } from '../../follows/follow-tables.sql.js';
import type { ImportSession } from './import-session.sql.js';
import type { ChangedKind } from '../history/history-tables.js';

/** The pairs of records to join: `j.survivor` is kept; `j.absorbed` gives its values to the survivor and is then deleted. */
export const pairs = 'unnest($1::bigint[], $2::bigint[]) as j(survivor, absorbed)';

/** The values of the parameters of {@link pairs}. */
export type Pairs = readonly [survivors: readonly string[], absorbed: readonly string[]];

const entry = `nullif(current_setting('import.entry', true), '')::bigint`;

/** SQL for the records `d` from which a record is distinct. @param id the expression for the id of the record */
const distinctFrom = (kind: ChangedKind, id: string): string => `
  (select other_id as id, at, account_name, host from ${kind}_distinction where one_id = ${id}
   union all select one_id, at, account_name, host from ${kind}_distinction where other_id = ${id}) d`;

/** SQL for whether a row of distinctions is about two records. */
const pairOf = (row: string, one: string, other: string): string =>
  `${row}.one_id = least(${one}, ${other}) and ${row}.other_id = greatest(${one}, ${other})`;

/** What the survivor has of the tenants that follow the absorbed record: nothing, or whether an enrichment has made it follow. */
const followsOf = (kind: ChangedKind): string => `
  'follows', (select jsonb_agg(jsonb_build_array(t.tenant_id, s.by_enrichment))
                from ${kind}_follow t left join ${kind}_follow s on s.tenant_id = t.tenant_id and s.${kind}_id = j.survivor
               where t.${kind}_id = j.absorbed)`;

/** The records from which the absorbed one is distinct, and whether the survivor is distinct from them, too. */
const distinctionsOf = (kind: ChangedKind): string => `
  'distinctions', (select jsonb_agg(jsonb_build_array(d.id, exists (select from ${kind}_distinction s where ${pairOf('s', 'j.survivor', 'd.id')})))
                     from ${distinctFrom(kind, 'j.absorbed')} where d.id <> j.survivor)`;

const ofPersons = `,
  'prospects', (select jsonb_agg(jsonb_build_array(t.job_id, t.rank)) from prospect t where t.person_id = j.absorbed),
  'changes', (select jsonb_agg(t.signal_id) from change_signal t where t.person_id = j.absorbed),
  'disclosures', (select jsonb_agg(jsonb_build_array(t.tenant_id, t.day)) from disclosure t
                   where t.person_id = j.absorbed and not exists (
                     select from disclosure s where s.person_id = j.survivor and s.tenant_id = t.tenant_id and s.day = t.day))`;

/**
 * Writes to the history which records were joined, and which rows of other tables referred to the absorbed one. An undo takes back the
 * changes of both records or of neither.
 */
const noteJoins = (kind: ChangedKind): string => `
  insert into import_change (import_id, record_kind, record_id, table_name, after)
  select ${entry}, '${kind}', j.absorbed, 'join',
         jsonb_build_array(jsonb_build_object('id', j.survivor, ${followsOf(kind)}, ${distinctionsOf(kind)}${kind === 'person' ? ofPersons : ''}))
    from ${pairs} where current_setting('import.entry', true) <> ''`;

const moveProspects = `
  update prospect t set person_id = j.survivor from ${pairs} where t.person_id = j.absorbed`;

/** Makes every tenant that received data of the absorbed person count as a recipient of data of the survivor. */
const moveDisclosures = `
  insert into disclosure (person_id, tenant_id, day)
  select j.survivor, t.tenant_id, t.day from ${pairs} join disclosure t on t.person_id = j.absorbed
  on conflict do nothing`;

const moveChanges = `
  update change_signal t set person_id = j.survivor from ${pairs} where t.person_id = j.absorbed`;

/**
 * Makes the survivor distinct from all records from which the absorbed one is distinct. What an operator has said of two records that are
 * absorbed, or of the survivor and an absorbed record, is dropped when they are deleted.
 */
const moveDistinctions = (kind: ChangedKind): string => `
  insert into ${kind}_distinction (one_id, other_id, at, account_name, host)
  select least(j.survivor, d.id), greatest(j.survivor, d.id), d.at, d.account_name, d.host
    from ${pairs} cross join lateral ${distinctFrom(kind, 'j.absorbed')}
   where d.id <> j.survivor and d.id <> all($2::bigint[])
  on conflict do nothing`;

const moves: Readonly<Record<ChangedKind, readonly string[]>> = {
  company: [noteJoins('company'), moveFollowers('company', pairs), moveDistinctions('company')],
  person: [
    ...[noteJoins('person'), moveProspects, moveDisclosures, moveFollowers('person', pairs), moveChanges],
    moveDistinctions('person'),
  ],
};

/**
 * Makes the follows and distinctions of absorbed records refer to the survivors; of persons the prospects, disclosures and signals of changes,
 * too.
 */
export async function moveRelatedRows(session: ImportSession, kind: ChangedKind, values: Pairs): Promise<void> {
  for (const statement of moves[kind]) await session.rows(statement, values);
}

/** Of the joins that entry $1 has noted: the absorbed record, the survivor, and one row that referred to the absorbed record. */
const noted = (kind: ChangedKind, what: string): string => `
  (select record_id as absorbed, (after -> 0 ->> 'id')::bigint as survivor, m.value as item
     from import_change, jsonb_array_elements(nullif(after -> 0 -> '${what}', 'null')) m
    where import_id = $1 and record_kind = '${kind}' and table_name = 'join' and record_id = any($2::bigint[])) j`;

const returnsOfFollows = (kind: ChangedKind): string[] => [
  `delete from ${kind}_follow t using ${noted(kind, 'follows')}
    where t.${kind}_id = j.survivor and t.tenant_id = j.item ->> 0 and j.item ->> 1 is null`,
  `update ${kind}_follow t set by_enrichment = (j.item ->> 1)::boolean from ${noted(kind, 'follows')}
    where t.${kind}_id = j.survivor and t.tenant_id = j.item ->> 0 and j.item ->> 1 is not null`,
];

/** A distinction that an operator has taken back since the join does not return. */
const returnsOfDistinctions = (kind: ChangedKind): string[] => {
  const given = `${noted(kind, 'distinctions')} cross join lateral (select (j.item ->> 0)::bigint as id) d`;
  return [
    `insert into ${kind}_distinction (one_id, other_id, at, account_name, host)
     select least(j.absorbed, d.id), greatest(j.absorbed, d.id), t.at, t.account_name, t.host
       from ${given} join ${kind}_distinction t on ${pairOf('t', 'j.survivor', 'd.id')}
     on conflict do nothing`,
    `delete from ${kind}_distinction t using ${given}
      where ${pairOf('t', 'j.survivor', 'd.id')} and not (j.item ->> 1)::boolean`,
  ];
};

const returns: Readonly<Record<ChangedKind, readonly string[]>> = {
  company: [...returnsOfFollows('company'), ...returnsOfDistinctions('company')],
  person: [
    `update prospect t set person_id = j.absorbed from ${noted('person', 'prospects')}
      where t.job_id = (j.item ->> 0)::bigint and t.rank = (j.item ->> 1)::int and t.person_id = j.survivor`,
    `update change_signal t set person_id = j.absorbed from ${noted('person', 'changes')}
      where t.signal_id = (j.item #>> '{}')::bigint and t.person_id = j.survivor`,
    `delete from disclosure t using ${noted('person', 'disclosures')}
      where t.person_id = j.survivor and t.tenant_id = j.item ->> 0 and t.day = (j.item ->> 1)::date`,
    ...returnsOfFollows('person'),
    ...returnsOfDistinctions('person'),
  ],
};

/** Notes that records were separated again, so that an undo of this undo knows which records it joins. */
const noteSeparations = `
  insert into import_change (import_id, record_kind, record_id, table_name, after)
  select ${entry}, record_kind, record_id, 'split', jsonb_build_array(jsonb_build_object('id', after -> 0 -> 'id'))
    from import_change
   where import_id = $1 and record_kind = $3 and table_name = 'join' and record_id = any($2::bigint[])`;

/**
 * Makes the rows that an entry had moved to survivors refer to the absorbed records again, which are stored again by now. The lists of the
 * absorbed records are stored again with them.
 * @param of the entry of the journal that had joined them
 */
export async function returnRelatedRows(
  session: ImportSession,
  kind: ChangedKind,
  of: number,
  ids: readonly string[],
): Promise<void> {
  for (const statement of returns[kind]) await session.rows(statement, [of, ids]);
  await session.rows(noteSeparations, [of, ids, kind]);
}

/**
 * Moves the related rows to the survivors once more, before an undo of an undo joins the records again.
 * @param of the entry of the journal that had separated them
 */
export async function moveRelatedRowsAgain(
  session: ImportSession,
  kind: ChangedKind,
  of: number,
  ids: readonly string[],
): Promise<void> {
  const rows = (await session.rows(
    `select after -> 0 ->> 'id', record_id::text from import_change
      where import_id = $1 and record_kind = $2 and table_name = 'split' and record_id = any($3::bigint[])`,
    [of, kind, ids],
  )) as [string, string][];
  if (rows.length > 0)
    await moveRelatedRows(session, kind, [rows.map(([survivor]) => survivor), rows.map(([, absorbed]) => absorbed)]);
}
