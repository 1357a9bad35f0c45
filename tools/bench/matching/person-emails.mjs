import { folded } from './text.mjs';

/** The usual ways to make the part before the @ from a given and a family name. */
const WAYS = {
  'first.last': (first, last) => `${first}.${last}`,
  flast: (first, last) => `${first[0]}${last}`,
  first_last: (first, last) => `${first}_${last}`,
  'f.last': (first, last) => `${first[0]}.${last}`,
  firstlast: (first, last) => `${first}${last}`,
  firstl: (first, last) => `${first}${last[0]}`,
  'last.first': (first, last) => `${last}.${first}`,
};

const FREE_MAIL = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'gmx.de', 'icloud.com', 'web.de', 'qq.com'];
const ROLES = ['info', 'sales', 'support', 'contact', 'hr', 'office', 'jobs', 'press', 'admin', 'service'];

/** The local part for a name in one way; null for names that are not in Latin letters. */
export function localPart(way, { first_name: first, last_name: last }) {
  const [given, family] = [folded(first), folded(last)];
  if (!/^[a-z]/.test(given) || !/^[a-z]/.test(family)) return null;
  return WAYS[way](given.split(' ')[0], family.replaceAll(' ', ''));
}

/** The way in which most of these members' addresses are made; null without two that agree. */
export function usualWay(members) {
  const counts = new Map();
  for (const { person, work } of members) {
    const local = work?.slice(0, work.indexOf('@'));
    for (const way of Object.keys(WAYS))
      if (local !== undefined && localPart(way, person) === local) counts.set(way, (counts.get(way) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= 2 ? best[0] : null;
}

/** An address of the person at a provider where anybody may have one. */
export const freeMail = (random, person) =>
  ifLatin(localPart('first.last', person), (local) => `${local}@${random.pick(FREE_MAIL)}`);

/** An address that belongs to a desk. */
export const roleAddress = (random, { website }) => `${random.pick(ROLES)}@${website}`;

function ifLatin(local, use) {
  return local === null ? null : use(local);
}
