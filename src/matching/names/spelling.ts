import { differenceBetween, isExchange } from '../text.js';
import { areDifferentNames } from './common-names.js';

/**
 * The similarity of two names that differ in one way. Each member is a kind of difference. If names differ in several ways,
 * the similarities are multiplied.
 */
export const nameLevel = {
  /** The request omits a stored middle name, or a stored generation such as "Jr." or "III". */
  leftOut: 0.995,
  /** One name is the nickname that is written in the other name: Ziggy Smith and Robert "Ziggy" Smith. */
  statedNickname: 0.98,
  /** The request has a middle name or a generation such as "Jr.", and none is stored. */
  notStored: 0.97,
  /** The same letters are divided into words in another way: Ramimakhlouf and Rami Makhlouf. */
  otherDivision: 0.96,
  /** The last words of one name are the first words of the other: Mohammad Hasni Khan Zarkari and Khan Zarkari Mohammad Hasni. */
  otherOrder: 0.92,
  /** The two names are spellings or romanisations of one name: Mueller and Muller, Sergei and Sergey, MacKay and McKay. */
  spelling: 0.96,
  /** One name has no particle: Jan van der Berg and Jan Berg. */
  particleMissing: 0.96,
  nickname: 0.95,
  /** A name in another script has the sounds of the other name: Джон Керри and John Kerry. */
  sameSounds: 0.9,
  /** A name in another script has nearly the sounds of the other name. */
  nearSounds: 0.85,
  /** One name has only one of two family names: Anna García López and Anna García. */
  oneOfTwoFamilyNames: 0.92,
  /**
   * One name has only one of the two family names of the other, and not the first of them: Ana García López and Ana López. Or
   * it has only the given name of the father: Abdullah bin Ahmad Badawi and Abdullah Ahmad. They are often two persons, because
   * the shared name is the mother's family name or a common given name.
   */
  otherOfTwoFamilyNames: 0.6,
  /** One name has only some words of the other: Patali Champika Ranawaka and Champika Ranawaka. They are often two persons. */
  someWords: 0.6,
  /** One name lacks three words or more of the other: Saif Hassan Taha Fulayyih al-Rawi and Saif al-Rawi. They are often two persons. */
  severalLeftOut: 0.55,
  /** The two names have different particles: Jan van den Berg and Jan van der Berg. */
  particleOther: 0.9,
  formerFamily: 0.9,
  /** One name has the middle name in place of the given name: J. Robert Oppenheimer and Robert Oppenheimer. */
  calledByMiddleName: 0.88,
  /** Two equal single names: Madonna and Madonna. */
  wholeSingleName: 0.88,
  typo: 0.86,
  /**
   * The names have only some words in common, of which one is rare, and no colleague has a similar name: Patali Ranawaka and Patali
   * Ranawaka Senanayake Perera. It is just enough for a match.
   */
  loneName: 0.83,
  givenInitial: 0.85,
  /** The request has Hans, and Hans-Peter is stored. */
  halfOfGivenName: 0.85,
  /** The request has Hans-Peter, and Hans is stored; or it has Hans, and Hans-Peter Karl is stored. They are often two persons. */
  halfOfGivenNameStored: 0.8,
  /**
   * The two names have different East Asian characters with the same romanisation: 王小明 and 王晓明. They are either two names or two
   * spellings of one name.
   */
  soundOnly: 0.7,
  /** One name has only one of two syllables of the given name: Min-ho Kim and Min Kim. They are usually two persons. */
  oneSyllable: 0.7,
  /** One name has only the second given name of the other: Hans Peter Müller and Peter Müller. They are often two persons. */
  middleNameOnly: 0.6,
  /** One name has only the initial of the family name: Jane D. and Jane Doe. */
  familyInitial: 0.5,
  /** One name is a single word of the other: Jane and Jane Doe, Doe and Jane Doe. */
  singleName: 0.5,
  /** The two names have different middle names: John Adam Smith and John Brian Smith. */
  otherMiddleName: 0.3,
} as const;

/**
 * Below this level, it is uncertain whether two given names, or two family names, belong to one person. If the given names and the
 * family names are both uncertain, the names count as different: an initial and a misspelt family name match too many persons.
 */
export const certainLevel = 0.89;

/**
 * The minimum length of a word in which a typing error is recognised. A shorter word differs in one letter from too many other
 * names.
 */
const minSlipLength = 4;
/** The minimum length of a word of which other spellings are recognised. */
const minSpellingLength = 5;
/**
 * The minimum length of a word whose first letter may differ. In shorter words, another first letter more often means another
 * name: Bauer and Sauer.
 */
const freeFirstLetterLength = 6;
/**
 * The minimum length of a word in which one letter may be replaced. In shorter words, another letter means another name:
 * Kohl, Kahl and Kuhl.
 */
const otherLetterLength = 5;

/** The minimum length of a family name that may have a further vowel at its end. Shorter ones are two names: Brown and Browne. */
const minLengthBeforeVowel = 6;

/** Letters at the end of a name that usually distinguish male from female names: Mario and Maria. */
const genderEnding = /[aeou]/;

