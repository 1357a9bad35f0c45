import { compareNames } from './name-comparison.js';
import type { PersonName } from './person-name.js';
import { nameLevel } from './spelling.js';
import { haveRareWords } from './whole-name-comparison.js';

/** The range of similarities that {@link compareNames} returns for two names that share only some of their words. */
const minOfLoneName = 0.52;
const maxOfLoneName = 0.61;
/** The minimum similarity of two names for a match at one employer without further evidence. */
export const minOfMatch = 0.82;
/**
 * If there are at least so many candidates, further colleagues may have been left out. Then it is not certain that only one
 * person has a name.
 */
const tooManyCandidates = 50;

/**
 * How similar the searched names are to the names of each candidate at one employer, as {@link compareNames} returns it. As the
 * candidates are colleagues, two results are corrected:
 * - The best name may share only some words with the searched one. It then counts as just similar enough for a match if one of these
 *   words is rare, and if no other colleague has a similar name.
 * - If the best name is similar but not equal, and a second name is similar enough for a match, too, the best name counts no
 *   more than the second. So neither matches: for "Georgi Markov" neither Georgi Nikolov Marcov nor Georgi Tsvetanov Markov
 *   stands out.
 * @param searched the names of one search
 * @param candidates the names of each candidate
 * @returns the similarity of each candidate, in their order
 */
export function compareWithColleagues(
  searched: readonly PersonName[],
  candidates: readonly (readonly PersonName[])[],
): number[] {
  const levels = candidates.map((names) => highestLevel(searched, names));
  const best = levels.reduce((found, level, index) => (level > (levels[found] ?? 0) ? index : found), 0);
  const level = levels[best] ?? 0;
  if (level < minOfLoneName || level === 1) return levels;
  const next = Math.max(0, ...levels.filter((_, index) => index !== best));
  if (level >= minOfMatch) return next >= minOfMatch ? levels.with(best, next) : levels;
  const isLone = level <= maxOfLoneName && next < nameLevel.singleName && candidates.length < tooManyCandidates;
  const isRare =
    isLone && searched.some((name) => (candidates[best] ?? []).some((other) => shareRareWords(name, other)));
  return isRare ? levels.with(best, nameLevel.loneName) : levels;
}

/** The similarity of the two most similar of the searched and the stored names. */
function highestLevel(searched: readonly PersonName[], stored: readonly PersonName[]): number {
  let best = 0;
  for (const name of searched) {
    for (const other of stored) {
      best = Math.max(best, compareNames(name, other));
      if (best === 1) return best;
    }
  }
  return best;
}

function shareRareWords(searched: PersonName, stored: PersonName): boolean {
  if (searched.eastern !== null || stored.eastern !== null) return false;
  return haveRareWords(searched.readings[0], stored.readings[0]);
}
