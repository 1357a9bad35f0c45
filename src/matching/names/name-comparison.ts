import { areDifferentNames, isFamilyNameOfSyllables, isGivenName } from './common-names.js';
import { compareFamilyNames, haveThirdFamilyName } from './family-name-comparison.js';
import { isSamePart, isSyllableOfName, type NameReading } from './name-reading.js';
import type { PersonName } from './person-name.js';
import { areNicknames, nicknameHeads } from './nicknames.js';
import { compareAcrossScripts } from './script-comparison.js';
import { compareSpellings, nameLevel, slipBetween, certainLevel } from './spelling.js';
import { areManyLeftOut, compareSingleName, compareWholeNames } from './whole-name-comparison.js';

/**
 * The similarity of the given names, middle names and initials of two readings: a product of levels of {@link nameLevel}, or 0 for
 * different names.
 */
function compareGivenNames(searched: NameReading, stored: NameReading): number {
  if (searched.given.whole.length > 1 && isSamePart(searched.given, stored.given)) {
    return compareMiddleNames(searched.middle, stored.middle);
  }
  if (searched.joined !== '' && (searched.joined === stored.joined || searched.wideJoined === stored.wideJoined)) {
    return searched.given.whole.startsWith(stored.given.whole.charAt(0)) ? 1 : nameLevel.calledByMiddleName;
  }
  const searchedNames = [...searched.given.words, ...searched.middle];
  const storedNames = [...stored.given.words, ...stored.middle];
  const first = compareFirstNames(searched, stored);
  if (first > 0) {
    const half = compareHalves(searched, stored, storedNames.length, searchedNames.length);
    return first * (half ?? compareMiddleNames(searchedNames.slice(1), storedNames.slice(1)));
  }
  const joined = searchedNames.length === storedNames.length ? 0 : compareWords(searched.joined, stored.joined);
  return Math.max(joined, compareCallNames(searchedNames, storedNames), compareCallNames(storedNames, searchedNames));
}

function compareFirstNames(searched: NameReading, stored: NameReading): number {
  const plain = compareWords(searched.given.words[0] ?? '', stored.given.words[0] ?? '');
  const isMarked = searched.given.wide !== searched.given.whole || stored.given.wide !== stored.given.whole;
  if (plain > 0 || !isMarked) return plain;
  return compareWords(searched.given.wideWords[0] ?? '', stored.given.wideWords[0] ?? '');
}

/**
 * The level of two given names of which one is only the first half of the other, Hans and Hans-Peter; null for any other two names.
 */
function compareHalves(
  searched: NameReading,
  stored: NameReading,
  storedCount: number,
  searchedCount: number,
): number | null {
  const isSearched = searched.given.words.length > 1 && storedCount === 1;
  const isStored = stored.given.words.length > 1 && searchedCount === 1;
  if (!isSearched && !isStored) return null;
  if (isOfSyllables(searched) || isOfSyllables(stored)) return nameLevel.oneSyllable;
  return isStored && stored.middle.every((name) => name.length === 1)
    ? nameLevel.halfOfGivenName
    : nameLevel.halfOfGivenNameStored;
}

function compareWords(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a.length === 1 || b.length === 1) return a.startsWith(b.charAt(0)) ? nameLevel.givenInitial : 0;
  if (a === b) return 1;
  return areNicknames(a, b) ? nameLevel.nickname : compareSpellings(a, b);
}

/**
 * The level of two lists of middle names. The shorter list must be a subsequence of the longer one, in which an initial matches a
 * name: `a` matches `adam brian`. Otherwise the level is `otherMiddleName`.
 */
function compareMiddleNames(searched: readonly string[], stored: readonly string[]): number {
  if (searched.length === 0) return stored.length === 0 ? 1 : nameLevel.leftOut;
  if (stored.length === 0) return nameLevel.notStored;
  const [few, many] = searched.length <= stored.length ? [searched, stored] : [stored, searched];
  let found = 0;
  for (const name of many) if (compareWords(few[found] ?? '', name) > 0) found += 1;
  if (found < few.length) return nameLevel.otherMiddleName;
  return few.length === many.length && few.every((name, index) => name === many[index]) ? 1 : nameLevel.leftOut;
}

