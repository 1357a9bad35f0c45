import { isFamilyName, isGivenName, isIberianFamilyName } from './common-names.js';
import { type EasternName, isInitial, type NameWord } from './name-words.js';

/** The weight of a reading in which the given and the family name have changed places. */
const otherOrder = 0.92;
/** The weight of a reading in which a middle name belongs to the family name, or in which a name in one word is divided. */
export const otherDivision = 0.97;

const patronymic = /(?:[oe]v[iy]ch|[oei]vna|ichna)$/;
const notLetter = /[^a-z]/g;
const syllablePattern = /^(?:[bcdfghjklmnpqrstwxyz]{0,2}[aeiou]{1,3}(?:n|ng|m|k|ck|p|t|h|w|r|y)?|ng|png)$/;

/** The last letter of some Korean syllables, which no Chinese syllable has: Il, Chol. */
const koreanEnd = /l$/;

/**
 * The given name or the family name of a name, in lower-case ASCII letters. The wide forms have two letters for an umlaut: Müller
 * is `muller`, and wide `mueller`.
 */
export interface NamePart {
  /** The words of the name without particles. Most names have one word; Anne-Marie and García Márquez have two. */
  words: readonly string[];
  wideWords: readonly string[];
  /** All words and particles, joined: `vanderberg`. */
  whole: string;
  wide: string;
  /** The words without particles, joined: `berg`. */
  core: string;
  wideCore: string;
}

/** One way to divide a written name into given name, middle names and family name. */
export interface NameReading {
  given: NamePart;
  /** The middle names and initials in lower-case ASCII letters, in their order. */
  middle: readonly string[];
  /** The given and middle names joined, without initials: `annemarie` for Anne-Marie, Anne Marie and Annemarie. */
  joined: string;
  wideJoined: string;
  /** The family name; null for a name of one word, such as Madonna. */
  family: NamePart | null;
  /** Similarities of this reading are multiplied by this factor, above 0 and up to 1. The most likely reading has 1. */
  weight: number;
}

/** Whether two given names or two family names are equal apart from case, diacritics, hyphens and spaces: Müller and Mueller. */
export function isSamePart(a: NamePart, b: NamePart): boolean {
  return a.whole === b.whole || a.wide === b.wide;
}

/** Makes a given name or a family name from its words. */
export function partOf(words: readonly NameWord[]): NamePart {
  const [only] = words;
  if (only !== undefined && words.length === 1) return partOfWord(only);
  const ownWords = words.flatMap(({ halves }) => halves);
  const wideWords = words.flatMap(({ wide }) => wide);
  return {
    words: ownWords,
    wideWords,
    whole: words.map(({ particles, halves }) => particles + halves.join('')).join(''),
    wide: words.map(({ particles, wide }) => particles + wide.join('')).join(''),
    core: ownWords.join(''),
    wideCore: wideWords.join(''),
  };
}

/** Does what {@link partOf} does for a single word, without new arrays, because most given and family names are one word. */
function partOfWord({ halves, wide, particles }: NameWord): NamePart {
  const core = halves.length === 1 ? (halves[0] ?? '') : halves.join('');
  const wideCore = wide.length === 1 ? (wide[0] ?? '') : wide.join('');
  return { words: halves, wideWords: wide, whole: particles + core, wide: particles + wideCore, core, wideCore };
}

/**
 * The readings of a full name, in which no comma or field shows where the family name begins; the most likely reading first.
 * `João Pereira Silva` is read with the middle name Pereira and the family name Silva, and with a lower weight with the family
 * name Pereira Silva. Empty without words.
 */
export function readingsOfWords(words: readonly NameWord[]): NameReading[] {
  const [first, second] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  if (second === undefined) return [readingOf([first], null, 1)];
  if (isInitial(last) && !isInitial(first)) return readingsBeforeInitials(words, isGiven(first));
  const rest = words.slice(1);
  if (words.length === 3 && !isGiven(first) && patronymic.test(last.halves.join(''))) {
    return [readingOf(rest, [first], 1)];
  }
  if (words.length === 4 && isGiven(first) && rest.every(isSyllable)) {
    return readingsOfTwoNames(first, second, words.slice(2));
  }
  const start = hasTwoSpanishFamilyNames(words) ? words.length - 2 : startOfFamily(words);
  const plain = readingOf(words.slice(0, start), words.slice(start), 1);
  const middle = words.slice(1, -1);
  const readings = [plain];
  if (mayBeExchanged(first, last)) {
    readings.push(readingOf([last, ...middle], [first], otherOrder));
    if (middle.length > 0) readings.push(readingOf(rest, [first], otherOrder));
  }
  const beforeLast = middle.at(-1);
  if (start === words.length - 1 && beforeLast !== undefined && !isGiven(beforeLast) && !isInitial(beforeLast)) {
    readings.push(readingOf(words.slice(0, -2), words.slice(-2), otherDivision));
  }
  return readings;
}

