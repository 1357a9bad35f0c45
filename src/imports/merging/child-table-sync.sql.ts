// SQL for replacing lists from a staging table.
/** A table that holds a list of each owner, and where a staging table holds the owner's new list. */
export interface ListTable {
  readonly table: string;
  /** The column that names the owner, in the table and in the staging table. */
  readonly owner: string;
  /** The column that tells the items of an owner apart. */
  readonly key: string;
  /** The items' other columns. */
  readonly others: readonly string[];
  /** The staging table's array columns: first that of the keys, then those of `others`. Null keys: the list stays. */
  readonly staged: readonly string[];
}

/**
 * Statements that make every owner's list equal to the staged one and touch no item that is already right; each
 * returns the owners whose list it changed. To be run in order, in one transaction.
 */
export function replaceLists(list: ListTable, staging: string): string[] {
  const { table, owner, key, others } = list;
  const [keys = ''] = list.staged;
  const columns = [key, ...others];
  const items = `${staging} s, unnest(${list.staged.map((column) => `s.${column}`).join(', ')}) as item(${columns.join(', ')})`;
  const same = `t.${owner} = s.${owner} and t.${key} = item.${key}`;
  const remove = `
    delete from ${table} t using ${staging} s
    where t.${owner} = s.${owner} and t.${key} <> all (s.${keys})
    returning t.${owner}`;
  const change = `
    update ${table} t set ${others.map((column) => `${column} = item.${column}`).join(', ')}
    from ${items}
    where ${same} and (${listOf('t', others)}) is distinct from (${listOf('item', others)})
    returning t.${owner}`;
  // Not an anti-join: that would look through the table while the very statement makes it grow.
  const add = `
    insert into ${table} (${[owner, ...columns].join(', ')})
    select s.${owner}, ${listOf('item', columns)} from ${items}
    on conflict do nothing
    returning ${owner}`;
  return others.length === 0 ? [remove, add] : [remove, change, add];
}

function listOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}
