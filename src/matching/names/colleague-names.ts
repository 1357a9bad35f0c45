import { compareNames } from './name-comparison.js';
import type { PersonName } from './person-name.js';
import { nameLevel } from './spelling.js';
import { haveRareWords } from './whole-name-comparison.js';

/** Between these similarities, two names share some words and leave out others. */
const minOfLoneName = 0.52;
const maxOfLoneName = 0.61;
/** Below this similarity, two names alone make no match at one employer. */
export const minOfMatch = 0.82;
/** With at least so many candidates, further colleagues may have been left out, so that no name is known to be the only one. */
const tooManyCandidates = 50;

/**
 * The similarity of the searched names and those of each candidate, as {@link compareNames} returns it, with two corrections for
 * what the names of colleagues say about each other:
 * - A name that shares only some words with the searched one counts as similar enough if these are rare and no colleague has them.
 * - A name that is not exactly the searched one counts no more than that of another colleague, if both would match: for
 *   "Georgi Markov" neither Georgi Nikolov Marcov nor Georgi Tsvetanov Markov stands out.
 * @param searched the names of one search
 * @param candidates the names of each candidate
 */
export function compareWithColleagues(
  searched: readonly PersonName[],
  candidates: readonly (readonly PersonName[])[],
): number[] {
  const levels = candidates.map((names) =>
    Math.max(0, ...searched.flatMap((name) => names.map((other) => compareNames(name, other)))),
  );
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

function shareRareWords(searched: PersonName, stored: PersonName): boolean {
  if (searched.eastern !== null || stored.eastern !== null) return false;
  return haveRareWords(searched.readings[0], stored.readings[0]);
}
