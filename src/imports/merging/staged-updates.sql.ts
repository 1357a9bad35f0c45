// SQL for updating the values and lists of many records at once from a staging table.
import type { OnStored } from './batch-merge.js';

/**
 * A table with the items of a list of each company or person, such as `company_alias`, and the columns of the staging table that have
 * the imported lists.
 */
interface ListTable {
  readonly table: string;
  /** The column with the id of the company or person. It has the same name in the table and in the staging table. */
  readonly owner: string;
  /** The column that identifies an item within a list. */
  readonly key: string;
  /** The other columns of an item that an import sets, such as `first_seen`. */
  readonly others: readonly string[];
  /**
   * The array columns of the staging table: first the one with the keys, then one for each column of `others`. If the array of keys is
   * null, the stored list is kept.
   */
  readonly staged: readonly string[];
  /** A boolean column of the table. If it is true for an item, {@link replaceLists} does not remove the item. */
  readonly kept?: string;
}

/** A list to which some records only add items, while others replace it. */
interface ExtensibleList extends ListTable {
  readonly kept: string;
  /** The column with the position of an item in the list. It is used only if `others` contains it. */
  readonly place: string;
  /** The position of the first added item. Lower positions belong to items from records that replace the list. */
  readonly firstPlace: number;
}

/**
 * Statements that make the stored list of each staged company or person equal to its staged list. Items that are already equal are not
 * rewritten. Each statement returns the ids of the companies or persons whose list it changed. Run them in order, in one transaction.
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
  // The statement does not exclude existing items by an anti-join, because PostgreSQL would then scan the table into which it inserts.
  // Instead, a conflict skips the item. In a repeated import most lists are unchanged, and counting their items takes less time than
  // the conflicts. After `remove`, only staged items and kept items are stored. If as many staged items are stored as the record has, no
  // item is missing, and the statement skips the list.
  const isStaged = kept === undefined ? '' : ` and (not t.${kept} or t.${key} = any (s.${keys}))`;
  const add = `
    insert into ${table} (${[owner, ...columns].join(', ')})
    select s.${owner}, ${listOf('item', columns)} from ${items}
    where cardinality(s.${keys}) > (select count(*) from ${table} t where t.${owner} = s.${owner}${isStaged})
    on conflict do nothing
    returning ${owner}`;
  return others.length === 0 ? [remove, add] : [remove, change, add];
}

/**
 * Statements that add the staged items to the stored list of each staged company or person, and mark these items as `kept`. Items that
 * are added now get positions before those that were added earlier. Each statement returns the ids of the companies or persons whose
 * list it changed. Run them in order, in one transaction.
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

/** The columns of the table `company` or `person` that a merge sets, each with the SQL of its new value. */
export type MergedColumns = readonly (readonly [column: string, value: string])[];

/** The table `company` or `person`, its staging table, and how a merge computes the new values. */
interface MergedTable {
  readonly table: 'company' | 'person';
  readonly staging: string;
  /** In the SQL of the values, `c` is the table `company`, `p` the table `person`, and `s` the staging table. */
  readonly columns: MergedColumns;
  readonly onStored: OnStored;
}

/**
 * The statement that updates those stored companies or persons from the staging table in which a value changes, with the sources of their
 * values. It returns their ids. With `keep`, a stored source of a group is kept.
 */
export function updateRecords({ table, staging, columns, onStored }: MergedTable): string {
  const row = table.charAt(0);
  const [stored, staged] = [`coalesce(${row}.sources, '{}')`, 's.sources'];
  return `
    update ${table} ${row} set ${columns.map(([column, value]) => `${column} = ${value}`).join(', ')},
           sources = ${onStored === 'keep' ? `${staged} || ${stored}` : `${stored} || ${staged}`}
    from ${staging} s
    where ${row}.id = s.${table}_id
      and (${columns.map(([column]) => `${row}.${column}`).join(', ')})
          is distinct from (${columns.map(([, value]) => value).join(', ')})
    returning ${row}.id`;
}

function listOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}
