// SQL for reading the history of imports, which triggers write.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type ChangeSummary, type FieldTally, suspiciousPatterns } from './change-summary.js';
import { type FieldChange, fieldChanges, type RecordedChange } from './field-changes.js';
import { type ChangedKind, derivedColumns, listTables } from './history-tables.js';

/** Sends a query, in a session of its own or in that of an import. @returns the rows, each as an object */
export type QueryRows = <Row extends object>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

/** A stored record whose fields an import has changed. */
export interface ChangedRecord {
  readonly kind: ChangedKind;
  /** The name of the company or person, as it is stored now; null if the record was removed since, or has none. */
  readonly name: string | null;
  readonly network_url: string | null;
  /** Of a company; null for a person. */
  readonly website: string | null;
  readonly changes: readonly FieldChange[];
}

/** A part of the changes of an import. */
export interface ChangePage {
  readonly records: readonly ChangedRecord[];
  /** Where the next part begins; null after the last part. */
  readonly next_cursor: string | null;
}

interface ChangeRow {
  readonly kind: ChangedKind;
  readonly id: string;
  /** Null for a record of which only derived data changed. */
  readonly changes: readonly RecordedChange[] | null;
  readonly name: string | null;
  readonly network_url: string | null;
  readonly website: string | null;
}

/** The tables of lists, each with the columns of an item that a difference shows. */
const shownColumns = Object.fromEntries(
  Object.entries(listTables).flatMap(([table, { field, shown }]) => (field === null ? [] : [[table, shown] as const])),
);
const shownTables = Object.keys(shownColumns);

/** The records of a part, with their changes in order. A record whose changes are only about derived data has none to show. */
const selectPage = `
  with part as (
    select record_kind, record_id from import_change
     where import_id = $1 and record_kind <> 'signal' and (record_kind, record_id) > ($2, $3::bigint)
     group by record_kind, record_id order by record_kind, record_id limit $4)
  select p.record_kind as kind, p.record_id::text as id, c.changes, coalesce(o.name, e.full_name) as name,
         coalesce(o.network_url, e.network_url) as network_url, o.website
    from part p
    cross join lateral (
      select jsonb_agg(jsonb_build_object('table', h.table_name, 'before', h.before, 'after', h.after) order by h.id) as changes
        from import_change h
       where h.import_id = $1 and h.record_kind = p.record_kind and h.record_id = p.record_id and h.table_name = any($5)) c
    left join company o on p.record_kind = 'company' and o.id = p.record_id
    left join person e on p.record_kind = 'person' and e.id = p.record_id
   order by p.record_kind, p.record_id`;

/** SQL for whether a JSON value is none: null, or an empty list. */
const isNone = (value: string): string => `coalesce(${value} in ('null', '[]'), true)`;

/** SQL for the kind of a value, so that a column that was shifted by one is noticed. */
const kindOf = (value: string): string => `
  case when ${isNone(value)} then null
       when jsonb_typeof(${value}) <> 'string' then jsonb_typeof(${value})
       when ${value} #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then 'date'
       when ${value} #>> '{}' ~ '^[-+0-9. ,()]+$' then 'number'
       when ${value} #>> '{}' ~ '@[^ ]+[.]' then 'e-mail address'
       when ${value} #>> '{}' ~ '^https?://' or ${value} #>> '{}' ~ '^[^ ]+[.][a-z]{2,}/' then 'web page'
       else 'text' end`;

/** The values of the tables `company` and `person` that an entry of the journal has changed: a row for each record and column. */
const changedValues = `
  select h.record_kind, h.record_id, e.key as field, e.value as before, h.after -> 0 -> e.key as after
    from import_change h, jsonb_each(h.before -> 0) e
   where h.import_id = $1 and h.table_name = h.record_kind and h.before is not null and h.after is not null and e.key <> all ($2)`;

const selectTallies = `
  with changed as (${changedValues}),
  frequent as (
    select distinct on (field) field, after #>> '{}' as value, count(*) as records from changed where not ${isNone('after')}
     group by field, after order by field, count(*) desc),
  tally as (
    select field, count(distinct record_id) as changed, count(*) filter (where ${isNone('before')}) as filled,
           count(*) filter (where ${isNone('after')}) as emptied,
           mode() within group (order by ${kindOf('before')}) as kind_before, mode() within group (order by ${kindOf('after')}) as kind_after
      from changed group by field)
  select t.field, t.changed::int, t.filled::int, t.emptied::int, t.kind_before, t.kind_after,
         case when f.records > 1 then jsonb_build_object('value', left(f.value, 200), 'records', f.records) end as most_frequent
    from tally t left join frequent f using (field) order by t.changed desc, t.field`;

/**
 * SQL for the items that lists have gained or lost: a row for each record, table and item, with the number by which the item became more
 * frequent. An item that has only got another place in its list is none of them. Parameter 2 is {@link shownColumns} as JSON.
 * @param changes SQL for rows of `import_change`
 */
const listItems = (changes: string): string => `
  select h.record_kind, h.record_id, h.table_name, i.item, sum(i.gained) as gained
    from ${changes} h,
         lateral (select -1 as gained, e.value as row from jsonb_array_elements(h.before) e
                   union all select 1, e.value from jsonb_array_elements(h.after) e) r,
         lateral (select r.gained, jsonb_object_agg(c.name, r.row -> c.name) as item
                    from jsonb_array_elements_text($2::jsonb -> h.table_name) c (name)) i
   where h.import_id = $1 and $2::jsonb ? h.table_name
   group by h.record_kind, h.record_id, h.table_name, i.item having sum(i.gained) <> 0`;