/**
 * Whether a name has one or two given names and then two Spanish family names, such as José Manuel Soria López. The first
 * family name is the one that is used alone, so José López is another person. Only an ending in -ez is certainly Spanish: the
 * Portuguese use the last name alone, and João Silva may be João Manuel Pereira Silva.
 */
function hasTwoSpanishFamilyNames(words: readonly NameWord[]): boolean {
  if (words.length < 3) return false;
  const [first, ...others] = words;
  const [beforeLast, last] = others.slice(-2);
  if (first === undefined || beforeLast === undefined || last === undefined) return false;
  if (!isGiven(first) || isGiven(beforeLast) || isInitial(beforeLast)) return false;
  const [name, other] = [last.halves.join(''), beforeLast.halves.join('')];
  const isSpanish = name.endsWith('ez') && isIberianFamilyName(name);
  if (words.length === 3) return isSpanish && isIberianFamilyName(other);
  return isSpanish && others.length > 2 && others.slice(0, 1).every(isGiven);
}

/**
 * The readings of a name that begins with a Western given name, and goes on with a Chinese family name and a Chinese given name.
 * Amy Khor Lean Suan is called Amy Khor or Khor Lean Suan. In a third reading, with a lower weight, the last word is the family name.
 */
function readingsOfTwoNames(western: NameWord, family: NameWord, chinese: readonly NameWord[]): NameReading[] {
  const [first, last] = [chinese.slice(0, 1), chinese.slice(1)];
  return [
    readingOf([western, ...chinese], [family], 1),
    readingOf(chinese, [family], 1),
    readingOf([western, family, ...first], last, otherDivision),
  ];
}

/** Whether a word may be a syllable of a Chinese name in any romanisation, and is no given name: Khor, Png, Teck, Guan. */
function isSyllable(word: NameWord): boolean {
  const [syllable = ''] = word.halves;
  return word.halves.length === 1 && word.particles === '' && syllablePattern.test(syllable) && !isGivenName(syllable);
}

/**
 * Whether a word may be a syllable of a Chinese or Korean name in any romanisation, and is no given name.
 * @param word in lower-case ASCII
 */
export function isSyllableOfName(word: string): boolean {
  return syllablePattern.test(word.replace(koreanEnd, 'n')) && !isGivenName(word);
}

/** The reading of a full name that begins with a family name and its particle, such as van den Berg Jan; null for other names. */
export function readingOfLeadingFamily(words: readonly NameWord[]): NameReading | null {
  const [first, ...forenames] = words;
  const isMarked = first !== undefined && first.particles !== '' && forenames.length > 0;
  return isMarked ? readingOf(forenames, [first], otherOrder) : null;
}

/**
 * The readings of a name whose family name is known, from a field of its own or a comma. The first reading takes the parts as they
 * are. The others exchange them (first name Smith, last name John) or take a middle name out of the family name. Empty if a part
 * has no words.
 */
export function readingsOfParts(forenames: readonly NameWord[], family: readonly NameWord[]): NameReading[] {
  const [given, ...middle] = forenames;
  const [first, ...others] = family;
  if (given === undefined || first === undefined) return [];
  if (others.length > 0 && isInitial(first)) return readingsOfParts([...forenames, first], others);
  const readings = [readingOf(forenames, family, 1)];
  if (others.length === 0 && middle.length === 0 && mayBeExchanged(given, first)) {
    readings.push(readingOf([first], [given], otherOrder));
  }
  if (others.length > 0 && isGiven(first) && first.particles === '') {
    readings.push(readingOf([...forenames, first], others, otherDivision));
  }
  return readings;
}

