import type { NamePart, NameReading } from '../names/name-reading.js';
import { areNicknames } from '../names/nicknames.js';
import type { PersonName } from '../names/person-name.js';
import { spellingKey } from '../names/spelling.js';
import { romanise } from '../text.js';

/** The scores of the forms that a local part can have. The examples are forms for Jane Q. Doe. */
export const localPartFit = {
  /** `jane.doe`, `doe_jane`, `janedoe`, `jane.q.doe` */
  fullName: 0.95,
  /** `jdoe`, `j.doe`, `doej`, `jqdoe` */
  initialAndFamily: 0.85,
  /** `janed`, `jane.d` */
  givenAndInitial: 0.8,
  /** `doe` */
  familyOnly: 0.6,
  /** `jane` */
  givenOnly: 0.5,
  /** `jli` for Jun Li: initials and a family name of two letters, without a separator. So few letters may mean another name. */
  shortFamily: 0.5,
  /** `jd`, `jqd` */
  initials: 0.3,
} as const;

/** The factors that lower a score of `localPartFit`, if the local part is only a variant of the form. */
const fitFactor = {
  /** `bob.smith` for Robert Smith. */
  nickname: 0.95,
  /** `ana.garcia` for Ana García Márquez. */
  oneOfTwoNames: 0.99,
  /** `john.a.smith` for John Smith, whose middle name is not stored. */
  unknownMiddle: 0.97,
  /** `jane.doe2` for Jane Doe: the number shows that several persons have this name. */
  numbered: 0.8,
} as const;

const maxTokens = 20;
/** The maximum number of letters at the end of a local part that are looked up as a name. */
const maxSuffixLength = 16;
const minFamilyLength = 2;

const apostrophes = /['’`]/g;
const numberAtEnd = /[^a-z]*[0-9]+$/;
const digit = /[0-9]/;
const notLetters = /[^a-z]+/;

/** The letters of a local part, without separators and without a number at its end. */
interface LocalLetters {
  joined: string;
  /**
   * The indexes in `joined` at which a word begins or ends: `jane.doe` has 0, 4 and 7. Null for a local part without separators, in
   * which a name may end at any letter.
   */
  bounds: ReadonlySet<number> | null;
  isNumbered: boolean;
}

/**
 * How well a local part suits a name, from 0 to 1: `jdoe` for Jane Doe scores `localPartFit.initialAndFamily`. Variants of a form
 * score a little less. Null if the local part cannot be formed from the name.
 *
 * @param localPart as `parseEmail` normalises it; the caller must exclude the addresses of roles and of free-mail providers
 */
export function fitsLocalPart(localPart: string, name: PersonName): number | null {
  const letters = lettersOf(localPart);
  if (letters === null) return null;
  const fits = name.readings.map((reading) => reading.weight * fitOfReading(letters, reading, name.nicknames));
  const best = Math.max(...fits) * (letters.isNumbered ? fitFactor.numbered : 1);
  return best === 0 ? null : best;
}

/**
 * The tokens under which a person is looked up by a local part; at most 20. Like the tokens of names, they are phonetic keys of
 * words. If the local part fits the name of a stored person by more than initials, `nameTokens` returns at least one of these tokens
 * for the name.
 *
 * With separators, the tokens are the words, and the first and the last words joined: `van.der.berg` gives `van`, `der`,
 * `berg`, `vanderberg`, `derberg` and `vander`. Without separators, they are the beginnings and ends of the local part, because
 * a name may end at any letter.
 */
export function localPartTokens(localPart: string): string[] {
  const words = romanise(localPart).plain.toLowerCase().replace(apostrophes, '').split(notLetters).filter(Boolean);
  const [word = '', ...others] = words;
  const tokens = others.length === 0 ? beginningsAndEnds(word) : [...words, ...runsOf(words)];
  const keys = tokens.filter((token) => token.length > 1).map(spellingKey);
  return [...new Set(keys)].slice(0, maxTokens);
}

/**
 * The beginnings of a word, then its ends, each from the longest to the shortest: `janed`, `jane` and so on, then `aned`,
 * `ned`, `ed`. The word itself is the first beginning. Only the last one to four letters are left off for the other beginnings,
 * because only an initial or a short name stands behind the name in an address: `jane` in `janed`.
 */
function beginningsAndEnds(word: string): string[] {
  const beginnings = [0, 1, 2, 3, 4].map((left) => word.slice(0, word.length - left));
  const longest = Math.min(word.length - 1, maxSuffixLength);
  const ends = Array.from({ length: Math.max(0, longest - 1) }, (_, index) => word.slice(index - longest));
  return [...beginnings, ...ends];
}

/**
 * For each place between two words, the words in front of this place joined, and the words behind it joined: `van`, `derberg`,
 * `vander` and `berg` for `van.der.berg`. The first item is all words joined.
 */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, index) => [words.slice(index).join(''), words.slice(0, index).join('')]);
}

function lettersOf(localPart: string): LocalLetters | null {
  const written = romanise(localPart).plain.toLowerCase().replace(apostrophes, '');
  const name = written.replace(numberAtEnd, '');
  if (name === '' || digit.test(name)) return null;
  const words = name.split(notLetters).filter(Boolean);
  const bounds = new Set([0]);
  let end = 0;
  for (const word of words) bounds.add((end += word.length));
  return { joined: words.join(''), bounds: words.length > 1 ? bounds : null, isNumbered: name !== written };
}

