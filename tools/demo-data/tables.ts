import { divided, Table } from '#dist/platform/tables/table';

/** The rows below a heading of a table. A row is written `name: text`; its text is found by its name. */
export type Members = ReadonlyMap<string, string>;

/**
 * Reads a table of `data/`. @returns the rows of each section by its heading
 * @param known the names that a row may have; null if a row may have any name
 * @throws Error for a heading or a name that occurs twice, and for a name that is not known
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

/** The text of a row. @throws RangeError if there is no row with this name */
export function memberNamed(members: Members, name: string): string {
  const text = members.get(name);
  if (text === undefined) throw new RangeError(`A section has no "${name}"`);
  return text;
}
