import { isFamilyName, isGivenName } from './common-names.js';
import { type EasternName, isInitial, type NameWord } from './name-words.js';

/** The weight of a reading with exchanged given and family name. */
const otherOrder = 0.92;
export const otherDivision = 0.97;

const patronymic = /(?:[oe]v[iy]ch|[oei]vna|ichna)$/;
const notLetter = /[^a-z]/g;

/** A given or family name in lower-case ASCII letters. The wide forms have two letters for umlauts. */
export interface NamePart {
  /** The words without particles: usually one; two for Anne-Marie and García Márquez. */
  words: readonly string[];
  wideWords: readonly string[];
  /** The joined words with particles: `vanderberg`. */
  whole: string;
  wide: string;
  /** The joined words without particles: `berg`. */
  core: string;
  wideCore: string;
}

/** One way to split a written name. */
export interface NameReading {
  given: NamePart;
  /** Middle names and initials, in order. */
  middle: readonly string[];
  /** The joined given and middle names without initials, so that Anne-Marie, Anne Marie and Annemarie are equal. */
  joined: string;
  wideJoined: string;
  /** Null for a name with one part. */
  family: NamePart | null;
  /** The weight of this reading, above 0 and up to 1. */
  weight: number;
}

/** Whether two parts are equal apart from case, marks, umlauts, hyphens and spaces. */
export function isSamePart(a: NamePart, b: NamePart): boolean {
  return a.whole === b.whole || a.wide === b.wide;
}

/** Joins words to a part of a name. */
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

/** As `partOf`, without new lists: most parts are one word. */
function partOfWord({ halves, wide, particles }: NameWord): NamePart {
  const core = halves.length === 1 ? (halves[0] ?? '') : halves.join('');
  const wideCore = wide.length === 1 ? (wide[0] ?? '') : wide.join('');
  return { words: halves, wideWords: wide, whole: particles + core, wide: particles + wideCore, core, wideCore };
}

/** The ways to split a name without marked parts, the most likely first; empty without words. */
export function readingsOfWords(words: readonly NameWord[]): NameReading[] {
  const [first, second, ...others] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  if (second === undefined) return [readingOf([first], null, 1)];
  const rest = words.slice(1);
  if (isInitial(last) && !isInitial(first)) return readingsBeforeInitials(words, isGiven(first));
  if (words.length === 3 && !isGiven(first) && patronymic.test(last.halves.join(''))) {
    return [readingOf([second, ...others], [first], 1)];
  }
  const start = startOfFamily(words);
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

/** The reading with a leading family name that begins with a particle: van den Berg Jan. Null for other names. */
export function readingOfLeadingFamily(words: readonly NameWord[]): NameReading | null {
  const [first, ...forenames] = words;
  const isMarked = first !== undefined && first.particles !== '' && forenames.length > 0;
  return isMarked ? readingOf(forenames, [first], otherOrder) : null;
}

/** The readings of a name with marked parts: as marked, exchanged, and with a misplaced middle name. */
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
 * The reading of a name with exchanged parts, such as the first name "von Hagen" and the last name "Stefan"; null unless the words
 * show it.
 * @param front the words of the first part as those of a family name
 * @param back the words of the last part as forenames
 */
export function readingOfExchangedParts(front: readonly NameWord[], back: readonly NameWord[]): NameReading | null {
  const [lead, ...others] = front;
  const [given] = back;
  if (lead === undefined || given === undefined || isInitial(lead) || isInitial(given)) return null;
  const isLong = others.length > 0 || back.length > 1;
  const isMarked = lead.particles !== '' ? given.particles === '' : isLong && isGiven(given) && !isGiven(lead);
  return isMarked ? readingOf(back, front, otherOrder) : null;
}

/** The readings of a name in East Asian characters: in Western order, and in its own order as in some romanisations. */
export function readingsOfEastern({ family, given }: EasternName): NameReading[] {
  const first = [wordOf(given)];
  if (family === '') return [readingOf(first, null, 1)];
  const last = [wordOf(family)];
  return [readingOf(first, last, 1), readingOf(last, first, otherOrder)];
}

/**
 * `Smith J`, `Smith John Q`: the family name first; but `Jane D.` and `Jane Doe K.` when the first word is a given name.
 */
function readingsBeforeInitials(words: readonly NameWord[], isGivenFirst: boolean): NameReading[] {
  const asFamily = readingOf(words.slice(1), words.slice(0, 1), 1);
  const names = words.filter((word) => !isInitial(word));
  const initials = words.filter((word) => isInitial(word));
  if (names.length === 1) return [isGivenFirst ? readingOf(words.slice(0, -1), words.slice(-1), 1) : asFamily];
  const asGiven = readingOf([...names.slice(0, 1), ...initials, ...names.slice(1, -1)], names.slice(-1), 1);
  return isGivenFirst ? [asGiven] : [asFamily, { ...asGiven, weight: otherOrder }];
}

/** The family name begins at a particle, or before a "y" (Ortega y Gasset); otherwise it is the last word. */
function startOfFamily(words: readonly NameWord[]): number {
  const marked = words.findIndex((word, index) => index > 0 && (word.particles !== '' || word.isTied));
  if (marked === -1) return words.length - 1;
  return words[marked]?.isTied === true && marked > 1 ? marked - 1 : marked;
}

function readingOf(forenames: readonly NameWord[], family: readonly NameWord[] | null, weight: number): NameReading {
  const [given, ...others] = forenames;
  const names = forenames.filter((word) => !isInitial(word));
  return {
    given: partOf(given === undefined ? [] : [{ ...given, particles: '' }]),
    middle: others.flatMap(({ halves }) => halves),
    joined: names.map(({ halves }) => halves.join('')).join(''),
    wideJoined: names.map(({ wide }) => wide.join('')).join(''),
    family: family === null ? null : partOf(family),
    weight,
  };
}

function isGiven(word: NameWord): boolean {
  return isGivenName(word.halves.join('')) || isGivenName(word.halves[0] ?? '');
}

/**
 * Whether the first word may be the family name: not if it is a known given name, unless it is also a known family name and the last
 * word is not (Thomas Karen).
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
