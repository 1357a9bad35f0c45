import { isFamilyNameOfSyllables, isGivenName, isMaleNameWithE } from './common-names.js';
import type { NamePart, NameReading } from './name-reading.js';
import type { WrittenName } from './name-text.js';
import { areNicknames } from './nicknames.js';
import { isKnownAbjadName, romaniseName } from './scripts/abjad.js';
import {
  isAbjad,
  latinSoundKey,
  type Sound,
  soundDistance,
  soundKeys,
  type SoundScript,
  soundScriptOf,
  soundsOf,
  soundTokens,
} from './scripts/sounds.js';
import { compareSpellings, nameLevel } from './spelling.js';

/** A part of a name in another script. */
interface SoundPart {
  readonly sounds: readonly Sound[];
  /** The usual romanisation of a known name in a script without vowels, such as `mohammed`; null for other words. */
  readonly known: string | null;
}

/** A name in another script, divided so that its sounds can be compared with those of names in Latin letters. */
export interface SoundName {
  readonly script: SoundScript;
  readonly given: SoundPart;
  readonly middle: readonly SoundPart[];
  readonly family: SoundPart;
  /** The given and the middle names, joined. */
  readonly forenames: SoundPart;
  /** The middle names and the family name, joined. */
  readonly surnames: SoundPart;
}

/** The endings of East Slavic patronymics. A name that ends with one begins with the family name. */
const patronymic = /(?:ович|евич|ьич|йович|івна|ївна|овна|евна|ична|ыч)$/iu;
const hyphens = /[\p{Pd}=＝]/gu;
const arabicArticle = /^ال(?=\p{L}{3})/u;
const notLetter = /[^a-z]/g;
/** The maximum length of a name that is compared by its sounds, in UTF-16 code units. Real names in other scripts have at most half of it. */
const maxSoundLength = 80;

/**
 * The parts of a name in another script. Null for a name in Latin letters, for a name of a single word or of more than 80 characters, and
 * for a name in Chinese or Japanese characters without dots.
 */
export function soundNameOf({ words, foreign, family }: WrittenName): SoundName | null {
  const all = foreign.length > 0 ? foreign : words;
  const script = soundScriptOf(all[0] ?? '');
  if (script === null || ((script === 'Kana' || script === 'Han') && foreign.length === 0)) return null;
  if ([...all, ...(family ?? [])].join('').length > maxSoundLength) return null;
  if (family !== null) return partsOf(script, all, family);
  if (all.length < 2) return null;
  const isFamilyFirst = all.length > 2 && patronymic.test(all.at(-1) ?? '');
  return isFamilyFirst
    ? partsOf(script, all.slice(1), all.slice(0, 1))
    : partsOf(script, all.slice(0, -1), all.slice(-1));
}

function partsOf(script: SoundScript, forenames: readonly string[], family: readonly string[]): SoundName {
  const middle = forenames.slice(1);
  return {
    script,
    given: partOf(forenames.slice(0, 1), script),
    middle: middle.map((word) => partOf([word], script)),
    family: partOf(family, script),
    forenames: partOf(forenames, script),
    surnames: partOf([...middle, ...family], script),
  };
}

function partOf(words: readonly string[], script: SoundScript): SoundPart {
  const written = words.join('').replace(hyphens, '');
  if (!isAbjad(script)) return { sounds: soundsOf(written, script), known: null };
  const romanised = romaniseName(written).plain.toLowerCase().replace(notLetter, '');
  const isKnown = isKnownAbjadName(romanised);
  return {
    sounds: soundsOf(isKnown ? written : written.replace(arabicArticle, ''), script),
    known: isKnown ? romanised : null,
  };
}

/** Up to this distance, the sounds of two names count as the same. */
const maxSameDistance = 0.25;
/**
 * The minimum length of a male name whose female form only adds an "e": Simon and Simone. In shorter names, the vowels differ,
 * too.
 */
const minMaleLength = 5;

/**
 * The level of a name in another script and a name in Latin letters whose sounds are alike: Джон Керри and John Kerry. 0 for
 * three kinds of names:
 * - names with other sounds
 * - Chinese and Vietnamese names, because many of them have nearly the same sounds
 * - female names that sound like male ones in the other script
 */
export function compareSounds(mine: SoundName, other: NameReading): number {
  const { script, given, middle, family } = mine;
  if (other.family === null || other.given.whole.length < 2 || isFemaleForm(other.given.whole)) return 0;
  if (script !== 'Hangul' && isOfSyllables(other.given, other.family)) return 0;
  const middleCount = middle.length + other.middle.length;
  const plainFamily = distanceOf(family, other.family.core, script);
  const isPlainFamily = plainFamily <= limitOfWord(family);
  const surnames =
    isPlainFamily || middleCount === 0
      ? plainFamily
      : distanceOf(mine.surnames, other.middle.join('') + other.family.core, script);
  if (surnames > limitOfWord(family)) return 0;
  const plainGiven = distanceOf(given, other.given.whole, script);
  const isPlainGiven = plainGiven <= limitOfWord(given);
  const forenames =
    isPlainGiven || middleCount === 0 || !isPlainFamily ? plainGiven : distanceOf(mine.forenames, other.joined, script);
  if (forenames > limitOfWord(given) || forenames + surnames > limitOfBoth(mine)) return 0;
  const level = forenames + surnames <= maxSameDistance ? nameLevel.sameSounds : nameLevel.nearSounds;
  return isPlainGiven && isPlainFamily ? level * compareMiddleNames(middle, other.middle, script) : level;
}