/**
 * Counts the records whose lists were changed; a list is filled in a record if items were only added. The lists of a record that was joined
 * with another one do not count, because their items are moved.
 */
const selectListTallies = `
  select table_name as table, count(*)::int as changed, count(*) filter (where not is_lost)::int as filled
    from (select *, bool_or(table_name is null) over (partition by record_kind, record_id) as is_removed
            from (select record_kind, record_id, table_name, bool_or(gained < 0) as is_lost
                    from (${listItems('import_change')}) i group by record_kind, record_id, table_name
                   union all select record_kind, record_id, null, null from import_change
                    where import_id = $1 and table_name = record_kind and after is null) t) tally
   where not is_removed group by table_name`;

/**
 * Counts the records in which a stored value was replaced or removed. Three kinds of changed records do not count: records in which only
 * blanks were filled, records of which only derived data changed, and records that were joined with another one. The statement has no joins,
 * because a session of an import uses nested loops only, and their time grows with the square of the number of changes.
 */
const countReplaced = (changes: 'all' | 'of this transaction'): string => {
  const condition = changes === 'all' ? 'true' : 'h.id > $4::bigint and h.xmin = pg_current_xact_id()::xid';
  // Comparing the items of a list takes long, and is not needed for a list that has only gained some.
  const losses = `
    (select * from (select *, bool_or(before is not null) over (partition by record_kind, record_id, table_name) as has_lost
                      from import_change h where h.import_id = $1 and ${condition}) c where has_lost)`;
  return `
  select count(*)::int as count from (
    select record_kind, record_id
      from (select h.record_kind, h.record_id, h.after is null as is_removed,
                   exists (select from jsonb_each(h.before -> 0) e where e.key <> all ($3) and not ${isNone('e.value')}) as is_replaced
              from import_change h
             where h.import_id = $1 and h.table_name = h.record_kind and h.before is not null and ${condition}
             union all select record_kind, record_id, false, true from (${listItems(losses)}) i where gained < 0) c
     group by record_kind, record_id having bool_or(is_replaced) and not bool_or(is_removed)) replaced`;
};

const countChanged = `
  select (select coalesce(sum(cardinality(record_ids)), 0)::int from import_insertion where import_id = $1) as inserted,
         (select count(*)::int from (select from import_change where import_id = $1 and record_kind <> 'signal'
                                     group by record_kind, record_id) r) as changed`;

/** The values of the parameters that all forms of {@link countReplaced} have. */
const replacedBy = (entry: number): unknown[] => [entry, JSON.stringify(shownColumns), derivedColumns];

/** Reads what an entry of the journal of imports has changed, also in the session of an import that is under way. */
export class HistoryReading {
  constructor(private readonly query: QueryRows) {}

  /** The number of records in which this transaction has replaced or removed a stored value. @param since an `import_change.id` before it */
  async replacedNow(entry: number, since: string): Promise<number> {
    return this.count(countReplaced('of this transaction'), [...replacedBy(entry), since]);
  }

  /** The number of records in which an entry has replaced or removed a stored value. */
  async replaced(entry: number): Promise<number> {
    return this.count(countReplaced('all'), replacedBy(entry));
  }

  private async count(text: string, values: readonly unknown[]): Promise<number> {
    const [row] = await this.query<{ count: number }>(text, values);
    return row?.count ?? 0;
  }

  async summary(entry: number): Promise<ChangeSummary> {
    const [counts] = await this.query<{ inserted: number; changed: number }>(countChanged, [entry]);
    const { inserted = 0, changed = 0 } = counts ?? {};
    const fields = await this.fields(entry);
    const replaced = await this.replaced(entry);
    return { inserted, changed, replaced, fields, warnings: suspiciousPatterns(fields) };
  }

  /** The patterns in the changes of an entry that are typical for a wrong file. */
  async warnings(entry: number): Promise<readonly string[]> {
    return suspiciousPatterns(await this.fields(entry));
  }

  private async fields(entry: number): Promise<readonly FieldTally[]> {
    const values = await this.query<FieldTally>(selectTallies, [entry, derivedColumns]);
    const lists = await this.query<{ table: string; changed: number; filled: number }>(selectListTallies, [
      entry,
      JSON.stringify(shownColumns),
    ]);
    const none = { emptied: 0, most_frequent: null, kind_before: null, kind_after: null };
    const ofLists = lists.map(({ table, ...tally }) => ({
      field: listTables[table]?.field ?? table,
      ...tally,
      ...none,
    }));
    return [...values, ...ofLists].sort((one, other) => other.changed - one.changed);
  }

  /**
   * The changed records of an entry, in parts.
   * @param cursor `next_cursor` of the part before; null for the first part
   */
  async page(entry: number, cursor: string | null, limit: number): Promise<ChangePage> {
    const [, kind = '', id = '0'] = /^([cp])(\d{1,18})$/.exec(cursor ?? '') ?? [];
    const after = { c: 'company', p: 'person' }[kind] ?? '';
    const tables = ['company', 'person', ...shownTables];
    const rows = await this.query<ChangeRow>(selectPage, [entry, after, id, limit, tables]);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      records: rows.flatMap(({ changes, id: _, ...record }) => {
        const fields = fieldChanges(changes ?? []);
        return fields.length === 0 ? [] : [{ ...record, changes: fields }];
      }),
      next_cursor: last === undefined ? null : `${last.kind.charAt(0)}${last.id}`,
    };
  }
}

/** Reads the history of imports that have ended. */
@Injectable()
export class ImportHistory extends HistoryReading {
  constructor(database: Database) {
    super(
      async <Row extends object>(text: string, values: readonly unknown[]) =>
        (await database.pool.query<Row>(text, [...values])).rows,
    );
  }
}
