import { isSamePart, type NamePart, type NameReading } from './name-reading.js';
import { areNicknames } from './nicknames.js';
import type { PersonName } from './person-name.js';
import { type Abjad, isKnownAbjadName, skeletonsOf } from './scripts/abjad.js';
import { compareSpellings, nameLevel } from './spelling.js';

/**
 * The minimum number of consonants that a name must have to be compared only by its consonants. Too many names have the same
 * single consonant.
 */
const minConsonants = 2;
/**
 * The minimum number of consonants that given and family name have together, if both names are equal only in their
 * consonants.
 */
const minConsonantsOfBoth = 5;

/** The similarity of a name in Hangul, Arabic or Hebrew letters and a name in another script; 0 for any other two names. */
export function compareAcrossScripts(searched: PersonName, stored: PersonName): number {
  if (searched.hangul !== null || stored.hangul !== null) return compareHangul(searched, stored);
  if (searched.abjad === stored.abjad) return 0;
  const script = searched.abjad ?? stored.abjad;
  const [[mine], [other]] =
    searched.abjad === null ? [stored.readings, searched.readings] : [searched.readings, stored.readings];
  return script === null ? 0 : compareConsonants(mine, other, script);
}

function compareHangul(searched: PersonName, stored: PersonName): number {
  if (searched.hangul !== null && stored.hangul !== null) return 0;
  const [hangul, other] = searched.hangul === null ? [stored.hangul, searched] : [searched.hangul, stored];
  const [{ given, middle, family }] = other.readings;
  if (hangul === null || family === null) return 0;
  const forenames = middle.join('');
  const isSame =
    (hangul.families.includes(family.whole) && hangul.given.test(given.whole + forenames)) ||
    (hangul.families.includes(given.whole) && hangul.given.test(forenames + family.whole));
  return isSame ? nameLevel.spelling : 0;
}

/**
 * The similarity of two names, of which one (`mine`) is in a script without vowels. Known names and the consonants are compared.
 */
function compareConsonants(mine: NameReading, other: NameReading, script: Abjad): number {
  if (mine.family === null || other.family === null) return 0;
  const given = compareParts(mine.given, other.given, script);
  if (given === 0) return 0;
  const family = compareParts(mine.family, other.family, script);
  const isEnough = Math.max(given, family) >= nameLevel.nickname || consonantCount(mine, script) >= minConsonantsOfBoth;
  if (family > 0) return isEnough ? given * family * compareMiddle(mine.middle, other.middle, script) : 0;
  if (mine.middle.length + other.middle.length === 0) return 0;
  const isJoined = haveSameConsonants(
    mine.middle.join('') + mine.family.core,
    other.middle.join('') + other.family.core,
    script,
  );
  return isEnough && isJoined ? given * nameLevel.sameConsonants : 0;
}

/** The similarity of two given names or of two family names, of which the first is in a script without vowels. */
function compareParts(mine: NamePart, other: NamePart, script: Abjad): number {
  if (isSamePart(mine, other) || mine.core === other.core) return 1;
  if (areNicknames(mine.core, other.core)) return nameLevel.nickname;
  if (isKnownAbjadName(mine.core)) return compareSpellings(mine.core, other.core);
  return haveSameConsonants(mine.core, other.core, script) ? nameLevel.sameConsonants : 0;
}

function compareMiddle(mine: readonly string[], other: readonly string[], script: Abjad): number {
  const [few, many] = mine.length <= other.length ? [mine, other] : [other, mine];
  const isSame = (a: string, b: string) => a === b || areNicknames(a, b) || haveSameConsonants(a, b, script);
  if (!few.every((name) => many.some((another) => isSame(name, another)))) return nameLevel.otherMiddleName;
  return mine.length === other.length ? 1 : nameLevel.leftOut;
}

function haveSameConsonants(a: string, b: string, script: Abjad): boolean {
  const others = skeletonsOf(b, script);
  return [...skeletonsOf(a, script)].some((skeleton) => skeleton.length >= minConsonants && others.has(skeleton));
}

function consonantCount({ given, family }: NameReading, script: Abjad): number {
  return Math.max(...[...skeletonsOf(given.core + (family?.core ?? ''), script)].map(({ length }) => length));
}
