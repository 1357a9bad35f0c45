import { phrasesIn } from '#dist/platform/tables/table';
import { readMembers } from './tables.js';

/** The family names of widely known leaders and founders, by the website of their company. */
const leaders = new Map(
  [...(readMembers('leaders.txt', null).get('leaders') ?? [])].map(([website, names]) => [
    website,
    new Set(phrasesIn(names)),
  ]),
);

/** Whether a family name, or one part of a double name, is the family name of a widely known leader of the company. */
export function isNameOfLeader(website: string, familyName: string): boolean {
  const known = leaders.get(website);
  return known !== undefined && [familyName, ...familyName.split(/[ -]/)].some((part) => known.has(part));
}
