// SQL that reads whole records as JSON, of any kind, in the session of a merge.
import type { PageWriter } from '../../matching/urls/profile-url.js';
import { type ChangedKind, derivedColumns, type JsonRow, listTables } from '../history/history-tables.js';
import type { ImportSession } from '../merging/import-session.sql.js';

/** A field of two records that are merged. */
export interface MergedField {
  readonly field: string;
  /** The value of the record that is kept; null for none. */
  readonly stays: unknown;
  /** The value of the record that is merged into it. */
  readonly goes: unknown;
  /** The value of the kept record after the merge. */
  readonly becomes: unknown;
}

/** How many rows of other tables refer to a record, by their kind. */
export type MovedCounts = Readonly<Record<string, number>>;

function listOf(kind: ChangedKind, table: string): string {
  const { field, shown } = listTables[table] ?? { field: null, shown: [] };
  const item =
    shown.length === 1
      ? `to_jsonb(i.${shown[0] ?? ''})`
      : `jsonb_strip_nulls(jsonb_build_object(${shown.map((name) => `'${name}', i.${name}`).join(', ')}))`;
  return `'${field ?? ''}', (select jsonb_agg(${item} order by ${item}) from ${table} i where i.${kind}_id = t.id)`;
}

/** SQL for the fields of a record, under the names that imports give them. A list of many fields is built in parts. */
function selectValues(kind: ChangedKind): string {
  const lists = Object.keys(listTables).filter(
    (table) => table.startsWith(`${kind}_`) && listTables[table]?.field !== null,
  );
  return `select to_jsonb(t) - $2::text[] || jsonb_build_object(${lists.map((table) => listOf(kind, table)).join(', ')})
            from ${kind} t where t.id = $1`;
}

const countsOf: Readonly<Record<ChangedKind, Readonly<Record<string, string>>>> = {
  company: {
    employees: 'person where company_id = $1',
    positions: 'person_experience where company_id = $1',
    follows: 'company_follow where company_id = $1',
  },
  person: {
    prospects: 'prospect where person_id = $1',
    disclosures: 'disclosure where person_id = $1',
    change_signals: 'change_signal where person_id = $1',
    follows: 'person_follow where person_id = $1',
  },
};

/** Reads the fields of a record, without derived data; null if it is not stored. */
export async function valuesOf(session: ImportSession, kind: ChangedKind, id: string): Promise<JsonRow | null> {
  const [row] = await session.rows(selectValues(kind), [id, ['id', ...derivedColumns]]);
  return row === undefined ? null : (row[0] as JsonRow);
}

/** Counts the rows of other tables that refer to a record. */
export async function relatedRowsOf(session: ImportSession, kind: ChangedKind, id: string): Promise<MovedCounts> {
  const counts = Object.entries(countsOf[kind]);
  const columns = counts.map(([, from]) => `(select count(*)::int from ${from})`).join(', ');
  const [row = []] = await session.rows(`select ${columns}`, [id]);
  return Object.fromEntries(counts.map(([name], place) => [name, row[place] as number]));
}

/** The fields of which one of the two records has a value, side by side. @param writePage writes stored profile pages */
export function sideBySide(stays: JsonRow, goes: JsonRow, becomes: JsonRow, writePage: PageWriter): MergedField[] {
  const shown = (field: string, value: unknown): unknown => {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
    return field.endsWith('network_url') && typeof value === 'string' ? writePage(value) : value;
  };
  return Object.keys(stays)
    .map((field) => ({
      field,
      stays: shown(field, stays[field]),
      goes: shown(field, goes[field]),
      becomes: shown(field, becomes[field]),
    }))
    .filter((one) => one.stays !== null || one.goes !== null);
}
