import { keysOf, memberOf, type Random } from '../../random.js';
import type { Colleague, Company, PersonName } from './data.js';
import { folded } from './text.js';

/** The usual ways to make the local part of an e-mail address, before the @, from a given and a family name. */
const patterns = {
  'first.last': (first: string, last: string) => `${first}.${last}`,
  flast: (first: string, last: string) => `${first.charAt(0)}${last}`,
  first_last: (first: string, last: string) => `${first}_${last}`,
  'f.last': (first: string, last: string) => `${first.charAt(0)}.${last}`,
  firstlast: (first: string, last: string) => `${first}${last}`,
  firstl: (first: string, last: string) => `${first}${last.charAt(0)}`,
  'last.first': (first: string, last: string) => `${last}.${first}`,
};

export type Pattern = keyof typeof patterns;

const freeMailDomains = [
  'gmail.com',
  'outlook.com',
  'yahoo.com',
  'hotmail.com',
  'gmx.de',
  'icloud.com',
  'web.de',
  'qq.com',
];
const roles = ['info', 'sales', 'support', 'contact', 'hr', 'office', 'jobs', 'press', 'admin', 'service'];

/** The local part for a name: `first.last` and "Jane van Dyk" give `jane.vandyk`. Null for a name that is not in Latin letters. */
export function localPart(pattern: Pattern, { first_name: first, last_name: last }: PersonName): string | null {
  const [given, family] = [folded(first), folded(last)];
  if (!/^[a-z]/.test(given) || !/^[a-z]/.test(family)) return null;
  return patterns[pattern](memberOf(given.split(' '), 0), family.replaceAll(' ', ''));
}

/** The pattern that most addresses of these persons have; null if no two addresses have the same pattern. */
export function usualPattern(members: readonly Colleague[]): Pattern | null {
  const counts = new Map<Pattern, number>();
  for (const { person, work } of members) {
    const local = work?.slice(0, work.indexOf('@'));
    for (const pattern of keysOf(patterns))
      if (local !== undefined && localPart(pattern, person) === local)
        counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= 2 ? best[0] : null;
}

/** An address of the person at a free-mail provider; null for a name that is not in Latin letters. */
export function freeMail(random: Random, person: PersonName): string | null {
  const local = localPart('first.last', person);
  return local === null ? null : `${local}@${random.pick(freeMailDomains)}`;
}

/** An address of a role at the company, such as `sales@acme.com`. */
export const roleAddress = (random: Random, { website }: Company): string => `${random.pick(roles)}@${website}`;
