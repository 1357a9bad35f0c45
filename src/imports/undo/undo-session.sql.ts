// SQL for reading and restoring the rows of many records at once from the JSON of the history.
import { markChangedCompaniesDue, markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { moveRelatedRowsAgain, returnRelatedRows } from '../merging/related-rows.sql.js';
import type { RecordedChange } from '../history/field-changes.js';
import { type ChangedKind, type JsonRow, listTables, unitOf } from '../history/history-tables.js';
import type { LaterTouch, RecordPlan } from './undo-plan.js';
import { familyOf, restoringUndos, type UndoFamily, undosByEntry } from './undone-entries.js';
import type { PastUndo } from '../import-journal.sql.js';

/** The changes of one record by one entry of the journal. */
export interface RecordHistory {
  readonly id: string;
  /** The highest `import_change.id` of the changes. */
  readonly lastChange: string;
  readonly changes: readonly RecordedChange[];
}

/** A record that is restored, with its plan. */
export interface PlannedRecord {
  readonly id: string;
  readonly plan: RecordPlan;
}

/**
 * Creates a table for the records of the entry that a later entry has confirmed. It is filled once, and each batch of the undo reads it. A
 * session of an import does not use hash joins, but the statement that fills the table needs one.
 */
const createConfirmed = `
  create temporary table confirmed_later (record_kind text, record_id bigint, entry bigint, groups text[]);
  create index on confirmed_later (record_id);
  set enable_hashjoin = on`;

const findConfirmed = `
  insert into confirmed_later
  select c.record_kind, t.id, c.import_id, array(select jsonb_object_keys(nullif(c.given, 'null')))
    from import_confirmation c, unnest(c.record_ids) t(id)
   where c.import_id > $1 and c.import_id <> all($2) and c.given is not null
     and (c.record_kind, t.id) in (
       select record_kind, record_id from import_change where import_id = $1
       union select record_kind, unnest(record_ids) from import_insertion where import_id = $1)`;

const selectHistory = `
  select record_id::text, max(id)::text,
         jsonb_agg(jsonb_build_object('table', table_name, 'before', before, 'after', after) order by id)
    from import_change
   where import_id = $1 and record_kind = $2 and not undone and record_id = any($3::bigint[])
   group by record_id`;

const selectLater = `
  select h.record_id::text, min(h.import_id)::int, array_agg(distinct h.table_name),
         array_agg(distinct e.key) filter (where h.table_name = h.record_kind and e.key is not null)
    from unnest($1::bigint[], $2::bigint[]) as r(id, own)
    join import_change h on h.record_id = r.id and h.id > r.own
    left join lateral jsonb_object_keys(coalesce(h.before -> 0, h.after -> 0)) as e(key) on h.table_name = h.record_kind
   where h.record_kind = $3 and not h.undone and h.import_id <> all($4)
   group by h.record_id
  union all
  select record_id::text, min(entry)::int, '{}', array_agg(distinct 'group ' || g) from confirmed_later, unnest(groups) g
   where record_kind = $3 and record_id = any($1::bigint[]) group by record_id`;

/** A file has few combinations of sources, so each part of the confirmations mostly has some thousand records. */
const confirmationsOfPart = 20;

/** A later change of a record: what it touched, and the first entry of the journal that did. */
export interface Later extends LaterTouch {
  readonly entry: number;
}

/** The session of an undo: reads the history of an entry, and restores records. */
export class UndoSession {
  /**
   * @param entry the entry that is undone
   * @param passed the entries whose changes do not count as later ones
   */
  private constructor(
    private readonly session: ImportSession,
    private readonly entry: number,
    private readonly family: UndoFamily,
    private readonly passed: readonly number[],
  ) {}

  /** @param session records the history of the undo itself. @param undos the undos before it, in the order of the journal */
  static async open(session: ImportSession, entry: number, undos: readonly PastUndo[]): Promise<UndoSession> {
    const family = familyOf(entry, undos);
    const own = [...family.ended, ...family.opposite];
    // The plans of the statements below depend on how large the history is, and it may have grown since the last analysis.
    await session.analyze(['import_change', 'import_confirmation']);
    const undone = undosByEntry(undos.filter(({ isComplete }) => isComplete));
    await session.run(createConfirmed);
    await session.rows(findConfirmed, [entry, [...own, ...undone.keys()]]);
    await session.run('set enable_hashjoin = off');
    return new UndoSession(session, entry, family, [...own, ...restoringUndos(undos), session.entry ?? 0]);
  }

  /** Whether what an entry has changed is kept. What it has only confirmed says nothing about that. */
  static async hasHistory(session: ImportSession, entry: number): Promise<boolean> {
    const kept = await session.rows(
      `select from import_change where import_id = $1 union all select from import_insertion where import_id = $1 limit 1`,
      [entry],
    );
    return kept.length > 0;
  }

  /** Lets the query fields of companies, or of the employers of persons, be counted again. */
  async markDue(kind: ChangedKind, ids: readonly string[]): Promise<void> {
    if (kind === 'company') await this.session.rows(markChangedCompaniesDue, [ids]);
    if (kind === 'person' && ids.length > 0)
      await this.session.rows(
        markCountsDue('select company_id from person where id = any($1::bigint[]) and company_id is not null'),
        [ids],
      );
  }

  /** The names by which an operator knows a record, as they are stored now; null if it is not stored. */
  async namesOf(kind: ChangedKind, id: string) {
    const columns = kind === 'company' ? 'name, network_url, website' : 'full_name, network_url, null';
    const [row] = await this.session.rows(`select ${columns} from ${kind} where id = $1`, [id]);
    const [name = null, networkUrl = null, website = null] = (row ?? []) as (string | null)[];
    return { name, network_url: networkUrl, website };
  }

  /** The next records that the entry has changed and that are not restored yet, in the order of their ids. */
  async nextChanged(kind: ChangedKind, after: string, limit: number): Promise<string[]> {
    return this.session.column(
      `select distinct record_id from import_change
        where import_id = $1 and record_kind = $2 and record_id > $3::bigint and not undone order by 1 limit $4`,
      [this.entry, kind, after, limit],
    );
  }

  /** The pairs of records that the entry has joined or separated. */
  async joins(): Promise<readonly (readonly [kind: ChangedKind, absorbed: string, survivor: string])[]> {
    const rows = await this.session.rows(
      `select record_kind, record_id::text, after -> 0 ->> 'id' from import_change
        where import_id = $1 and table_name in ('join', 'split') and not undone`,
      [this.entry],
    );
    return rows as [ChangedKind, string, string][];
  }

  async history(kind: ChangedKind, ids: readonly string[]): Promise<RecordHistory[]> {
    const rows = await this.session.rows(selectHistory, [this.entry, kind, ids]);
    return (rows as [string, string, RecordedChange[]][]).map(([id, lastChange, changes]) => ({
      id,
      lastChange,
      changes,
    }));
  }

  /** What later entries have touched of each record. @param own the last change of each record by the undone entry */
  async later(kind: ChangedKind, ids: readonly string[], own: readonly string[]): Promise<ReadonlyMap<string, Later>> {
    const rows = (await this.session.rows(selectLater, [ids, own, kind, this.passed])) as [
      string,
      number,
      string[],
      string[] | null,
    ][];
    const touched = new Map<string, { entry: number; units: Set<string>; groups: Set<string> }>();
    for (const [id, entry, tables, names] of rows) {
      const touch = touched.get(id) ?? { entry, units: new Set(), groups: new Set() };
      for (const table of tables) if (table in listTables) touch.units.add(unitOf(kind, table));
      for (const name of names ?? []) {
        if (name.startsWith('group ')) touch.groups.add(name.slice('group '.length));
        else if (name !== 'sources') touch.units.add(unitOf(kind, name));
      }
      touched.set(id, touch);
    }
    return touched;
  }

  /** Those of the records that are stored, with their sources. */
  async stored(kind: ChangedKind, ids: readonly string[]): Promise<ReadonlyMap<string, JsonRow | null>> {
    const rows = await this.session.rows(`select id::text, sources from ${kind} where id = any($1::bigint[])`, [ids]);
    return new Map(rows as [string, JsonRow | null][]);
  }

  /** Restores records of one kind. None of their rows may contradict another record: if one does, the database throws an error. */
  async restore(kind: ChangedKind, records: readonly PlannedRecord[]): Promise<void> {
    const employers = kind === 'person' ? await this.employersOf(records) : null;
    const of = (action: RecordPlan['action']): PlannedRecord[] => records.filter(({ plan }) => plan.action === action);
    await this.session.removeRecords(
      kind,
      of('delete').map(({ id }) => id),
    );
    for (const column of ['network_url', 'network_id']) {
      const ids = of('update').flatMap(({ id, plan }) => (column in plan.values ? id : []));
      // Two records may exchange a key, so neither may have it while the other one gets it.
      await this.session.rows(`update ${kind} set ${column} = null where id = any($1::bigint[])`, [ids]);
    }
    const lists = Object.keys(listTables).filter((table) => table.startsWith(`${kind}_`));
    for (const table of lists) await this.removeItems(kind, table, records);
    const rows = of('insert').map(({ id, plan }) => ({ ...linked(plan.values, employers), id }));
    await this.session.rows(
      `insert into ${kind} select r.* from jsonb_array_elements($1::jsonb) e, jsonb_populate_record(null::${kind}, e) r`,
      [JSON.stringify(rows)],
    );
    await this.updateValues(kind, of('update'), employers);
    for (const table of lists) await this.insertItems(kind, table, records, employers);
    await this.restoreOthers(kind, of('insert'));
  }

  /** Moves the related rows of records that the entry had separated to their survivors. */
  async moveRelatedRows(kind: ChangedKind, ids: readonly string[]): Promise<void> {
    await moveRelatedRowsAgain(this.session, kind, this.entry, ids);
  }

  /** Makes the related rows refer again to the records that the entry had joined with others. */
  async returnRelatedRows(kind: ChangedKind, ids: readonly string[]): Promise<void> {
    await returnRelatedRows(this.session, kind, this.entry, ids);
  }

  /** Notes that the changes of records do not apply any more, and that the opposite ones apply again. */
  async noteUndone(kind: ChangedKind, ids: readonly string[]): Promise<void> {
    const { ended, opposite } = this.family;
    await this.session.rows(
      `update import_change set undone = import_id = any($1::bigint[])
        where import_id = any($1::bigint[] || $2::bigint[]) and record_kind = $3 and record_id = any($4::bigint[])
          and undone <> (import_id = any($1::bigint[]))`,
      [ended, opposite, kind, ids],
    );
  }

  /** The parts of the records that the entry has inserted. @param after the id of the part before; 0 for the first */
  async nextInsertion(after: string): Promise<{ id: string; kind: ChangedKind | 'signal'; ids: string[] } | null> {
    const [row] = await this.session.rows(
      `select id::text, record_kind, record_ids::text[] from import_insertion where import_id = $1 and id > $2::bigint order by id limit 1`,
      [this.entry, after],
    );
    if (row === undefined) return null;
    const [id, kind, ids] = row as [string, ChangedKind | 'signal', string[]];
    return { id, kind, ids };
  }

  /** Deletes signals, and the callbacks that have none any more. @returns the number of deleted signals */
  async deleteSignals(ids: readonly string[]): Promise<number> {
    const callbacks = await this.session.column(
      'select distinct callback_id from change_signal where signal_id = any($1::bigint[]) and callback_id is not null',
      [ids],
    );
    const deleted = await this.session.column('delete from signal where id = any($1::bigint[]) returning id', [ids]);
    await this.session.rows(
      `delete from callback_delivery d
        where id = any($1::bigint[]) and not exists (select from change_signal where callback_id = d.id)`,
      [callbacks],
    );
    return deleted.length;
  }

  /** Brings back the signals that the entry has deleted. @returns their number */
  async restoreSignals(): Promise<number> {
    const restored = await this.session.column(
      `insert into signal
       select r.* from import_change h, jsonb_populate_record(null::signal, h.before -> 0 || jsonb_build_object('id', h.record_id)) r
        where h.import_id = $1 and h.table_name = 'signal' and exists (select from tenant where id = r.tenant_id)
       on conflict do nothing returning id`,
      [this.entry],
    );
    await this.session.rows(
      `insert into change_signal (signal_id, person_id)
       select h.record_id, (h.before -> 0 ->> 'person_id')::bigint from import_change h
        where h.import_id = $1 and h.table_name = 'change_signal' and h.record_id = any($2::bigint[])
          and exists (select from person where id = (h.before -> 0 ->> 'person_id')::bigint)
       on conflict do nothing`,
      [this.entry, restored],
    );
    return restored.length;
  }

  /**
   * Restores the sources of records in which the entry has changed nothing else, unless they have changed since.
   * @param after the id of the last confirmation of the part before; 0 for the first part
   * @returns the id of the last confirmation of the part; null after the last part
   */
  async restoreSources(kind: ChangedKind, after: string): Promise<string | null> {
    const { entry } = this.session;
    const [last] = await this.session.unrecorded(() =>
      this.session.column(
        `with part as materialized (
           select id, record_ids, before, coalesce(after, coalesce(nullif(before, 'null'), '{}') || given) as after
             from import_confirmation where import_id = $1 and record_kind = $2 and id > $3::bigint order by id limit ${confirmationsOfPart}),
         restored as (
           update ${kind} t set sources = nullif(p.before, 'null') from part p cross join unnest(p.record_ids) r(id)
            where t.id = r.id and p.before <> p.after and coalesce(t.sources, 'null') = p.after
           returning t.id, p.after as before, p.before as after),
         noted as (
           insert into import_confirmation (import_id, record_kind, record_ids, before, after)
           select $4::bigint, $2::text, array_agg(id), before, after from restored group by before, after)
         select max(id) from part`,
        [this.entry, kind, after, entry],
      ),
    );
    return last ?? null;
  }

  private async updateValues(
    kind: ChangedKind,
    records: readonly PlannedRecord[],
    employers: ReadonlySet<string> | null,
  ): Promise<void> {
    const columns = [...new Set(records.flatMap(({ plan }) => Object.keys(plan.values)))];
    if (columns.length === 0) return;
    const values = records.map(({ id, plan }) => ({ id, values: linked(plan.values, employers) }));
    await this.session.rows(
      `update ${kind} t set ${columns.map((column) => `"${column}" = r."${column}"`).join(', ')}
         from jsonb_to_recordset($1::jsonb) as p(id bigint, "values" jsonb) join ${kind} o on o.id = p.id
         cross join lateral jsonb_populate_record(o, p."values") r
        where t.id = o.id`,
      [JSON.stringify(values)],
    );
  }

  private async removeItems(kind: ChangedKind, table: string, records: readonly PlannedRecord[]): Promise<void> {
    const keys = itemsOf(kind, table, records, ({ remove }) => remove);
    if (keys.length === 0) return;
    const same = [`${kind}_id`, ...(listTables[table]?.key ?? [])].map((name) => `t."${name}" = r."${name}"`);
    await this.session.rows(
      `delete from ${table} t using jsonb_array_elements($1::jsonb) e, jsonb_populate_record(null::${table}, e) r
        where ${same.join(' and ')}`,
      [JSON.stringify(keys)],
    );
  }

  private async insertItems(
    kind: ChangedKind,
    table: string,
    records: readonly PlannedRecord[],
    employers: ReadonlySet<string> | null,
  ): Promise<void> {
    const items = itemsOf(kind, table, records, ({ insert }) => insert).map((row) => linked(row, employers));
    if (items.length === 0) return;
    await this.session.rows(
      `insert into ${table} select r.* from jsonb_array_elements($1::jsonb) e, jsonb_populate_record(null::${table}, e) r`,
      [JSON.stringify(items)],
    );
  }

  /** Brings back the follows, disclosures and prospects of records that come back, if their tenants and runs still exist. */
  private async restoreOthers(kind: ChangedKind, records: readonly PlannedRecord[]): Promise<void> {
    const parents = { prospect: ['prospecting_job', 'job_id'] } as const;
    for (const table of [`${kind}_follow`, 'disclosure', 'prospect']) {
      const rows = records.flatMap(({ id, plan }) =>
        (plan.others.get(table) ?? []).map((row) => ({ ...row, [`${kind}_id`]: id })),
      );
      if (rows.length === 0) continue;
      const [parent, column] = table === 'prospect' ? parents.prospect : (['tenant', 'tenant_id'] as const);
      await this.session.rows(
        `insert into ${table} select r.* from jsonb_array_elements($1::jsonb) e, jsonb_populate_record(null::${table}, e) r
          where exists (select from ${parent} where id = r.${column}) on conflict do nothing`,
        [JSON.stringify(rows)],
      );
    }
  }

  /** Those of the companies to which the restored rows of persons refer that are still stored. */
  private async employersOf(records: readonly PlannedRecord[]): Promise<ReadonlySet<string>> {
    const rows = records.flatMap(({ plan }) => [plan.values, ...plan.lists.flatMap(({ insert }) => insert)]);
    const ids = new Set(rows.flatMap(({ company_id: id }) => (typeof id === 'number' ? String(id) : [])));
    return new Set(await this.session.column('select id from company where id = any($1::bigint[])', [[...ids]]));
  }
}

/** A row without its link to a company that is no longer stored. */
function linked(row: JsonRow, employers: ReadonlySet<string> | null): JsonRow {
  const { company_id: id } = row;
  const isKnown = employers === null || typeof id !== 'number' || employers.has(String(id));
  return isKnown ? row : { ...row, company_id: null };
}

function itemsOf(
  kind: ChangedKind,
  table: string,
  records: readonly PlannedRecord[],
  of: (list: RecordPlan['lists'][number]) => readonly JsonRow[],
): JsonRow[] {
  return records.flatMap(({ id, plan }) =>
    plan.lists
      .filter((list) => list.table === table)
      .flatMap((list) => of(list).map((row) => ({ ...row, [`${kind}_id`]: id }))),
  );
}
