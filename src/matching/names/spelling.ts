import { areDifferentNames } from './common-names.js';
import { NAME_LEVEL } from './name-level.js';

/** Shorter words have too many neighbours that are names of their own. */
const MIN_SLIP_LENGTH = 4;
const MIN_SPELLING_LENGTH = 5;
/** Below this length a word with another first letter is more often another name than a slip: Bauer, Sauer. */
const FREE_FIRST_LETTER_LENGTH = 6;
/** In still shorter ones any other letter makes another name: Kohl, Kahl, Kuhl. */
const OTHER_LETTER_LENGTH = 5;

/** Names that differ in the last letter only by one of these tend to be the two genders of a name: Mario, Maria. */
const GENDER_ENDING = /[aeou]/;

/**
 * Ways in which languages write the same sound, applied in this order. Cyrillic and Greek names reach us in several
 * romanisations, German ones with and without their umlauts.
 */
const SAME_SOUND: readonly (readonly [RegExp, string])[] = [
  [/^mc(?=[a-z]{2})/, 'mac'],
  [/(?<=^|[bcdfghjklmnprstvwz])([aou])e(?=[bcdfghklmnprstvwz])/g, '$1'],
  [/shch|schtsch/g, 'sch'],
  [/tsch|tch/g, 'ch'],
  [/kh/g, 'h'],
  [/ck/g, 'k'],
  [/ph/g, 'f'],
  [/ou/g, 'u'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/[jy]/g, 'i'],
  [/([a-z])\1+/g, '$1'],
  [/^ie/, 'e'],
  [/i[eo](?=va?$)/, 'e'],
];

/** What a word keeps when spelling habits are taken away; words under 5 letters are left as they are. */
export function spellingKey(word: string): string {
  if (word.length < MIN_SPELLING_LENGTH) return word;
  return SAME_SOUND.reduce((rest, [written, sound]) => rest.replace(written, sound), word);
}

/**
 * Compares two different words: `NAME_LEVEL.spelling`, `NAME_LEVEL.typo`, or 0, which is also the answer when both are
 * known as names of their own.
 */
export function compareSpellings(a: string, b: string): number {
  const level = soundAlike(a, b) ? NAME_LEVEL.spelling : slipBetween(a, b) !== null ? NAME_LEVEL.typo : 0;
  return level > 0 && areDifferentNames(a, b) ? 0 : level;
}

/** Whether two different words of at least 5 letters are one name in two habits of spelling. */
function soundAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_SPELLING_LENGTH || Math.abs(a.length - b.length) > 4) return false;
  return spellingKey(a) === spellingKey(b);
}

/** A slip of the hand: a letter more, less or other, or two neighbours exchanged. */
export type Slip = 'letter' | 'exchange';

/**
 * The one slip that leads from one word to the other; null when there is none, or more, or when the result is rather
 * another name than a slip: in short words, and at the end, where a letter may tell the genders of a name.
 */
export function slipBetween(a: string, b: string): Slip | null {
  const shorter = Math.min(a.length, b.length);
  if (shorter < MIN_SLIP_LENGTH || Math.abs(a.length - b.length) > 1 || a === b) return null;
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  const [mine, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (mine.length === 2 && other.length === 2 && mine.startsWith(other.charAt(1)) && mine.endsWith(other.charAt(0))) {
    return 'exchange';
  }
  if (mine.length > 1 || other.length > 1 || isGenderEnding(a, b, start)) return null;
  if (start === 0 && shorter < FREE_FIRST_LETTER_LENGTH) return null;
  return mine.length === other.length && shorter < OTHER_LETTER_LENGTH ? null : 'letter';
}

function isGenderEnding(a: string, b: string, start: number): boolean {
  return start >= Math.max(a.length, b.length) - 1 && GENDER_ENDING.test(a.slice(start) + b.slice(start));
}

function sharedStart(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return index;
}

function sharedEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}
