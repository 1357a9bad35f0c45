import { isGivenName } from './common-names.js';
import { isSamePart, type NamePart, type NameReading } from './name-reading.js';
import { compareSpellings, nameLevel, slipBetween } from './spelling.js';

/** Shorter single names are seldom whole names written together. */
export const minJoinedLength = 8;
/** Shorter beginnings belong to one name: McDonald, LeBron. */
export const minJoinedPartLength = 3;
/** Names of fewer words have few orders, so that another order may be another person: James Thomas, Thomas James. */
const minOrderedWords = 3;
/** In names of fewer words, a slip beside another order is too much difference. */
const minWordsForSlip = 4;

/**
 * Compares names of which at least one has a single part. It may be a given or a family name, so it matches weakly unless the
 * other name is single too, or it is the other name written together: Ramimakhlouf.
 */
export function compareSingleName(mine: NameReading, other: NameReading): number {
  if (mine.family === null && other.family === null) return compareSingleParts(mine.given, other.given);
  const [single, whole] = mine.family === null ? [mine.given, other] : [other.given, mine];
  if (isWrittenTogether(single, whole)) return nameLevel.otherDivision;
  return hasPart(whole, single) ? nameLevel.singleName : 0;
}

function compareSingleParts(a: NamePart, b: NamePart): number {
  if (isSamePart(a, b)) return nameLevel.wholeSingleName;
  const spelling = compareSpellings(a.whole, b.whole);
  return spelling === nameLevel.spelling ? nameLevel.wholeSingleName * spelling : 0;
}

function isWrittenTogether({ whole }: NamePart, { given, middle, family }: NameReading): boolean {
  if (family === null || whole.length < minJoinedLength) return false;
  if (Math.min(given.whole.length, family.whole.length) < minJoinedPartLength) return false;
  const forenames = given.whole + middle.join('');
  return whole === forenames + family.whole || whole === family.whole + forenames;
}

function hasPart({ given, family }: NameReading, single: NamePart): boolean {
  return isSamePart(given, single) || (family !== null && isSamePart(family, single));
}

/**
 * Compares names of several words as sequences of letters: words may be divided in another way, or the last ones written first.
 * 0 for names with initials and for names that differ otherwise.
 */
export function compareWholeNames(mine: NameReading, other: NameReading): number {
  if (mine.middle.length === 0 && other.middle.length === 0) return 0;
  const words = wordsOf(mine);
  const otherWords = wordsOf(other);
  const joined = words.join('');
  const target = otherWords.join('');
  if (Math.abs(joined.length - target.length) > 1 || [...words, ...otherWords].some((word) => word.length < 2))
    return 0;
  if (joined === target) return haveCommonEnd(words, otherWords) ? nameLevel.otherDivision : 0;
  const count = Math.min(words.length, otherWords.length);
  if (count < minOrderedWords || (isGivenName(words[0] ?? '') && isGivenName(otherWords[0] ?? ''))) return 0;
  const mayDiffer = count >= minWordsForSlip;
  const [there, back] = [compareTurned(words, target, mayDiffer), compareTurned(otherWords, joined, mayDiffer)];
  // With a slip, both names must have a word end where they are turned: else Ang … Marie would be … Mari Wang.
  return Math.max(there, back) === nameLevel.otherOrder ? nameLevel.otherOrder : Math.min(there, back);
}

/** Whether words of equal letters end at a common place before the last, so that the names have a word that a search finds. */
function haveCommonEnd(words: readonly string[], others: readonly string[]): boolean {
  const ends = new Set(endsOf(words));
  return endsOf(others).some((end) => ends.has(end));
}

function endsOf(words: readonly string[]): number[] {
  let end = 0;
  return words.slice(0, -1).map((word) => (end += word.length));
}

/** The level of words whose last ones are written first, compared with a name as one word. */
function compareTurned(words: readonly string[], target: string, mayDiffer: boolean): number {
  let best = 0;
  for (let index = 1; index < words.length; index += 1) {
    const turned = words.slice(index).join('') + words.slice(0, index).join('');
    if (turned === target) return nameLevel.otherOrder;
    if (mayDiffer && slipBetween(turned, target) !== null) best = nameLevel.otherOrder * nameLevel.spelling;
  }
  return best;
}

function wordsOf({ given, middle, family }: NameReading): string[] {
  return [given.whole, ...middle, ...(family === null ? [] : [family.whole])];
}
