import type { NamePart, NameReading } from '../names/name-reading.js';
import { areNicknames } from '../names/nicknames.js';
import type { PersonName } from '../names/person-name.js';
import { romanise } from '../text.js';

/** The scores of the ways to form a local part from a name. */
export const localPartFit = {
  /** jane.doe, doe_jane, janedoe, jane.q.doe */
  fullName: 0.95,
  /** jdoe, j.doe, doej, jqdoe */
  initialAndFamily: 0.85,
  /** janed, jane.d */
  givenAndInitial: 0.8,
  /** doe */
  familyOnly: 0.6,
  /** jane */
  givenOnly: 0.5,
  /** jli, where two letters of a family name may be anything */
  shortFamily: 0.5,
  /** jd, jqd */
  initials: 0.3,
} as const;

/** Factors for variants of a fit. */
const fitFactor = {
  /** bob.smith for Robert Smith */
  nickname: 0.95,
  /** ana.garcia for Ana García Márquez */
  oneOfTwoNames: 0.99,
  /** john.a.smith where no middle name is stored */
  unknownMiddle: 0.97,
  /** jane.doe2: there is another Jane Doe */
  numbered: 0.8,
} as const;

const maxTokens = 20;
/** The maximum length of a given or family name in a local part without separators. */
const maxSuffixLength = 16;
const minFamilyLength = 2;

const apostrophes = /['’`]/g;
const numberAtEnd = /[^a-z]*[0-9]+$/;
const digit = /[0-9]/;
const notLetters = /[^a-z]+/;

/** The letters of a local part. */
interface LocalLetters {
  joined: string;
  /** The indexes of word boundaries; null for a local part without separators, which may split anywhere. */
  bounds: ReadonlySet<number> | null;
  isNumbered: boolean;
}

/**
 * The score of a local part (normalised by `parseEmail`) for a name: a `localPartFit` times factors, or null when the name cannot
 * form it. Role addresses and free-mail providers are not considered.
 */
export function fitsLocalPart(localPart: string, name: PersonName): number | null {
  const letters = lettersOf(localPart);
  if (letters === null) return null;
  const fits = name.readings.map((reading) => reading.weight * fitOfReading(letters, reading, name.nicknames));
  const best = Math.max(...fits) * (letters.isNumbered ? fitFactor.numbered : 1);
  return best === 0 ? null : best;
}

/**
 * The tokens for a lookup of persons whose names may form a local part (see `nameTokens`): its words and runs of words, or without
 * separators its prefixes and suffixes. At most 20.
 */
export function localPartTokens(localPart: string): string[] {
  const words = romanise(localPart).plain.toLowerCase().replace(apostrophes, '').split(notLetters).filter(Boolean);
  const [word = '', ...others] = words;
  const tokens = others.length === 0 ? beginningsAndEnds(word) : [...words, ...runsOf(words)];
  return [...new Set(tokens)].filter((token) => token.length > 1).slice(0, maxTokens);
}

/** Prefixes before an initial or a nickname first, then suffixes, which find most names. */
function beginningsAndEnds(word: string): string[] {
  const beginnings = [0, 1, 2, 3, 4].map((left) => word.slice(0, word.length - left));
  const longest = Math.min(word.length - 1, maxSuffixLength);
  const ends = Array.from({ length: Math.max(0, longest - 1) }, (_, index) => word.slice(index - longest));
  return [...beginnings, ...ends];
}

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

/** The forms of a family name in an address: the whole name, without particles, or one of its words. */
function formsOf(family: NamePart): { form: string; factor: number }[] {
  const all = [...new Set([family.whole, family.wide, family.core, family.wideCore])];
  const words = family.words.length > 1 ? [...new Set([...family.words, ...family.wideWords])] : [];
  return [
    ...all.map((form) => ({ form, factor: 1 })),
    ...words.map((form) => ({ form, factor: fitFactor.oneOfTwoNames })),
  ].filter(({ form }) => form.length >= minFamilyLength);
}

function fitAround(letters: LocalLetters, family: string, reading: NameReading, nicknames: readonly string[]): number {
  const { joined, bounds } = letters;
  if (joined === family) return localPartFit.familyOnly;
  const start = joined.length - family.length;
  const isBehind = joined.endsWith(family) && (bounds?.has(start) ?? true);
  const isBefore = joined.startsWith(family) && (bounds?.has(family.length) ?? true);
  const others = [...(isBehind ? [joined.slice(0, start)] : []), ...(isBefore ? [joined.slice(family.length)] : [])];
  const fit = Math.max(0, ...others.map((written) => fitOfGiven(written, reading, nicknames)));
  // If only an initial is stored, any given name with this initial matches, if separators show that it is one word.
  const initial = reading.given.whole;
  const isOpen = bounds !== null && initial.length === 1 && others.some((written) => written.startsWith(initial));
  if (isOpen) return localPartFit.initialAndFamily;
  const isShort = bounds === null && family.length === minFamilyLength && fit === localPartFit.initialAndFamily;
  return isShort ? localPartFit.shortFamily : fit;
}

/** The score of the letters that are not the family name. */
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

/** The first initial, the initials of a hyphenated given name, and both with those of the middle names. */
function initialsOf({ given, middle }: NameReading): string[] {
  const first = given.whole.charAt(0);
  const compound = initials(given.words);
  const middles = initials(middle);
  return [first, compound, first + middles, first + middles.charAt(0), compound + middles];
}

function initials(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}
