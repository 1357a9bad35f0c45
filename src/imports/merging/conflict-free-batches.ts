/**
 * Splits rows into rounds in which no two rows share a key, so that a round can be merged in one statement. Merging the rounds in
 * order has the same result as merging the rows one by one: rows that share a key keep their order.
 * @param keysOf the keys that a row may change or depends on, at least one
 */
export function mergeRounds<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): Row[][] {
  const keys = rows.map(keysOf);
  if (areDistinct(keys)) return rows.length === 0 ? [] : [[...rows]];
  const groups = groupsOf(keys);
  const rounds: Row[][] = [];
  const sizes = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const group = groups[index] ?? '';
    const round = sizes.get(group) ?? 0;
    sizes.set(group, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}

/**
 * The group of each row: rows that share a key are in one group, and so are rows that are connected by others.
 * @param keys the keys of each row
 */
export function groupsOf(keys: readonly (readonly string[])[]): string[] {
  const groups = new Groups();
  for (const touched of keys) groups.join(touched);
  return keys.map(([first = '']) => groups.of(first));
}

/** Whether no two rows have the same key, as in most files. Then one statement can merge all rows. */
function areDistinct(keys: readonly (readonly string[])[]): boolean {
  const seen = new Set<string>();
  let count = 0;
  for (const touched of keys) {
    for (const key of touched) seen.add(key);
    count += touched.length;
  }
  return seen.size === count;
}

/** A disjoint-set forest of keys; a set is identified by one of its keys. */
class Groups {
  private readonly parents = new Map<string, string>();

  join(keys: readonly string[]): void {
    const [first = '', ...others] = keys;
    for (const key of others) this.parents.set(this.of(key), this.of(first));
  }

  of(key: string): string {
    const path: string[] = [];
    let name = key;
    for (
      let parent = this.parents.get(name);
      parent !== undefined && parent !== name;
      parent = this.parents.get(name)
    ) {
      path.push(name);
      name = parent;
    }
    for (const passed of path) this.parents.set(passed, name);
    return name;
  }
}
