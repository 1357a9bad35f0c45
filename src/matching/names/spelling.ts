import { differenceBetween, isExchange } from '../text.js';
import { areDifferentNames } from './common-names.js';

/**
 * The similarity of two names with one difference; 1 for equal names. Several differences multiply.
 */
export const nameLevel = {
  /** The request omits a stored middle name or generation. */
  leftOut: 0.995,
  /** A nickname that is written with the name. */
  statedNickname: 0.98,
  /** The request has a middle name or a generation that is not stored. */
  notStored: 0.97,
  /** The words are divided in another way: Ramimakhlouf and Rami Makhlouf. */
  otherDivision: 0.96,
  /** The last words are first: Khan Zarkari Mohammad Hasni. */
  otherOrder: 0.92,
  /** Another romanisation or spelling: Mueller and Muller, Sergei and Sergey, MacKay and McKay. */
  spelling: 0.96,
  /** Berg for van der Berg. */
  particleMissing: 0.96,
  nickname: 0.95,
  /** Equal consonants of a name in a script without vowels. */
  sameConsonants: 0.92,
  /** One of two family names. */
  oneOfTwoFamilyNames: 0.92,
  /** Van den Berg for van der Berg. */
  particleOther: 0.9,
  formerFamily: 0.9,
  /** J. Robert Oppenheimer and Robert Oppenheimer. */
  calledByMiddleName: 0.88,
  /** Two equal single names: Madonna and Madonna. */
  wholeSingleName: 0.88,
  typo: 0.86,
  givenInitial: 0.85,
  /** The request has Hans, and Hans-Peter is stored. */
  halfOfGivenName: 0.85,
  /** The request has Hans-Peter, and Hans is stored; or Hans-Peter Karl is: often two persons. */
  halfOfGivenNameStored: 0.8,
  /** Different characters with the same sound: two names, or two spellings of one. */
  soundOnly: 0.7,
  /** Min-ho and Min: usually two persons. */
  oneSyllable: 0.7,
  /** Hans Peter and Peter: often two persons. */
  middleNameOnly: 0.6,
  /** Jane D. and Jane Doe. */
  familyInitial: 0.5,
  /** A single name that is one part of the other name. */
  singleName: 0.5,
  /** John Adam and John Brian. */
  otherMiddleName: 0.3,
} as const;

/**
 * Below this level, the match of a part is uncertain. If both parts are uncertain, the names are different: an initial and a misspelt
 * family name match too many persons.
 */
export const certainLevel = 0.89;

/** Shorter words differ in one letter from too many other names. */
const minSlipLength = 4;
const minSpellingLength = 5;
/** In shorter words, another first letter is more often another name than a misspelling: Bauer, Sauer. */
const freeFirstLetterLength = 6;
/** In shorter words, any other letter is another name: Kohl, Kahl, Kuhl. */
const otherLetterLength = 5;

/** In shorter family names, a last vowel is more often another name: Brown, Browne. */
const minLengthBeforeVowel = 6;

/** Last letters that usually distinguish the genders of a name: Mario, Maria. */
const genderEnding = /[aeou]/;

/**
 * Letters and their sound, longer ones first. Cyrillic, Greek and Arabic names occur in several romanisations, German names with
 * and without umlauts.
 */
const soundOf = new Map(
  (
    'schtsch sh shch sh sch sh tsch ch tch ch zh i tz z ts z kh h gh g th t dh d ck k ph f ou u oo u ee i q k x ks w v j i y i'.match(
      /\S+ \S+/g,
    ) ?? []
  ).map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);
const soundPattern = /schtsch|shch|sch|tsch|tch|zh|t[zsh]|kh|gh|dh|ck|ph|o[uo]|ee|q(?!u)|[xwjy]/g;
const wideUmlaut = /(?<=^|[bcdfghjklmnprstvwz])([aou])e(?=[bcdfghklmnprstvwz])/g;
const doubled = /([a-z])\1+/g;
const softEnding = /i[eo](?=va?$)/;
/** Abdel Aziz, Abdulaziz; Abderrahman, Abdulrahman. */
const servant = /^abd(?:ou|[aeiou])(?:l|([dnrstz])(?=\1))(?=[a-z]{3})/;
/** Saif al-Din, Saifuddin, Saifeddine. */
const religion = /(?:ou|[aeiu])[dl]d(?:i|ee|ei)ne?$/;
/** Romanoff, Romanov. */
const frenchEnding = /(?<=[a-z]{3}[eo])ff$/;

/** A phonetic key that is equal for spelling variants; words of less than 5 letters are unchanged. */
export function spellingKey(word: string): string {
  if (word.length < minSpellingLength) return word;
  const sounds = withUsualBeginningAndEnd(word)
    .replace(wideUmlaut, '$1')
    .replace(soundPattern, (letters) => soundOf.get(letters) ?? letters);
  return (sounds.startsWith('ie') ? sounds.slice(1) : sounds).replace(softEnding, 'e').replace(doubled, '$1');
}

function withUsualBeginningAndEnd(word: string): string {
  if (word.startsWith('mc') && word.length > 3) return `mac${word.slice(2)}`;
  if (word.startsWith('dj')) return word.slice(1);
  if (word.endsWith('ff')) return word.replace(frenchEnding, 'v');
  const servantOf = word.startsWith('abd') ? word.replace(servant, 'abdul') : word;
  return servantOf.includes('d', 3) ? servantOf.replace(religion, 'udin') : servantOf;
}

/**
 * Compares two different words: `nameLevel.spelling`, `nameLevel.typo`, or 0, also if both are known names.
 */
export function compareSpellings(a: string, b: string): number {
  const level = soundAlike(a, b) ? nameLevel.spelling : slipBetween(a, b) !== null ? nameLevel.typo : 0;
  return level > 0 && areDifferentNames(a, b) ? 0 : level;
}

/** As `compareSpellings`, for family names, in which a last e or o seldom distinguishes genders: Macron, Macrone. */
export function compareFamilySpellings(a: string, b: string): number {
  const level = compareSpellings(a, b);
  if (level > 0 || !hasVowelMore(a, b) || areDifferentNames(a, b)) return level;
  return nameLevel.typo;
}

/** Whether one of two long words has an e or o after the other. */
function hasVowelMore(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return shorter.length >= minLengthBeforeVowel && (longer === `${shorter}e` || longer === `${shorter}o`);
}

/** Whether two different words of at least 5 letters are spelling variants of one name. */
function soundAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minSpellingLength || Math.abs(a.length - b.length) > 4) return false;
  return spellingKey(a) === spellingKey(b);
}

/** A typing error: an inserted, deleted or replaced letter, or two exchanged neighbours. */
type Slip = 'letter' | 'exchange';

/**
 * The single typing error between two words; null if they differ by none or several, or if the difference probably means another
 * name: in short words, and for a last letter that distinguishes genders.
 */
export function slipBetween(a: string, b: string): Slip | null {
  const shorter = Math.min(a.length, b.length);
  if (shorter < minSlipLength || Math.abs(a.length - b.length) > 1 || a === b) return null;
  const { start, mine, other } = differenceBetween(a, b);
  if (isExchange(mine, other)) return 'exchange';
  if (mine.length > 1 || other.length > 1 || isGenderEnding(a, b, start)) return null;
  if (start === 0 && shorter < freeFirstLetterLength) return null;
  return mine.length === other.length && shorter < otherLetterLength ? null : 'letter';
}

function isGenderEnding(a: string, b: string, start: number): boolean {
  return start >= Math.max(a.length, b.length) - 1 && genderEnding.test(a.slice(start) + b.slice(start));
}