/**
 * The reading of a name whose two fields were exchanged: the first name is "von Hagen" and the last name is "Stefan". Null if the
 * words do not show an exchange.
 * @param front the words of the field of the first name, read as a family name
 * @param back the words of the field of the last name, read as given names
 */
export function readingOfExchangedParts(front: readonly NameWord[], back: readonly NameWord[]): NameReading | null {
  const [lead, ...others] = front;
  const [given] = back;
  if (lead === undefined || given === undefined || isInitial(lead) || isInitial(given)) return null;
  const isLong = others.length > 0 || back.length > 1;
  const isMarked = lead.particles !== '' ? given.particles === '' : isLong && isGiven(given) && !isGiven(lead);
  return isMarked ? readingOf(back, front, otherOrder) : null;
}

/**
 * The readings of a name in East Asian characters: given name first, and with a lower weight family name first, because some
 * persons keep that order in Latin letters.
 */
export function readingsOfEastern({ family, given }: EasternName): NameReading[] {
  const first = [wordOf(given)];
  if (family === '') return [readingOf(first, null, 1)];
  const last = [wordOf(family)];
  return [readingOf(first, last, 1), readingOf(last, first, otherOrder)];
}

/**
 * The readings of a full name that ends with an initial. `Smith J.` and `Smith John Q.` begin with the family name. If the first
 * word is a known given name, `Jane D.` has an initial for the family name, and `Jane Doe K.` a middle initial at the end.
 */
function readingsBeforeInitials(words: readonly NameWord[], isGivenFirst: boolean): NameReading[] {
  const asFamily = readingOf(words.slice(1), words.slice(0, 1), 1);
  const names = words.filter((word) => !isInitial(word));
  const initials = words.filter((word) => isInitial(word));
  if (names.length === 1) return [isGivenFirst ? readingOf(words.slice(0, -1), words.slice(-1), 1) : asFamily];
  const asGiven = readingOf([...names.slice(0, 1), ...initials, ...names.slice(1, -1)], names.slice(-1), 1);
  return isGivenFirst ? [asGiven] : [asFamily, { ...asGiven, weight: otherOrder }];
}

/**
 * The index at which the family name begins. It is that of a particle, of the word in front of a "y" (Ortega y Gasset), or else
 * of the last word.
 */
function startOfFamily(words: readonly NameWord[]): number {
  const marked = words.findIndex((word, index) => index > 0 && (word.particles !== '' || word.isTied));
  if (marked === -1) return words.length - 1;
  return words[marked]?.isTied === true && marked > 1 ? marked - 1 : marked;
}

function readingOf(forenames: readonly NameWord[], family: readonly NameWord[] | null, weight: number): NameReading {
  const [given, ...others] = forenames;
  const names = forenames.filter((word) => !isInitial(word));
  return {
    given: partOf(given === undefined ? [] : [given.particles === '' ? given : { ...given, particles: '' }]),
    middle: others.flatMap(({ halves }) => halves),
    joined: joinedOf(names, 'halves'),
    wideJoined: joinedOf(names, 'wide'),
    family: family === null ? null : partOf(family),
    weight,
  };
}

/** The letters of some words, joined. The spelling `wide` has two letters for an umlaut. */
function joinedOf(words: readonly NameWord[], spelling: 'halves' | 'wide'): string {
  let joined = '';
  for (const word of words) for (const half of word[spelling]) joined += half;
  return joined;
}

function isGiven({ halves }: NameWord): boolean {
  return isGivenName(halves[0] ?? '') || (halves.length > 1 && isGivenName(halves.join('')));
}

/**
 * Whether the first word of a name may be the family name. If it is a known given name, it may be the family name only under two
 * conditions: it is also a known family name, and the last word is only known as a given name. An example is Thomas Karen.
 */
function mayBeExchanged(first: NameWord, last: NameWord): boolean {
  if (isInitial(first) || first.particles + last.particles !== '') return false;
  return !isGiven(first) || (isFamily(first) && isGiven(last) && !isFamily(last));
}

function isFamily({ halves }: NameWord): boolean {
  return isFamilyName(halves.join(''));
}

function wordOf(romanised: string): NameWord {
  const letters = romanised.toLowerCase().replace(notLetter, '');
  return { halves: [letters], wide: [letters], particles: '', isTied: false };
}
