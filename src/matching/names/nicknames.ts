import { ENGLISH } from './nickname-groups.js';
import { DUTCH, FRENCH, GERMAN, GREEK, ITALIAN, SLAVIC, SPANISH_AND_PORTUGUESE } from './nickname-groups-european.js';

/** A group that a name belongs to. */
interface Membership {
  head: string;
  /** A full name of its own, so it may be short for the head but for no other member. */
  isOwnName: boolean;
}

const TABLES = [ENGLISH, GERMAN, DUTCH, FRENCH, SPANISH_AND_PORTUGUESE, ITALIAN, SLAVIC, GREEK];
const NO_GROUP: readonly Membership[] = [];
const memberships = readTables();

/** The full names that a given name (in lower-case ASCII) may stand for, itself among them; empty if it is in no group. */
export function nicknameHeads(name: string): string[] {
  return (memberships.get(name) ?? NO_GROUP).map(({ head }) => head);
}

/** Whether two different given names may be the same person's. */
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

/** Whether a name stands anywhere in the table. */
export function isInNicknameTable(name: string): boolean {
  return memberships.has(name);
}

function readTables(): ReadonlyMap<string, readonly Membership[]> {
  const found = new Map<string, Membership[]>();
  for (const line of TABLES.flatMap((table) => table.trim().split('\n'))) {
    const [head = '', members = ''] = line.split(':');
    for (const written of [head, ...members.trim().split(' ')]) {
      const name = written.replace('*', '');
      const groups = found.get(name) ?? [];
      if (!groups.some((group) => group.head === head)) groups.push({ head, isOwnName: written !== name });
      found.set(name, groups);
    }
  }
  return found;
}
