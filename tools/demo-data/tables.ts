import { divided, Table } from '#dist/platform/tables/table';

/** The rows `name: text` below a heading of a table, by their names. */
export type Members = ReadonlyMap<string, string>;

/**
 * Reads a table of `data/` whose sections have the same members, by heading.
 * @param known the names that a row may have, in a table in which they are given
 * @throws Error for a heading or a member that stands twice, and for a member that is not known
 */
export function readMembers(file: string, known: readonly string[] | null): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  for (const { heading, place, rows } of readTable(file).sections) {
    const members = new Map<string, string>();
    for (const row of rows) {
      const { key, value } = divided(row);
      if (members.has(key)) throw new Error(`${row.place}: "${key}" stands twice below [${heading}]`);
      if (known?.includes(key) === false) throw new Error(`${row.place}: "${key}" is none of ${known.join(', ')}`);
      members.set(key, value);
    }
    if (found.has(heading)) throw new Error(`${place}: [${heading}] stands twice`);
    found.set(heading, members);
  }
  return found;
}

export function readTable(file: string): Table {
  return Table.read(new URL(`data/${file}`, import.meta.url));
}

/** @throws RangeError for a member that is missing */
export function memberNamed(members: Members, name: string): string {
  const text = members.get(name);
  if (text === undefined) throw new RangeError(`A section has no "${name}"`);
  return text;
}