function fitOfReading(letters: LocalLetters, reading: NameReading, nicknames: readonly string[]): number {
  const { given, family } = reading;
  const isGiven = letters.joined === given.whole || letters.joined === given.wide;
  const alone = isGiven && given.whole.length > 1 ? localPartFit.givenOnly : 0;
  if (family === null) return alone;
  const fits = formsOf(family).map(({ form, factor }) => factor * fitAround(letters, form, reading, nicknames));
  return Math.max(alone, fitOfFamilyInitial(letters, given, family), fitOfInitials(letters, reading, family), ...fits);
}

/**
 * The forms of a family name in an address, each with its factor: the whole name, the name without particles, or one of several
 * words. `van der Berg` gives `vanderberg` and `berg`.
 */
function formsOf(family: NamePart): { form: string; factor: number }[] {
  const all = [...new Set([family.whole, family.wide, family.core, family.wideCore])];
  const words = family.words.length > 1 ? [...new Set([...family.words, ...family.wideWords])] : [];
  return [
    ...all.map((form) => ({ form, factor: 1 })),
    ...words.map((form) => ({ form, factor: fitFactor.oneOfTwoNames })),
  ].filter(({ form }) => form.length >= minFamilyLength);
}

/** The score of a local part that begins or ends with a family name; the rest must be a form of the given name. */
function fitAround(letters: LocalLetters, family: string, reading: NameReading, nicknames: readonly string[]): number {
  const { joined, bounds } = letters;
  if (joined === family) return localPartFit.familyOnly;
  const start = joined.length - family.length;
  const isBehind = joined.endsWith(family) && (bounds?.has(start) ?? true);
  const isBefore = joined.startsWith(family) && (bounds?.has(family.length) ?? true);
  const others = [...(isBehind ? [joined.slice(0, start)] : []), ...(isBefore ? [joined.slice(family.length)] : [])];
  const fit = Math.max(0, ...others.map((written) => fitOfGiven(written, reading, nicknames)));
  // If the stored name has only an initial for the given name (J. Smith), the rest may be any name that begins with this
  // initial: `john.smith`. A separator must stand between the rest and the family name, because `jonesmith` may be a person
  // called Jon Esmith. Two names, as in `jo.ann.smith`, are hardly ever stored as one initial.
  const initial = reading.given.whole;
  const isOpen = bounds !== null && initial.length === 1 && others.some((written) => written.startsWith(initial));
  const [from, to] = isBehind ? [0, start] : [family.length, joined.length];
  if (isOpen) return haveTwoNames(letters, from, to) ? localPartFit.familyOnly : localPartFit.initialAndFamily;
  const isShort = bounds === null && family.length === minFamilyLength && fit === localPartFit.initialAndFamily;
  return isShort ? localPartFit.shortFamily : fit;
}

/** Whether a local part has at least two words of several letters between the positions `from` and `to`, as in `jo.ann`. */
function haveTwoNames({ bounds }: LocalLetters, from: number, to: number): boolean {
  const inner = [...(bounds ?? [])].filter((bound) => bound > from && bound < to).sort((a, b) => a - b);
  const ends = [...inner, to];
  return ends.filter((end, index) => end - (ends[index - 1] ?? from) > 1).length > 1;
}

/** The score of a local part in which `written` stands beside the family name: `jane` and `j` in `jane.doe` and `jdoe`. */
function fitOfGiven(written: string, reading: NameReading, nicknames: readonly string[]): number {
  const { given, middle, joined, wideJoined } = reading;
  if (initialsOf(reading).includes(written)) return localPartFit.initialAndFamily;
  if ([given.whole, given.wide, joined, wideJoined].includes(written)) return localPartFit.fullName;
  if (given.words.length > 1 && written === given.words[0]) return localPartFit.fullName * fitFactor.oneOfTwoNames;
  if (nicknames.includes(written) || areNicknames(written, given.whole)) {
    return localPartFit.fullName * fitFactor.nickname;
  }
  const isNameAndLetter = written.length > 2 && [given.whole, given.wide].includes(written.slice(0, -1));
  if (!isNameAndLetter) return 0;
  if (middle.length === 0) return localPartFit.fullName * fitFactor.unknownMiddle;
  return middle.some((name) => name.startsWith(written.slice(-1))) ? localPartFit.fullName : 0;
}

function fitOfFamilyInitial({ joined, bounds }: LocalLetters, given: NamePart, family: NamePart): number {
  const name = joined.slice(0, -1);
  const isGiven =
    name.length > 1 && (name === given.whole || name === given.wide) && (bounds?.has(name.length) ?? true);
  return isGiven && isInitialOf(joined.slice(-1), family) ? localPartFit.givenAndInitial : 0;
}

function fitOfInitials({ joined }: LocalLetters, reading: NameReading, family: NamePart): number {
  const isFitting = isInitialOf(joined.slice(-1), family) && initialsOf(reading).includes(joined.slice(0, -1));
  return isFitting ? localPartFit.initials : 0;
}

function isInitialOf(letter: string, family: NamePart): boolean {
  return family.core.startsWith(letter) || family.whole.startsWith(letter);
}

/**
 * The ways to write the given and middle names as initials: Jean-Pierre Marc Luc has `j`, `jp`, `jml`, `jm` and `jpml`. For a
 * given name of one word, some of them are equal.
 */
function initialsOf({ given, middle }: NameReading): string[] {
  const first = given.whole.charAt(0);
  const compound = initials(given.words);
  const middles = initials(middle);
  return [first, compound, first + middles, first + middles.charAt(0), compound + middles];
}

function initials(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}