/**
 * The level of two names of which one has only the second given name of the other. It is `calledByMiddleName` if the first
 * given name is an initial or is often left out: J. Robert Oppenheimer and Robert Oppenheimer. For any other first given name
 * it is `middleNameOnly`: Hans Peter Müller and Peter Müller. 0 for other names.
 * @param full the given and middle names of the longer name
 * @param short those of the other name
 */
function compareCallNames(full: readonly string[], short: readonly string[]): number {
  const [first = ''] = full;
  const [called = ''] = short;
  const place = Math.max(
    1,
    full.findIndex((name) => name.length > 1),
  );
  if (called.length < 2 || compareWords(full[place] ?? '', called) < nameLevel.nickname) return 0;
  const isLeftOut = first.length === 1 || (full.length === 2 && isOftenLeftOut(first));
  return isLeftOut ? nameLevel.calledByMiddleName : nameLevel.middleNameOnly;
}

/** Whether a first given name is often left out before a second one, because so many persons have it: Mohammed, Siti. */
function isOftenLeftOut(name: string): boolean {
  return firstNamesLeftOut.has(name) || nicknameHeads(name).includes('mohammed');
}

/** First given names that are often left out. The table of nicknames has other spellings of Mohammed, which are left out, too. */
const firstNamesLeftOut = new Set(['md', 'mohd', 'mohamad', 'siti', 'nur']);

/** The number of letters at the start of a given name that misspellings and short forms rarely change. */
const alikeStart = 2;

/**
 * The similarity of two names, from 0 to 1. Names that differ only in case, in titles, and in a family name that stands in front of a
 * comma have 1: "Dr. Jane Doe" and "DOE, Jane". Similar names have a product of levels of {@link nameLevel}. If the given names or
 * the family names are different, the similarity is 0.
 *
 * The order of the arguments hardly matters. One name may lack a middle name, a generation or half of a given name. This lowers the
 * result less if the searched name lacks it than if the stored name lacks it.
 */
export function compareNames(searched: PersonName, stored: PersonName): number {
  const generation = compareGenerations(searched.generation, stored.generation);
  if (generation === 0) return 0;
  if (searched.eastern !== null && searched.eastern === stored.eastern) return generation;
  const [searchedPlain] = searched.readings;
  const [storedPlain] = stored.readings;
  let best = compareReadings(searchedPlain, storedPlain, searched, stored);
  if (best < 1) {
    for (const reading of stored.readings.slice(1))
      best = Math.max(best, compareReadings(searchedPlain, reading, searched, stored));
    for (const reading of searched.readings.slice(1))
      best = Math.max(best, compareReadings(reading, storedPlain, searched, stored));
  }
  if (best < certainLevel) {
    best = Math.max(best, compareWholeNames(searchedPlain, storedPlain), compareAcrossScripts(searched, stored));
  }
  if (best > nameLevel.severalLeftOut && areManyLeftOut(searchedPlain, storedPlain) && !isOfSyllables(storedPlain)) {
    best = nameLevel.severalLeftOut;
  }
  const isSoundOnly = searched.eastern !== null && stored.eastern !== null;
  return best * generation * (isSoundOnly ? nameLevel.soundOnly : 1);
}

/**
 * Whether two names cannot belong to one person: Jane Doe and John Smith. Only the first reading of each name counts.
 *
 * A {@link compareNames} of 0 is not enough for a contradiction. Marriage changes family names, so Jane Doe and Jane Smith do
 * not contradict each other. Nor do two similar given names with the same family name, because one may be a misspelling or a
 * short form that the tables lack.
 */
export function contradictNames(searched: PersonName, stored: PersonName): boolean {
  const [mine] = searched.readings;
  const [other] = stored.readings;
  if (compareForenames(mine, other, searched, stored) > 0) return false;
  return compareFamilies(mine, other, searched, stored) === 0 || !startAlike(mine, other);
}

/**
 * Whether two given names have the same first two letters and are not two known names, so that one may be a short form of the
 * other.
 */
