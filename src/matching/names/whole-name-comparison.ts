import { isFamilyName, isGivenName, isIberianFamilyName } from './common-names.js';
import { isSamePart, type NamePart, type NameReading } from './name-reading.js';
import { compareSpellings, nameLevel, slipBetween } from './spelling.js';

/** The minimum length of a whole name that is written as one word. Shorter words are seldom whole names. */
export const minJoinedLength = 8;
/**
 * The minimum length of the given name and of the family name in a whole name that is written as one word. A shorter beginning,
 * such as Mc in McDonald and Le in LeBron, is no name.
 */
export const minJoinedPartLength = 3;
/**
 * The minimum number of words that names must have to be compared in another order of words. With fewer words it may be another
 * person: James Thomas and Thomas James.
 */
const minOrderedWords = 3;
/** If one name has at least this number of words more than the other, they often belong to two persons. */
const manyWords = 3;
/** The minimum length of a word that counts as a word that two names share. */
const minSharedLength = 3;
/** The minimum length of a word that counts as a rare name if no table of names has it. */
const minRareLength = 5;
/** The minimum number of words that names must have if they may differ in the order of words and also by a typing error. */
const minWordsForSlip = 4;

/**
 * The similarity of two names of which at least one is a single word. A single word may be a given or a family name, so "Jane" matches
 * "Jane Doe" only weakly. A single word matches well if the other name is the same single word, or if it is the other name without spaces:
 * "Ramimakhlouf" and "Rami Makhlouf".
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
 * The similarity of two names of several words, no matter which words are the given and the family name. First, the words are
 * compared by {@link compareWordsOfNames}. If this gives 0, the letters are compared, unless a name has initials. The letters may be
 * divided into words in another way ("Anna Maria Lopez" and "Annamaria Lopez"), or the last words of one name may be the first of the
 * other ("Mohammad Hasni Khan Zarkari" and "Khan Zarkari Mohammad Hasni"). 0 for all other differences, and if neither name has a
 * middle name or a family name of several words.
 */
export function compareWholeNames(mine: NameReading, other: NameReading): number {
  if (mine.middle.length === 0 && other.middle.length === 0 && !haveSeveralWords(mine, other)) return 0;
  const plain = compareWordsOfNames(mine, other);
  if (plain > 0) return plain;
  const words = wordsOf(mine);
  const otherWords = wordsOf(other);
  const joined = words.join('');
  const target = otherWords.join('');
  if (Math.abs(joined.length - target.length) > 1 || [...words, ...otherWords].some((word) => word.length < 2))
    return 0;
  if (joined === target) return haveCommonEnd(words, otherWords) ? nameLevel.otherDivision : 0;
  const count = Math.min(words.length, otherWords.length);
  if (count < minOrderedWords || (isGivenName(words[0] ?? '') && isGivenName(otherWords[0] ?? ''))) return 0;
  // Without a word in common, the same letters in another order are hardly ever one name. The search would not find such a name
  // anyway, because it looks up words.
  if (!words.some((word) => otherWords.includes(word))) return 0;
  const mayDiffer = count >= minWordsForSlip;
  const [there, back] = [compareTurned(words, target, mayDiffer), compareTurned(otherWords, joined, mayDiffer)];
  // With a typing error, the names must match in both directions: when the words of the first name are moved, and when those of
  // the second are moved. One direction is not enough: if the words of "Ang Xu Yi Marie" are moved, they can give "xuyimarieang",
  // because names are compared without spaces. That differs by only one letter from "xuyimariwang", which is "Xu Yi Mari Wang".
  return Math.max(there, back) === nameLevel.otherOrder ? nameLevel.otherOrder : Math.min(there, back);
}

function haveSeveralWords(mine: NameReading, other: NameReading): boolean {
  return (mine.family?.words.length ?? 0) > 1 || (other.family?.words.length ?? 0) > 1;
}

/**
 * The level of two names by their words without particles. Either both names have the same words: `Syed Ahmad bin Syed Mahmud`
 * and `Syed Ahmad Syed Mahmud`. Or one name has only some words of the other, at least two, and one of these is rare. All words
 * of the shorter name must have at least three letters. 0 for other names.
 */
function compareWordsOfNames(mine: NameReading, other: NameReading): number {
  const [own, others] = [bareWordsOf(mine), bareWordsOf(other)];
  const [few, many] = own.length <= others.length ? [own, others] : [others, own];
  if (few.length < 2 || few.some((word) => word.length < minSharedLength || !many.includes(word))) return 0;
  if (few.length < many.length) return few.some(isRare) ? nameLevel.someWords : 0;
  return few.every((word, index) => word === many[index]) ? nameLevel.particleMissing : 0;
}

function bareWordsOf({ given, middle, family }: NameReading): string[] {
  return [...given.words, ...middle, ...(family?.words ?? [])];
}

/** Whether one name has so many more words than the other that they often belong to two persons. */
export function areManyLeftOut(mine: NameReading, other: NameReading): boolean {
  if (mine.middle.length + other.middle.length === 0) return false;
  const [own, others] = [wordCount(mine), wordCount(other)];
  return own < others
    ? others - initialCount(other) - own >= manyWords
    : own - initialCount(mine) - others >= manyWords;
}

function wordCount({ given, middle, family }: NameReading): number {
  return given.words.length + middle.length + (family?.words.length ?? 0);
}

function initialCount({ middle }: NameReading): number {
  return middle.filter((name) => name.length === 1).length;
}

/**
 * Whether two names that share only some words may belong to one person, if no other candidate has these words. They must share
 * at least two words, and one of them must be long and no common name. The first given name must be the same: Peter Ziegenhagen
 * and Hans Peter Ziegenhagen are often two generations.
 */
export function haveRareWords(mine: NameReading, other: NameReading): boolean {
  if (areManyLeftOut(mine, other)) return false;
  const others = new Set(bareWordsOf(other));
  const shared = bareWordsOf(mine).filter((word) => word.length >= minSharedLength && others.has(word));
  return shared.length > 1 && mine.given.whole === other.given.whole && shared.some(isRare);
}

function isRare(word: string): boolean {
  return word.length >= minRareLength && !isGivenName(word) && !isFamilyName(word) && !isIberianFamilyName(word);
}

/**
 * Whether two divisions of the same letters have a boundary in common: "Anna Maria Lopez" and "Annamaria Lopez" have the one in
 * front of "Lopez".
 */
function haveCommonEnd(words: readonly string[], others: readonly string[]): boolean {
  const ends = new Set(endsOf(words));
  return endsOf(others).some((end) => ends.has(end));
}

/** The number of letters up to the end of each word but the last: 4 and 9 for "Anna Maria Lopez". */
function endsOf(words: readonly string[]): number[] {
  let end = 0;
  return words.slice(0, -1).map((word) => (end += word.length));
}

/**
 * Moves one or more of the last words of a name to the front, in every possible way, and compares the letters with those of another
 * name. Returns the best level: `otherOrder` for equal letters, `otherOrder` times `spelling` for a typing error, 0 otherwise.
 * @param target the words of the other name, joined
 * @param mayDiffer whether a typing error is allowed
 */
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
