import { divided, Table, wordsIn } from '../../platform/tables/table.js';

/** An entry of the nickname table: a group to which a name belongs. A name can belong to several groups. */
interface Membership {
  /** The full name of the group: `robert` for bob and rob. */
  head: string;
  /** Whether the name is also a full name. Then it matches the head of the group, but no other nickname of the group. */
  isOwnName: boolean;
}

const noGroup: readonly Membership[] = [];
const memberships = readTables();

/**
 * The full names that a given name can stand for: `alex` → `alexander`, `alexandra` and others. A full name stands for itself.
 * Empty if the name is not in the nickname table.
 * @param name in lower-case ASCII
 */
export function nicknameHeads(name: string): string[] {
  return (memberships.get(name) ?? noGroup).map(({ head }) => head);
}

/**
 * Whether two different given names may belong to one person, as a name and its nickname (`robert`, `bob`) or as two nicknames of
 * one name (`rob`, `bob`).
 * @param a in lower-case ASCII
 * @param b in lower-case ASCII
 */
export function areNicknames(a: string, b: string): boolean {
  const groupsOfA = memberships.get(a);
  const groupsOfB = groupsOfA === undefined ? undefined : memberships.get(b);
  if (groupsOfA === undefined || groupsOfB === undefined) return false;
  return groupsOfA.some((mine) =>
    groupsOfB.some(
      (other) =>
        mine.head === other.head && (a === mine.head || b === mine.head || !(mine.isOwnName || other.isOwnName)),
    ),
  );
}

export function isInNicknameTable(name: string): boolean {
  return memberships.has(name);
}

function readTables(): ReadonlyMap<string, readonly Membership[]> {
  const found = new Map<string, Membership[]>();
  const table = Table.read(new URL('data/nicknames.txt', import.meta.url));
  for (const { key: head, value } of table.sections.flatMap(({ rows }) => rows.map(divided))) {
    for (const written of [head, ...wordsIn(value)]) {
      const name = written.replace('*', '');
      const groups = found.get(name) ?? [];
      if (!groups.some((group) => group.head === head)) groups.push({ head, isOwnName: written !== name });
      found.set(name, groups);
    }
  }
  return found;
}