/**
 * Whether a given name may be the female form of a known male one: Simone, Michelle. Other scripts often write both forms in
 * the same way.
 */
function isFemaleForm(given: string): boolean {
  if (isMaleNameWithE(given)) return false;
  const withoutE = given.replace(/e$/, '');
  const male = withoutE.replace(/([ln])\1$/, '$1');
  return withoutE !== given && male.length >= minMaleLength && (isGivenName(male) || isGivenName(withoutE));
}

function isOfSyllables(given: NamePart, family: NamePart): boolean {
  return isFamilyNameOfSyllables(given.whole) || family.words.some(isFamilyNameOfSyllables);
}

/**
 * The distance between the sounds of a part of a name and those of a word in Latin letters. A known name in a script without
 * vowels has the distance 0 from its own spellings and nicknames, and matches no other word.
 */
function distanceOf({ sounds, known }: SoundPart, word: string, script: SoundScript): number {
  if (known === null) return soundDistance(sounds, soundsOf(word, 'Latin'), script);
  return known === word || areNicknames(known, word) || compareSpellings(known, word) > 0 ? 0 : Infinity;
}

/** The greatest distance at which a part still matches a word. A short word with another vowel is another name: Дэн and Don. */
function limitOfWord({ sounds }: SoundPart): number {
  const syllables = sounds.filter(({ isVowel, mayBeSilent }) => isVowel && !mayBeSilent).length;
  return syllables < 2 ? 0 : syllables < 3 ? 0.4 : 0.8;
}

/**
 * The greatest sum of the distances of the given and the family name at which they still match. It grows with the number of
 * consonants that are certainly spoken. If the two names have too few of these, the result is negative, so that nothing matches.
 */
function limitOfBoth({ script, given, family }: SoundName): number {
  const clear = clearConsonants(given) + clearConsonants(family);
  if (script === 'Kana' && clear < 5) return -1;
  if (script === 'Han') return clear < 3 ? -1 : clear < 4 ? 0 : clear < 6 ? 0.25 : 0.5;
  if (!isAbjad(script)) return clear < 3 ? -1 : clear < 4 ? 0.25 : clear < 6 ? 0.5 : 1;
  if (given.known !== null || family.known !== null) return clear < 3 ? -1 : 0.25;
  return clear < 5 ? -1 : clear < 7 ? 0.25 : 0.5;
}

function clearConsonants({ sounds }: SoundPart): number {
  return sounds.filter(({ isVowel, mayBeSilent }) => !isVowel && !mayBeSilent).length;
}

function compareMiddleNames(mine: readonly SoundPart[], other: readonly string[], script: SoundScript): number {
  const count = mine.length + other.length;
  if (count === 0) return 1;
  if (mine.length === 0 || other.length === 0) return count > 1 ? nameLevel.severalLeftOut : nameLevel.leftOut;
  return mine.some((part) => other.some((word) => isSameMiddleName(part, word, script)))
    ? nameLevel.leftOut
    : nameLevel.otherMiddleName;
}

function isSameMiddleName(part: SoundPart, word: string, script: SoundScript): boolean {
  const isInitial = word.length === 1 || part.sounds.length === 1;
  if (!isInitial) return distanceOf(part, word, script) <= limitOfWord(part);
  return soundDistance(part.sounds.slice(0, 1), soundsOf(word, 'Latin').slice(0, 1), script) === 0;
}

/** The maximum number of ways to read a given or a family name in another script. For each, {@link keysOf} may add a second key. */
const maxKeys = 4;
/**
 * The maximum number of ways to read a given or a family name that is foreign and written in Chinese characters. Most of its syllables
 * may stand for several sounds.
 */
const maxKeysOfHan = 12;
/** The maximum number of sound tokens of a name. The keys of the given name are combined with those of the family name. */
const maxSoundTokens = 100;

/**
 * The tokens under which a name is found by its sounds. They begin with "~", which no other token does. A name in another script has
 * one token for each way to read its letters.
 */
export function soundTokensOf(bySound: SoundName | null, { given, family }: NameReading): string[] {
  if (bySound !== null) {
    const limit = bySound.script === 'Han' ? maxKeysOfHan : maxKeys;
    const families = keysOf(bySound.family, limit);
    const tokens = keysOf(bySound.given, limit).flatMap((one) => families.flatMap((two) => soundTokens(one, two)));
    return [...new Set(tokens)].slice(0, maxSoundTokens);
  }
  if (family === null || given.whole.length < 2) return [];
  return soundTokens(latinSoundKey(given.whole), latinSoundKey(family.core));
}

/**
 * The search keys of a part, each also with a "t" at the end. Some French names end with a silent "t" or "d" that other scripts
 * do not write: Durand.
 */
function keysOf({ sounds }: SoundPart, limit: number): string[] {
  const keys = soundKeys(sounds, limit);
  return [...new Set([...keys, ...keys.map((key) => (key.endsWith('t') ? key : `${key}t`))])];
}