function startAlike(mine: NameReading, other: NameReading): boolean {
  const [one, two] = [mine.given.whole, other.given.whole];
  if (one.slice(0, alikeStart) !== two.slice(0, alikeStart) || areDifferentNames(one, two)) return false;
  return !isOfSyllables(mine) && !isOfSyllables(other);
}

function compareGenerations(searched: number | null, stored: number | null): number {
  if (searched === stored) return 1;
  if (searched === null) return nameLevel.leftOut;
  return stored === null ? nameLevel.notStored : 0;
}

function compareReadings(mine: NameReading, other: NameReading, searched: PersonName, stored: PersonName): number {
  if (mine.family === null || other.family === null) return compareSingleName(mine, other);
  const family = compareFamilies(mine, other, searched, stored);
  if (family === 0) return 0;
  const given = compareForenames(mine, other, searched, stored);
  if (given < certainLevel && family < certainLevel) return 0;
  if (Math.min(given, family) < certainLevel && isOtherSyllable(mine, other)) return 0;
  const isHalf = family === nameLevel.oneOfTwoFamilyNames;
  if (isHalf && (haveThirdFamilyName(mine, other) || isOfSyllables(mine) || isOfSyllables(other))) return 0;
  const isShort = mine.middle.length !== other.middle.length && haveSyllableLeftOut(mine, other);
  return given * family * mine.weight * other.weight * (isShort ? nameLevel.oneSyllable : 1);
}

/**
 * Whether one of two Chinese or Korean names with the family name in front lacks a syllable of the given name: Kim Yong Il and Kim Il.
 * The syllables were read as a middle and a family name.
 */
function haveSyllableLeftOut(mine: NameReading, other: NameReading): boolean {
  const [short, long] = mine.middle.length < other.middle.length ? [mine, other] : [other, mine];
  const [middle = ''] = long.middle;
  if (short.middle.length > 0 || long.middle.length > 1 || short.given.whole !== long.given.whole) return false;
  if (!isFamilyNameOfSyllables(long.given.whole)) return false;
  return isSyllableOfName(middle) && isSyllableOfName(long.family?.whole ?? '');
}

function compareFamilies(mine: NameReading, other: NameReading, searched: PersonName, stored: PersonName): number {
  if (mine.family === null || other.family === null) return 0;
  const level = compareFamilyNames(mine.family, other.family);
  if (level >= nameLevel.formerFamily) return level;
  const isFormer =
    (searched.formerFamily !== null && isSamePart(searched.formerFamily, other.family)) ||
    (stored.formerFamily !== null && isSamePart(mine.family, stored.formerFamily));
  return isFormer ? nameLevel.formerFamily : level;
}

function compareForenames(mine: NameReading, other: NameReading, searched: PersonName, stored: PersonName): number {
  const level = compareGivenNames(mine, other);
  if (level >= nameLevel.statedNickname) return level;
  const isStated = searched.nicknames.includes(other.given.whole) || stored.nicknames.includes(mine.given.whole);
  return isStated ? nameLevel.statedNickname : level;
}

/**
 * Whether two names differ by a letter and one of them is Chinese, Korean or Vietnamese. In these languages such a difference is no
 * typing error, but makes another name: Xiaomin and Xiaoming.
 */
function isOtherSyllable(mine: NameReading, other: NameReading): boolean {
  if (!isOfSyllables(mine) && !isOfSyllables(other)) return false;
  if (slipBetween(mine.family?.core ?? '', other.family?.core ?? '') === 'letter') return true;
  if (isGivenName(mine.given.whole) || isGivenName(other.given.whole)) return false;
  return (
    slipBetween(mine.given.whole, other.given.whole) === 'letter' || slipBetween(mine.joined, other.joined) === 'letter'
  );
}

/** Whether a name is Chinese, Korean or Vietnamese. Its family name may stand in front, so the given name is checked, too. */
function isOfSyllables({ given, family }: NameReading): boolean {
  return isFamilyNameOfSyllables(given.whole) || (family?.words.some(isFamilyNameOfSyllables) ?? false);
}
