import { arabicAndPersian, hebrew, indian, turkic } from './nickname-groups-asian.js';
import { british } from './nickname-groups-british.js';
import * as eastern from './nickname-groups-eastern.js';
import * as european from './nickname-groups-european.js';
import { baltic, moreDutch, moreGerman, nordic } from './nickname-groups-northern.js';
import { moreFrench, moreGreek, moreItalian, moreSpanishAndPortuguese } from './nickname-groups-southern.js';
import { english } from './nickname-groups.js';

/** The membership of a name in a nickname group. */
interface Membership {
  head: string;
  /** Whether the name is also a full name, so that it is a short form of the head but of no other member. */
  isOwnName: boolean;
}

/** The tables of nickname groups, by language; a language may have several. */
export const nicknameTables = {
  english,
  british,
  ...european,
  ...eastern,
  ...{ nordic, baltic, moreGerman, moreDutch },
  ...{ moreFrench, moreSpanishAndPortuguese, moreItalian, moreGreek },
  ...{ arabicAndPersian, hebrew, indian, turkic },
};
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
  for (const line of Object.values(nicknameTables).flatMap((table) => table.trim().split('\n'))) {
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
