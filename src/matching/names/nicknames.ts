import { divided, Table, wordsIn } from '../../platform/tables/table.js';

/** The membership of a name in a nickname group. */
interface Membership {
  head: string;
  /** Whether the name is also a full name, so that it is a short form of the head but of no other member. */
  isOwnName: boolean;
}

const noGroup: readonly Membership[] = [];
const memberships = readTables();

/** The full names of a given name (lower-case ASCII), including itself; empty if it is in no group. */
export function nicknameHeads(name: string): string[] {
  return (memberships.get(name) ?? noGroup).map(({ head }) => head);
}

/** Whether two different given names may belong to the same person. */
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

/** Whether a name is in the nickname table. */
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
