import { isFamilyName, isGivenName } from './common-names.js';
import { type EasternName, isInitial, type NameWord } from './name-words.js';

/** How far a reading is believed that is not the plain one. */
export const otherOrder = 0.92;
export const otherDivision = 0.97;

const patronymic = /(?:[oe]v[iy]ch|[oei]vna|ichna)$/;
const notLetter = /[^a-z]/g;

/** A given or family name in lower-case ASCII letters. The wide forms write umlauts with two letters. */
export interface NamePart {
  /** Its words without particles: one for most names, two for Anne-Marie and García Márquez. */
  words: readonly string[];
  wideWords: readonly string[];
  /** All of it joined, particles included: `vanderberg`. */
  whole: string;
  wide: string;
  /** Joined without the particles: `berg`. */
  core: string;
  wideCore: string;
}

/** One way to divide a written name. */
export interface NameReading {
  given: NamePart;
  /** Middle names and initials, in order. */
  middle: readonly string[];
  /** Given and middle names joined, initials left out, so that Anne-Marie, Anne Marie and Annemarie are alike. */
  joined: string;
  wideJoined: string;
  /** Null where the name has one part only. */
  family: NamePart | null;
  /** How far this reading is believed, above 0 and up to 1. */
  weight: number;
}

/** Whether two parts are one name in two spellings: case, marks, umlauts, hyphens and spaces aside. */
export function isSamePart(a: NamePart, b: NamePart): boolean {
  return a.whole === b.whole || a.wide === b.wide;
}

/** Words joined to one part of a name. */
export function partOf(words: readonly NameWord[]): NamePart {
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

/** The ways to divide a name whose parts nothing marks, the plain one first; empty when there are no words. */
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

/** A family name that its particle gives away although it stands first: van den Berg Jan. Null for any other. */
export function readingOfLeadingFamily(words: readonly NameWord[]): NameReading | null {
  const [first, ...forenames] = words;
  const isMarked = first !== undefined && first.particles !== '' && forenames.length > 0;
  return isMarked ? readingOf(forenames, [first], otherOrder) : null;
}

/** The ways to divide a name whose parts the writer marked: as marked, exchanged, and with a middle name misplaced. */
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

/** A name in East Asian characters, and as it stands when others romanise it without changing its order. */
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

/** A particle opens the family name, and "y" ties it to the word before; otherwise the family name is the last word. */
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
 * Whether the name in front may be the family name and the one behind the given name: not when the first is known as a
 * given name, unless of the two only it is known as a family name as well (Thomas Karen).
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
