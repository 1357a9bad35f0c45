import { areDifferentNames, isFamilyNameOfSyllables, isGivenName } from './common-names.js';
import { compareFamilyNames } from './family-names.js';
import { compareGivenNames } from './given-names.js';
import { NAME_LEVEL, SURE_PART } from './name-level.js';
import { type NamePart, type NameReading, isSamePart } from './name-reading.js';
import type { PersonName } from './person-name.js';
import { slipBetween } from './spelling.js';

/** Slips and short forms rarely touch so many first letters of a given name. */
const ALIKE_START = 2;

/**
 * How far two names may be the same person's: 1 for one name in another spelling, case, or dress; one of `NAME_LEVEL`
 * or a product of them where they agree less; 0 when the given or the family names differ. Symmetric, except that a
 * middle name or generation which the asker leaves out weighs less than one that he adds.
 */
export function compareNames(asked: PersonName, stored: PersonName): number {
  const generation = compareGenerations(asked.generation, stored.generation);
  if (generation === 0) return 0;
  if (asked.eastern !== null && asked.eastern === stored.eastern) return generation;
  const [askedPlain, ...askedOthers] = asked.readings;
  const [storedPlain] = stored.readings;
  let best = 0;
  for (const reading of stored.readings) best = Math.max(best, compareReadings(askedPlain, reading, asked, stored));
  for (const reading of askedOthers) best = Math.max(best, compareReadings(reading, storedPlain, asked, stored));
  const isSoundOnly = asked.eastern !== null && stored.eastern !== null;
  return best * generation * (isSoundOnly ? NAME_LEVEL.soundOnly : 1);
}

/**
 * Whether two names, each in its plain reading, cannot be one person's. `compareNames` says 0 also of names that can: a family name
 * changes with a marriage, and a given name may be misspelt, or be short for the other one, in a way that no table has.
 */
export function contradictNames(asked: PersonName, stored: PersonName): boolean {
  const [mine] = asked.readings;
  const [other] = stored.readings;
  if (compareForenames(mine, other, asked, stored) > 0) return false;
  return compareFamilies(mine, other, asked, stored) === 0 || !startAlike(mine, other);
}

/** Whether the given names begin alike and are not known as two names of their own. */
function startAlike(mine: NameReading, other: NameReading): boolean {
  const [one, two] = [mine.given.whole, other.given.whole];
  if (one.slice(0, ALIKE_START) !== two.slice(0, ALIKE_START) || areDifferentNames(one, two)) return false;
  return !isOfSyllables(mine) && !isOfSyllables(other);
}

function compareGenerations(asked: number | null, stored: number | null): number {
  if (asked === stored) return 1;
  if (asked === null) return NAME_LEVEL.leftOut;
  return stored === null ? NAME_LEVEL.notStored : 0;
}

function compareReadings(mine: NameReading, other: NameReading, asked: PersonName, stored: PersonName): number {
  if (mine.family === null || other.family === null) return compareSingleName(mine, other);
  const family = compareFamilies(mine, other, asked, stored);
  if (family === 0) return 0;
  const given = compareForenames(mine, other, asked, stored);
  if (given < SURE_PART && family < SURE_PART) return 0;
  if (Math.min(given, family) < SURE_PART && isOtherSyllable(mine, other)) return 0;
  if (family === NAME_LEVEL.oneOfTwoFamilyNames && haveThirdFamilyName(mine, other)) return 0;
  return given * family * mine.weight * other.weight;
}

/** A single name may be a given or a family name, and nobody knows whose, unless the other name, too, has no more. */
function compareSingleName(mine: NameReading, other: NameReading): number {
  if (mine.family === null && other.family === null) {
    return isSamePart(mine.given, other.given) ? NAME_LEVEL.wholeSingleName : 0;
  }
  const isShared = mine.family === null ? hasPart(other, mine.given) : hasPart(mine, other.given);
  return isShared ? NAME_LEVEL.singleName : 0;
}

function hasPart({ given, family }: NameReading, single: NamePart): boolean {
  return isSamePart(given, single) || (family !== null && isSamePart(family, single));
}

function compareFamilies(mine: NameReading, other: NameReading, asked: PersonName, stored: PersonName): number {
  if (mine.family === null || other.family === null) return 0;
  const level = compareFamilyNames(mine.family, other.family);
  if (level >= NAME_LEVEL.formerFamily) return level;
  const isFormer =
    (asked.formerFamily !== null && isSamePart(asked.formerFamily, other.family)) ||
    (stored.formerFamily !== null && isSamePart(mine.family, stored.formerFamily));
  return isFormer ? NAME_LEVEL.formerFamily : level;
}

function compareForenames(mine: NameReading, other: NameReading, asked: PersonName, stored: PersonName): number {
  const level = compareGivenNames(mine, other);
  if (level >= NAME_LEVEL.statedNickname) return level;
  const isStated = asked.nicknames.includes(other.given.whole) || stored.nicknames.includes(mine.given.whole);
  return isStated ? NAME_LEVEL.statedNickname : level;
}

/** In Chinese, Korean and Vietnamese names another letter is another name: Xiaomin is not Xiaoming. */
function isOtherSyllable(mine: NameReading, other: NameReading): boolean {
  if (!isOfSyllables(mine) && !isOfSyllables(other)) return false;
  if (slipBetween(mine.family?.core ?? '', other.family?.core ?? '') === 'letter') return true;
  if (isGivenName(mine.given.whole) || isGivenName(other.given.whole)) return false;
  return (
    slipBetween(mine.given.whole, other.given.whole) === 'letter' || slipBetween(mine.joined, other.joined) === 'letter'
  );
}

/** Such a family name may stand first, and so be taken for a given name. */
function isOfSyllables({ given, family }: NameReading): boolean {
  return isFamilyNameOfSyllables(given.whole) || (family?.words.some(isFamilyNameOfSyllables) ?? false);
}

/** Ana García López and Ana López Ruiz share a family name, but each has another one besides: they are two people. */
function haveThirdFamilyName(mine: NameReading, other: NameReading): boolean {
  const isMineShort = (mine.family?.words.length ?? 0) < (other.family?.words.length ?? 0);
  const [short, long] = isMineShort ? [mine, other] : [other, mine];
  return short.middle.some((word) => word.length > 1 && !isGivenName(word) && !long.middle.includes(word));
}
