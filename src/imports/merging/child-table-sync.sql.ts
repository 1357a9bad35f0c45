// SQL for statements over many rows that replace lists from a staging table.
/** A table with a list for each owner, and the columns of the new lists in a staging table. */
interface ListTable {
  readonly table: string;
  /** The column with the owner's id, in both tables. */
  readonly owner: string;
  /** The column that identifies an item of an owner. */
  readonly key: string;
  /** The other columns of the items. */
  readonly others: readonly string[];
  /** The array columns of the staging table: the keys, then those of `others`. With null keys, the list stays. */
  readonly staged: readonly string[];
}

/**
 * Statements that make every owner's list equal to the staged one without touching equal items. Each returns the owners whose lists
 * it changed. Run them in order, in one transaction.
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
  // Not an anti-join, which would scan the table while the statement inserts into it.
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
