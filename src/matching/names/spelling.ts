import anyAscii from 'any-ascii';
import { areDifferentNames } from './common-names.js';

/**
 * How much of a name's identity is left when two spellings of it differ in one way; 1 is the same name in another
 * dress. Differences multiply.
 */
export const nameLevel = {
  /** The asker leaves out a middle name or a generation that is stored: he saw no need of it. */
  leftOut: 0.995,
  /** A nickname that is written beside the name itself. */
  statedNickname: 0.98,
  /** The asker knows a middle name or a generation that is not stored. */
  notStored: 0.97,
  /** Romanised or spelled by another habit: Mueller and Muller, Sergei and Sergey, MacKay and McKay. */
  spelling: 0.96,
  /** Berg for van der Berg. */
  particleMissing: 0.96,
  nickname: 0.95,
  /** One of two family names. */
  oneOfTwoFamilyNames: 0.92,
  /** Van den Berg for van der Berg. */
  particleOther: 0.9,
  formerFamily: 0.9,
  /** J. Robert Oppenheimer and Robert Oppenheimer. */
  calledByMiddleName: 0.88,
  /** A single name that is all of the other name: Madonna and Madonna. */
  wholeSingleName: 0.88,
  typo: 0.86,
  givenInitial: 0.85,
  /** Other characters of the same sound: two names, or two ways to write one. */
  soundOnly: 0.7,
  /** Hans-Peter and Hans: mostly two people. */
  halfOfGivenName: 0.7,
  /** Hans Peter and Peter: often two people. */
  middleNameOnly: 0.6,
  /** Jane D. and Jane Doe. */
  familyInitial: 0.5,
  /** A single name that is one part of the other name. */
  singleName: 0.5,
  /** John Adam and John Brian. */
  otherMiddleName: 0.3,
} as const;

/**
 * Below this a part of a name is a guess. One part may be; when both are, the names are taken for different ones: an
 * initial and a misspelt family name fit too many people.
 */
export const surePart = 0.89;

/** Shorter words have too many neighbours that are names of their own. */
const minSlipLength = 4;
const minSpellingLength = 5;
/** Below this length a word with another first letter is more often another name than a slip: Bauer, Sauer. */
const freeFirstLetterLength = 6;
/** In still shorter ones any other letter makes another name: Kohl, Kahl, Kuhl. */
const otherLetterLength = 5;

/** Names that differ in the last letter only by one of these tend to be the two genders of a name: Mario, Maria. */
const genderEnding = /[aeou]/;

/**
 * Ways in which languages write the same sound, applied in this order. Cyrillic and Greek names reach us in several
 * romanisations, German ones with and without their umlauts.
 */
const sameSound: readonly (readonly [RegExp, string])[] = [
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
  if (word.length < minSpellingLength) return word;
  return sameSound.reduce((rest, [written, sound]) => rest.replace(written, sound), word);
}

/**
 * Compares two different words: `nameLevel.spelling`, `nameLevel.typo`, or 0, which is also the answer when both are
 * known as names of their own.
 */
export function compareSpellings(a: string, b: string): number {
  const level = soundAlike(a, b) ? nameLevel.spelling : slipBetween(a, b) !== null ? nameLevel.typo : 0;
  return level > 0 && areDifferentNames(a, b) ? 0 : level;
}

/** Whether two different words of at least 5 letters are one name in two habits of spelling. */
function soundAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minSpellingLength || Math.abs(a.length - b.length) > 4) return false;
  return spellingKey(a) === spellingKey(b);
}

/** A slip of the hand: a letter more, less or other, or two neighbours exchanged. */
type Slip = 'letter' | 'exchange';

/**
 * The one slip that leads from one word to the other; null when there is none, or more, or when the result is rather
 * another name than a slip: in short words, and at the end, where a letter may tell the genders of a name.
 */
export function slipBetween(a: string, b: string): Slip | null {
  const shorter = Math.min(a.length, b.length);
  if (shorter < minSlipLength || Math.abs(a.length - b.length) > 1 || a === b) return null;
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  const [mine, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (mine.length === 2 && other.length === 2 && mine.startsWith(other.charAt(1)) && mine.endsWith(other.charAt(0))) {
    return 'exchange';
  }
  if (mine.length > 1 || other.length > 1 || isGenderEnding(a, b, start)) return null;
  if (start === 0 && shorter < freeFirstLetterLength) return null;
  return mine.length === other.length && shorter < otherLetterLength ? null : 'letter';
}

function isGenderEnding(a: string, b: string, start: number): boolean {
  return start >= Math.max(a.length, b.length) - 1 && genderEnding.test(a.slice(start) + b.slice(start));
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

/** A text in ASCII, its case kept. */
interface Romanised {
  /** Without the marks of its letters: Muller, Soren, Dordevic. */
  plain: string;
  /** With two letters where a language writes so: Mueller, Soeren, Djordevic. Else equal to `plain`. */
  wide: string;
}

const invisibleOrEmoji = /[\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]/gu;
const ascii = /^[\0-~]*$/;
const greek = /\p{Script=Greek}/u;
const marks = /\p{M}/gu;
const markedLetter = /[äöüøåđ]/giu;

const twoLetterCodes = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
  ['đ', 'dj'],
]);

/** Vowels and consonants that Greek writes with two letters; the rest is a matter of single ones. */
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/giu, 'ou'],
  [/αυ(?=[θκξπστφχψ]|$)/giu, 'af'],
  [/αυ/giu, 'av'],
  [/ευ(?=[θκξπστφχψ]|$)/giu, 'ef'],
  [/ευ/giu, 'ev'],
  [/γγ/giu, 'ng'],
  [/γκ/giu, 'gk'],
  [/(?<!\p{L})μπ/giu, 'b'],
  [/(?<!\p{L})ντ/giu, 'd'],
];

/** Text of any script in ASCII letters. Scripts that leave vowels out (Arabic, Hebrew) yield consonants only. */
export function romanise(text: string): Romanised {
  if (ascii.test(text)) return { plain: text, wide: text };
  const spelled = greek.test(text) ? withGreekPairs(text) : text.normalize('NFC');
  const plain = anyAscii(spelled);
  const widened = spelled.replace(markedLetter, twoLetters);
  return { plain, wide: widened === spelled ? plain : anyAscii(widened) };
}

/** The text with spaces for emoji, which would be romanised as words, and for what cannot be seen. */
export function withoutEmoji(text: string): string {
  return ascii.test(text) ? text : text.replace(invisibleOrEmoji, ' ');
}

function twoLetters(letter: string): string {
  const lower = letter.toLowerCase();
  const pair = twoLetterCodes.get(lower) ?? letter;
  return letter === lower ? pair : pair.charAt(0).toUpperCase() + pair.slice(1);
}

function withGreekPairs(text: string): string {
  const bare = text.normalize('NFD').replace(marks, '').normalize('NFC');
  return greekPairs.reduce((rest, [pair, latin]) => rest.replace(pair, latin), bare);
}