/**
 * Groups of letters, and the letters that replace them because they have the same sound: `tsch` → `ch`. They make the several
 * romanisations of Cyrillic, Greek and Arabic names equal: Chaikovsky and Tschaikowsky.
 */
const soundOf = new Map(
  (
    'schtsch sh shch sh sch sh tsch ch tch ch zh i tz z ts z kh h gh g th t dh d ck k ph f ou u oo u ee i q k x ks w v j i y i'.match(
      /\S+ \S+/g,
    ) ?? []
  ).map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);
const soundPattern = /schtsch|shch|sch|tsch|tch|zh|t[zsh]|kh|gh|dh|ck|ph|o[uo]|ee|q(?!u)|[xwjy]/g;
/** Matches two letters for an umlaut. Only the first is kept: `mueller` → `muller`. */
const wideUmlaut = /(?<=^|[bcdfghjklmnprstvwz])([aou])e(?=[bcdfghklmnprstvwz])/g;
const vowelBeforeE = /[aou]e/;
const doubled = /([a-z])\1+/g;
const softEnding = /i[eo](?=va?$)/;
/** The beginning of Arabic names that has many spellings: Abdelaziz and Abdulaziz, Abderrahman and Abdulrahman. */
const servant = /^abd(?:ou|[aeiou])(?:l|([dnrstz])(?=\1))(?=[a-z]{3})/;
/** The ending of Arabic names that has many spellings: Saifaldin, Saifuddin and Saifeddine. */
const religion = /(?:ou|[aeiu])[dl]d(?:i|ee|ei)ne?$/;
/** The French ending of Russian names, which is replaced by "v": Romanoff becomes Romanov. */
const frenchEnding = /(?<=[a-z]{3}[eo])ff$/;

/**
 * A phonetic key that is equal for the spellings of one name: Mueller and Muller, Sergei and Sergey. A word of fewer than five
 * letters is its own key.
 * @param word in lower-case ASCII
 */
export function spellingKey(word: string): string {
  if (word.length < minSpellingLength) return word;
  const usual = withUsualBeginningAndEnd(word);
  // Few words have two letters for an umlaut, or a doubled letter, and it costs much less to check that than to replace them.
  const narrow = vowelBeforeE.test(usual) ? usual.replace(wideUmlaut, '$1') : usual;
  const sounds = narrow.replace(soundPattern, (letters) => soundOf.get(letters) ?? letters);
  const key = (sounds.startsWith('ie') ? sounds.slice(1) : sounds).replace(softEnding, 'e');
  return hasDoubledLetter(key) ? key.replace(doubled, '$1') : key;
}

function hasDoubledLetter(word: string): boolean {
  for (let index = 1; index < word.length; index += 1) {
    if (word.charCodeAt(index) === word.charCodeAt(index - 1)) return true;
  }
  return false;
}

function withUsualBeginningAndEnd(word: string): string {
  if (word.startsWith('mc') && word.length > 3) return `mac${word.slice(2)}`;
  if (word.startsWith('dj')) return word.slice(1);
  if (word.endsWith('ff')) return word.replace(frenchEnding, 'v');
  const servantOf = word.startsWith('abd') ? word.replace(servant, 'abdul') : word;
  return servantOf.includes('d', 3) ? servantOf.replace(religion, 'udin') : servantOf;
}

/**
 * The level of two different words: `nameLevel.spelling` for two spellings of one name, `nameLevel.typo` for a typing error,
 * otherwise 0. Two known names score 0, too: `maria` and `mario`.
 */
export function compareSpellings(a: string, b: string): number {
  const level = soundAlike(a, b) ? nameLevel.spelling : slipBetween(a, b) !== null ? nameLevel.typo : 0;
  return level > 0 && areDifferentNames(a, b) ? 0 : level;
}

/**
 * The level of two different family names. Beyond {@link compareSpellings}, it takes a further "e" or "o" at the end for a typing
 * error, because in family names these seldom distinguish genders: Macron and Macrone.
 */
export function compareFamilySpellings(a: string, b: string): number {
  const level = compareSpellings(a, b);
  if (level > 0 || !hasVowelMore(a, b) || areDifferentNames(a, b)) return level;
  return nameLevel.typo;
}

/** Whether one of two words of at least six letters is the other with a further "e" or "o" at the end. */
function hasVowelMore(a: string, b: string): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return shorter.length >= minLengthBeforeVowel && (longer === `${shorter}e` || longer === `${shorter}o`);
}

/** Whether two different words of at least five letters are two spellings of one name. */
function soundAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minSpellingLength || Math.abs(a.length - b.length) > 4) return false;
  return spellingKey(a) === spellingKey(b);
}

/** A typing error: an inserted, deleted or replaced letter, or two neighbouring letters that were exchanged. */
type Slip = 'letter' | 'exchange';

/**
 * The kind of the single typing error that makes one word of the other: `exchange` for jhon and john. Null for equal words, and for
 * words with several differences. Also null if the difference probably means another name, as in short words (Kohl, Kahl) or in a
 * last letter that distinguishes genders (Mario, Maria).
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
