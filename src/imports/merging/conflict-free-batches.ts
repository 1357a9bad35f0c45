/**
 * Splits rows into rounds. No two rows of a round share a key, so one statement can merge the whole round. If three rows share a key,
 * the first one is in round 1, the second in round 2 and the third in round 3. Rows that other rows connect are treated in the same
 * way; see {@link groupsOf}. So merging the rounds in this order has the same result as merging the rows one by one.
 * @param keysOf gives the keys of a row, at least one: they name everything that its merge may read or change
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
 * Finds the group of each row, in the order of the rows. Rows that share a key are in one group, and so are rows that other rows
 * connect: the rows with the keys `a b`, `b c` and `c d` are one group.
 * @param keys the keys of each row
 */
export function groupsOf(keys: readonly (readonly string[])[]): string[] {
  const groups = new Groups();
  for (const touched of keys) groups.join(touched);
  return keys.map(([first = '']) => groups.of(first));
}

/** Whether no two rows have a key in common. Most batches are like this, and one statement can merge all their rows. */
function areDistinct(keys: readonly (readonly string[])[]): boolean {
  const seen = new Set<string>();
  let count = 0;
  for (const touched of keys) {
    for (const key of touched) seen.add(key);
    count += touched.length;
  }
  return seen.size === count;
}

/** Sets of keys, as a disjoint-set forest. Each set is named by one of its keys. */
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
