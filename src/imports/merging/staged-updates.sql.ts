// SQL for statements over many rows that take values and lists from a staging table.
import type { OnStored } from './batch-merge.js';

/**
 * A table with lists, each of which belongs to a company or a person, and the columns of the new lists in a staging table.
 */
interface ListTable {
  readonly table: string;
  /** The column with the id of the company or person, in both tables. */
  readonly owner: string;
  /** The column that identifies an item within a list. */
  readonly key: string;
  /** The columns of an item other than its key. */
  readonly others: readonly string[];
  /**
   * The array columns of the staging table: first the keys, then the columns of `others`. If the keys are null, the stored list is kept.
   */
  readonly staged: readonly string[];
  /** A boolean column of the table. An item for which it is true is never removed. */
  readonly kept?: string;
}

/** A list to which records may add without replacing it. */
interface ExtensibleList extends ListTable {
  readonly kept: string;
  /** The column with the position of an item in the list, if `others` contains it. */
  readonly place: string;
  /** The position of the first added item. Items with a lower position are those of records that replace the list. */
  readonly firstPlace: number;
}

/**
 * Statements that make every owner's list equal to the staged one without touching equal items. Each returns the owners whose lists
 * it changed. Run them in order, in one transaction.
 */
export function replaceLists(list: ListTable, staging: string): string[] {
  const { table, owner, key, others, kept } = list;
  const [keys = ''] = list.staged;
  const columns = [key, ...others];
  const items = `${staging} s, unnest(${list.staged.map((column) => `s.${column}`).join(', ')}) as item(${columns.join(', ')})`;
  const same = `t.${owner} = s.${owner} and t.${key} = item.${key}`;
  const remove = `
    delete from ${table} t using ${staging} s
    where t.${owner} = s.${owner} and t.${key} <> all (s.${keys})${kept === undefined ? '' : ` and not t.${kept}`}
    returning t.${owner}`;
  const change = `
    update ${table} t set ${others.map((column) => `${column} = item.${column}`).join(', ')}
    from ${items}
    where ${same} and (${listOf('t', others)}) is distinct from (${listOf('item', others)})
    returning t.${owner}`;
  // The condition is not written as an anti-join, because PostgreSQL would then scan the table while the statement inserts into
  // it.
  const add = `
    insert into ${table} (${[owner, ...columns].join(', ')})
    select s.${owner}, ${listOf('item', columns)} from ${items}
    on conflict do nothing
    returning ${owner}`;
  return others.length === 0 ? [remove, add] : [remove, change, add];
}

/**
 * Statements that add the staged items to every owner's list, and mark them as kept. The newest added items stand before earlier ones.
 * Each returns the owners whose lists it changed. Run them in order, in one transaction.
 */
export function addToLists(list: ExtensibleList, staging: string): string[] {
  const { table, owner, key, others, kept, place, firstPlace } = list;
  const [keys = ''] = list.staged;
  const columns = [key, ...others];
  const items = `${staging} s, unnest(${list.staged.map((column) => `s.${column}`).join(', ')}) as item(${columns.join(', ')})`;
  const valueOf = (column: string): string =>
    column === place ? `case when t.${place} < ${firstPlace} then t.${place} else item.${place} end` : `item.${column}`;
  const change = `
    update ${table} t set ${[...others.map((column) => `${column} = ${valueOf(column)}`), `${kept} = true`].join(', ')}
    from ${items}
    where t.${owner} = s.${owner} and t.${key} = item.${key}
      and (${listOf('t', [...others, kept])}) is distinct from (${[...others.map(valueOf), 'true'].join(', ')})
    returning t.${owner}`;
  const add = `
    insert into ${table} (${[owner, ...columns, kept].join(', ')})
    select s.${owner}, ${listOf('item', columns)}, true from ${items}
    on conflict do nothing
    returning ${owner}`;
  const move = `
    update ${table} t set ${place} = later.${place}
    from (select o.${owner}, o.${key}, ${firstPlace} - 1 + cardinality(s.${keys})
                 + row_number() over (partition by o.${owner} order by o.${place}, o.${key}) as ${place}
            from ${staging} s join ${table} o on o.${owner} = s.${owner}
           where cardinality(s.${keys}) > 0 and o.${place} >= ${firstPlace} and o.${key} <> all (s.${keys})) later
    where t.${owner} = later.${owner} and t.${key} = later.${key} and t.${place} <> later.${place}
    returning t.${owner}`;
  return others.includes(place) ? [change, add, move] : [change, add];
}

/** The columns of companies or persons that a merge sets, with their new values in SQL. */
export type MergedColumns = readonly (readonly [column: string, value: string])[];

/** A table of companies or persons, and how its rows get the values of a staging table. */
interface MergedTable {
  readonly table: 'company' | 'person';
  readonly staging: string;
  /** The values refer to the table by the first letter of its name, and to the staging table as `s`. */
  readonly columns: MergedColumns;
  readonly onStored: OnStored;
}

/**
 * The statement that updates the staged companies or persons and the sources of their values. It returns the id of a record only if a value
 * differs, because a new source alone is no change. An import that only fills blanks does not replace the source of a group.
 */
export function updateRecords({ table, staging, columns, onStored }: MergedTable): string {
  const row = table.charAt(0);
  const [stored, staged] = [`coalesce(${row}.sources, '{}')`, 's.sources'];
  const keeps = onStored === 'keep';
  return `
    update ${table} ${row} set ${columns.map(([column, value]) => `${column} = ${value}`).join(', ')},
           sources = ${keeps ? `${staged} || ${stored}` : `${stored} || ${staged}`}
    from (select s.*, (${columns.map(([column]) => `${row}.${column}`).join(', ')})
                        is distinct from (${columns.map(([, value]) => value).join(', ')}) as differs
            from ${staging} s join ${table} ${row} on ${row}.id = s.${table}_id) s
    where ${row}.id = s.${table}_id and (s.differs or ${keeps ? 'false' : `not ${stored} @> ${staged}`})
    returning case when s.differs then ${row}.id end`;
}

function listOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}
