import type { RecordedChange } from '../history/field-changes.js';
import { type ChangedKind, groupOf, type JsonRow, listTables, unitOf } from '../history/history-tables.js';

/** What later entries of the journal have touched of a record. */
export interface LaterTouch {
  /** The units of columns and tables that were changed; see {@link unitOf}. */
  readonly units: ReadonlySet<string>;
  /** The groups of fields whose values were confirmed by another source or on another day. */
  readonly groups: ReadonlySet<string>;
}

/** How the rows that a record has in one table become what they were. */
interface ListPlan {
  readonly table: string;
  /** The keys of the rows to remove, each with the values of the key's columns. */
  readonly remove: readonly JsonRow[];
  readonly insert: readonly JsonRow[];
}

/** How an undo brings a record back to what it was before an entry of the journal. */
export interface RecordPlan {
  /** `insert`: the record was removed. `delete`: it was added. `update`: some of its values differ. */
  readonly action: 'insert' | 'delete' | 'update';
  /** The columns of the record, without its id, that get other values; for `insert` all of them. */
  readonly values: JsonRow;
  readonly lists: readonly ListPlan[];
  /** The rows that other parts of the service had of a removed record, such as its follows, by table. */
  readonly others: ReadonlyMap<string, readonly JsonRow[]>;
  /** The fields that keep their values, because a later entry has touched them. */
  readonly kept: readonly string[];
}

const untouched: LaterTouch = { units: new Set(), groups: new Set() };

/**
 * Plans how a record becomes what it was before its changes. A unit that was touched later keeps its values. A record that was added, or
 * removed, is restored as a whole or not at all.
 * @param changes the changes of one record by one entry of the journal, in their order
 * @returns null if nothing can be restored, with the fields that keep their values
 */
export function planOf(
  kind: ChangedKind,
  changes: readonly RecordedChange[],
  later: LaterTouch = untouched,
): RecordPlan | { readonly action: 'none'; readonly kept: readonly string[] } {
  const own = changes.filter(({ table }) => table === kind);
  const first = own.find(({ before, after }) => before === null || after === null);
  const isWhole = first !== undefined;
  const isTouched = (name: string): boolean => {
    const group = groupOf(kind, name);
    return later.units.has(unitOf(kind, name)) || (group !== null && later.groups.has(group));
  };
  if (isWhole && later.units.size + later.groups.size > 0) return { action: 'none', kept: ['record'] };
  const touchedUnits = new Set(
    namesOf(kind, changes)
      .filter(isTouched)
      .map((name) => unitOf(kind, name)),
  );
  const isKept = (name: string): boolean => touchedUnits.has(unitOf(kind, name));
  const values = valuesBefore(own, isKept);
  const lists = Object.entries(listTables).flatMap(([table, { key }]) => {
    const ofTable = changes.filter((change) => change.table === table);
    return ofTable.length === 0 || isKept(table) ? [] : [listBefore(table, key, ofTable)];
  });
  const others = new Map(
    changes
      .filter(({ table, before }) => table !== kind && listTables[table] === undefined && before !== null)
      .map(({ table, before }) => [table, before ?? []] as const),
  );
  const kept = [...touchedUnits];
  if (isWhole && first.before === null) return { action: 'delete', values: {}, lists: [], others: new Map(), kept };
  if (isWhole) return { action: 'insert', values, lists, others, kept };
  if (Object.keys(values).length === 0 && lists.length === 0) return { action: 'none', kept };
  return { action: 'update', values, lists, others, kept };
}

/** The columns and tables that the changes are about. */
function namesOf(kind: ChangedKind, changes: readonly RecordedChange[]): string[] {
  const columns = changes.flatMap(({ table, before }) => (table === kind ? Object.keys(before?.[0] ?? {}) : []));
  return [
    ...columns.filter((name) => name !== 'sources'),
    ...changes.flatMap(({ table }) => (table in listTables ? table : [])),
  ];
}

/** The values of the columns before the first change of each. The column `sources` is restored by the caller, group by group. */
function valuesBefore(changes: readonly RecordedChange[], isKept: (name: string) => boolean): JsonRow {
  const values: Record<string, unknown> = {};
  for (const { before } of [...changes].reverse()) {
    for (const [name, value] of Object.entries(before?.[0] ?? {}))
      if (name === 'sources' || !isKept(name)) values[name] = value;
  }
  return values;
}

/** Takes back the changes of a list one by one, the last one first. */
function listBefore(table: string, key: readonly string[], changes: readonly RecordedChange[]): ListPlan {
  const keyOf = (row: JsonRow): string => JSON.stringify(key.map((name) => row[name]));
  const removed = new Map<string, JsonRow>();
  const inserted = new Map<string, JsonRow>();
  for (const { before, after } of [...changes].reverse()) {
    for (const row of after ?? []) {
      inserted.delete(keyOf(row));
      removed.set(keyOf(row), row);
    }
    for (const row of before ?? []) {
      inserted.set(keyOf(row), row);
      removed.set(keyOf(row), row);
    }
  }
  const keys = [...removed.values()].map((row) => Object.fromEntries(key.map((name) => [name, row[name]])));
  return { table, remove: keys, insert: [...inserted.values()] };
}

/**
 * The column `sources` after an undo: each group that the entry changed, and that has not been changed since, gets its former source.
 * @param changes the changes of the column by the entry, in their order
 */
export function sourcesBefore(
  current: JsonRow | null,
  changes: readonly { readonly before: JsonRow | null; readonly after: JsonRow | null }[],
): JsonRow | null {
  const sources = new Map(Object.entries(current ?? {}));
  for (const { before, after } of [...changes].reverse()) {
    for (const group of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const [old, given] = [before?.[group], after?.[group]];
      if (same(old, given) || !same(sources.get(group), given)) continue;
      if (old === undefined) sources.delete(group);
      else sources.set(group, old);
    }
  }
  return sources.size === 0 && current === null ? null : Object.fromEntries(sources);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
