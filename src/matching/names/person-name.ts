import { particleWords, splitWrittenName, type WrittenName } from './name-text.js';
import { isFamilyName } from './common-names.js';
import { readEasternName, readNameWords } from './name-words.js';
import {
  type NamePart,
  type NameReading,
  otherDivision,
  partOf,
  readingOfExchangedParts,
  readingOfLeadingFamily,
  readingsOfEastern,
  readingsOfParts,
  readingsOfWords,
} from './name-reading.js';
import { nicknameHeads } from './nicknames.js';
import type { ChineseName } from './scripts/chinese.js';
import type { HangulName } from './scripts/hangul.js';
import { type SoundName, soundNameOf, soundTokensOf } from './sound-names.js';
import { spellingKey } from './spelling.js';
import { usableName } from '../text.js';
import { minJoinedLength, minJoinedPartLength } from './whole-name-comparison.js';

/** The maximum length of a name, in UTF-16 code units. */
const maxNameLength = 200;
/** The maximum length of a word of a name, in romanised letters with those behind hyphens. The longest known names have 36. */
const maxWordLength = 40;
/** The length up to which a name is certainly neither too long in one of its words nor in their number, in UTF-16 code units. */
const usualNameLength = 80;
/** Matches letters without a space in between that are more than any word of `maxWordLength` letters with its accents and vowel signs. */
const overlongWord = /[\p{L}\p{M}\p{Pd}]{81}/u;
/** The maximum number of words of a name. Of 57,000 members of parliaments, the longest name has 15. */
const maxWords = 20;
const betweenWords = /[\s\p{P}]+/u;
/** The maximum number of tokens of a name that are not for its sounds. They decide how much a lookup costs, and how much is stored for a person. */
export const maxTokens = 40;
/** The maximum length of a name in one word that is divided into a given and a family name. More divisions would exceed `maxTokens`. */
const maxDividedLength = 24;

const capitals = /^\p{Lu}[\p{Lu}\p{M}'’\p{Pd}]+$/u;
const smallLetters = /\p{Ll}/u;
const [smallA, smallZ] = [0x61, 0x7a];
/** A word in capitals with at least this length is a name. A shorter one, such as `JRR`, may be a run of initials. */
const minMarkedLength = 4;

/** The place at which a whole name in one word is divided: a hyphen, or between a small letter and a capital. */
const glue = /[\p{Pd}_]|(?<=\p{Ll})(?=\p{Lu})/u;

/** Matches what stands between two names of the same person: an `@`, as in Malaysia, or "alias". */
const alias = /(?<=\p{L}[\p{L}.)]* )(?:@|alias|aka) (?=\p{L})/iu;

/** A person's name, parsed so that it can be compared with other names. */
export interface PersonName {
  /** The ways to divide the name, the most likely first. Others have for example the family name in front, or two family names. */
  readings: readonly [NameReading, ...NameReading[]];
  /** The nicknames that are written with the name, in lower-case ASCII: `bob` for Robert "Bob" Smith. */
  nicknames: readonly string[];
  /** The former family name that is written with the name, as in Jane Smith (née Doe); null without one. */
  formerFamily: NamePart | null;
  /** The generation: 1 for Senior, 2 for Junior and II, 3 for III, 4 for IV; null without a generation suffix. */
  generation: number | null;
  /** The characters of a Chinese, Japanese or Korean name, without spaces; null in other scripts. */
  eastern: string | null;
  /**
   * The romanisations of a name in Hangul, or in Chinese characters if these can be a Korean name. Null in other scripts and
   * for unknown family names.
   */
  hangul: HangulName | null;
  /**
   * The spellings of a name in Chinese characters by the languages of the Chinese, such as Cantonese. Null in other scripts, and for a
   * given name that has not two characters.
   */
  chinese: ChineseName | null;
  /**
   * The sounds of a name in another script, by which it is compared with names in Latin letters. Null for a name in Latin
   * letters.
   */
  bySound: SoundName | null;
}

/**
 * Parses a full name in any script and in any order: `Dr. Jane Q. Doe, PhD`, `Doe, Jane`, `王小明`. Titles, degrees and remarks are
 * ignored. Returns null for a name without a word of at least two letters, for more than 200 characters, for a word of more than 40
 * letters, and for more than 20 words in more than 80 characters; never throws.
 */
export function parsePersonName(full: string): PersonName | null {
  const text = nameText(full);
  if (text === null) return null;
  const mayHaveAlias = text.includes('@') || text.includes(' alias ') || text.includes('aka ');
  const otherNames = mayHaveAlias ? alias.exec(text) : null;
  return otherNames === null
    ? nameOf(splitWrittenName(text, 'full'))
    : nameWithAlias(text.slice(0, otherNames.index), text.slice(otherNames.index + otherNames[0].length));
}

/** The text of a name; null if it is too long, has an unusable character, or has too many words or too long ones. */
function nameText(raw: string): string | null {
  const text = usableName(raw, maxNameLength);
  if (text === null || text.length <= usualNameLength) return text;
  return overlongWord.test(text) || text.split(betweenWords).length > maxWords ? null : text;
}

/**
 * Parses a name and another name of the same person: `Ling Ban San @ Teng Boon Soon`. An alias of one word is a nickname. A name of
 * one word before a longer alias is a nickname, too.
 */
function nameWithAlias(before: string, behind: string): PersonName | null {
  const [first, second] = [parsePersonName(before), parsePersonName(behind)];
  if (first === null || second === null) return first ?? second;
  const [[one], [other]] = [first.readings, second.readings];
  if (other.family === null) return { ...first, nicknames: [...first.nicknames, other.given.whole] };
  if (one.family === null) return { ...second, nicknames: [...second.nicknames, one.given.whole] };
  return { ...first, readings: [...first.readings, ...second.readings] };
}

/**
 * Parses a name that is given as first name and last name, under the rules of {@link parsePersonName}. The fields show which words
 * are the family name. If the words suggest that the two fields were exchanged, the name gets a further reading, in which the
 * first field is the family name. If one field is empty, the other is parsed as a full name.
 */
export function personName(first: string, last: string): PersonName | null {
  const forenames = nameText(first);
  const family = nameText(last);
  if (forenames === null || family === null) return null;
  if (forenames === '' || family === '') return parsePersonName(forenames + family);
  if (readEasternName(forenames) !== null && readEasternName(family) !== null) {
    return parsePersonName(`${family} ${forenames}`);
  }
  const front = splitWrittenName(forenames, 'field');
  const back = splitWrittenName(family, 'field');
  return nameOf({
    words: front.family === null ? front.words : [...front.words, ...front.family],
    foreign: [],
    family: back.family ?? back.words,
    nicknames: [...front.nicknames, ...back.nicknames],
    formerFamily: back.formerFamily,
    generation: back.generation ?? front.generation,
  });
}

/**
 * The tokens under which persons are stored and looked up by a name: Bob van der Berg has `bob`, `robert`, `berg`, `vanderberg`
 * and others. They are the phonetic keys of the words of the name (alone and joined) and of the full names for which nicknames
 * stand. A further token is a key for the sounds of the whole name.
 *
 * Two names that `compareNames` rates above 0 share at least one token. Rare spellings of Korean and Chinese family names are an exception:
 * `compareNames` accepts them, but no token stands for them.
 */
export function nameTokens(name: PersonName): string[] {
  const words = new Set<string>();
  for (const { given, middle, joined, wideJoined, family } of name.readings) {
    addPart(words, given);
    addPart(words, family);
    for (const word of given.words) addGivenName(words, word);
    for (const word of middle) addGivenName(words, word);
    if (given.whole !== given.words[0]) addGivenName(words, given.whole);
    if (joined !== given.whole) addGivenName(words, joined);
    words.add(wideJoined);
  }
  addPart(words, name.formerFamily);
  for (const family of name.hangul?.families ?? []) words.add(family);
  for (const family of name.chinese?.families ?? []) words.add(family);
  for (const nickname of name.nicknames) addGivenName(words, nickname);
  const [{ given, family }] = name.readings;
  if (family === null && mayBeDivided(given.whole)) addDivisions(words, given.whole);
  const tokens = new Set<string>(name.eastern !== null && name.eastern.length > 1 ? [name.eastern] : []);
  for (const token of name.hangul?.tokens ?? []) tokens.add(token);
  for (const word of words) if (word.length > 1 && tokens.size < maxTokens) tokens.add(spellingKey(word));
  if (name.eastern === null || name.bySound !== null) {
    for (const token of soundTokensOf(name.bySound, name.readings[0])) tokens.add(token);
  }
  return [...tokens];
}

/**
 * The tokens by which a search looks up the persons whom a name may mean: {@link nameTokens}, and for a Chinese name also the
 * syllables of the given name. These syllables are not among the tokens that are stored for a person, because there are so many.
 */
export function searchTokens(name: PersonName): string[] {
  const tokens = nameTokens(name);
  return name.chinese === null ? tokens : [...new Set([...tokens, ...name.chinese.syllables.map(spellingKey)])];
}

function addPart(tokens: Set<string>, part: NamePart | null): void {
  if (part === null) return;
  const { words, wideWords, whole, wide, core, wideCore } = part;
  for (const word of words) tokens.add(word);
  if (words.length === 1 && whole === words[0] && wide === whole) return;
  for (const word of wideWords) tokens.add(word);
  tokens.add(whole).add(wide).add(core).add(wideCore);
}

function addGivenName(tokens: Set<string>, word: string): void {
  tokens.add(word);
  for (const head of nicknameHeads(word)) tokens.add(head);
}

function mayBeDivided(word: string): boolean {
  return word.length >= minJoinedLength && word.length <= maxDividedLength;
}

/** Adds the given and family names that a name in one word may consist of: `Ramimakhlouf` may be Rami Makhlouf. */
function addDivisions(tokens: Set<string>, word: string): void {
  for (let index = minJoinedPartLength; index <= word.length - minJoinedPartLength; index += 1) {
    tokens.add(word.slice(0, index)).add(word.slice(index));
  }
}

function nameOf(written: WrittenName): PersonName | null {
  const eastern = written.family === null ? readEasternName(written.words.join(' ')) : null;
  const [plain, ...others] = eastern === null ? readingsOf(written) : readingsOfEastern(eastern);
  if (plain === undefined || !(hasWord(plain.given) || hasWord(plain.family))) return null;
  if ([plain, ...others].some(hasOverlongWord)) return null;
  const formerFamily = written.formerFamily.length === 0 ? null : partOf(readNameWords(written.formerFamily, 'family'));
  return {
    readings: [plain, ...others],
    nicknames: written.nicknames,
    formerFamily: formerFamily?.whole === '' ? null : formerFamily,
    generation: written.generation,
    eastern: eastern?.written ?? null,
    hangul: eastern?.hangul ?? null,
    chinese: eastern?.chinese ?? null,
    bySound: soundNameOf(written),
  };
}

function hasOverlongWord({ given, middle, family }: NameReading): boolean {
  if (given.whole.length > maxWordLength || middle.some(isOverlong)) return true;
  return family !== null && family.whole.length > maxWordLength && family.words.some(isOverlong);
}

function isOverlong(word: string): boolean {
  return word.length > maxWordLength;
}

/** Whether a part of a name has a word of at least two letters. */
function hasWord(part: NamePart | null): boolean {
  return part?.words.some((word) => word.length > 1) === true;
}

function readingsOf({ words, family }: WrittenName): NameReading[] {
  if (family === null) return readingsOfFullName(words);
  const forenames = [...words];
  const particles: string[] = [];
  // Alphabetical lists write the particles of a family name after the given name: Berg, Jan van der.
  while (forenames.length > 1 && particleWords.has(forenames.at(-1)?.toLowerCase() ?? '')) {
    particles.unshift(forenames.pop() ?? '');
  }
  const familyWords = readNameWords([...particles, ...family], 'family');
  const givenWords = readNameWords(forenames, 'forenames');
  if (givenWords.length === 0 || familyWords.length === 0) return readingsOfWords([...givenWords, ...familyWords]);
  const readings = readingsOfParts(givenWords, familyWords);
  if (words.length + family.length === 2 && givenWords[0]?.halves.length === 1) return readings;
  const exchanged = readingOfExchangedParts(readNameWords(words, 'family'), readNameWords(family, 'forenames'));
  return exchanged === null ? readings : [...readings, exchanged];
}

function readingsOfFullName(words: readonly string[]): NameReading[] {
  const readings = readingsOfWords(readNameWords(words, 'name'));
  const [only = '', ...others] = words;
  if (others.length === 0) return [...readings, ...readingsOfGluedName(only)];
  const [lead = '', tied] = only.toLowerCase().split('-');
  const marked = readingsOfMarkedFamily(words);
  if (marked.length > 0) return marked;
  const isLed = particleWords.has(lead) && words.length > (tied === undefined ? 2 : 1);
  const leading = isLed ? readingOfLeadingFamily(readNameWords(words, 'family')) : null;
  return leading === null ? readings : [...readings, leading];
}

/**
 * The readings of a name whose family name is in capitals and whose other words are not: `BERNARDO Maurizio`, `Albert CHAN Wai-yip`.
 * In the second example, the words behind the family name are a second given name. Empty for other names.
 */
function readingsOfMarkedFamily(words: readonly string[]): NameReading[] {
  // This check is cheap, and excludes most names, which have no word that begins with two capitals.
  if (!words.some(mayBeInCapitals)) return [];
  const start = words.findIndex((word) => capitals.test(word));
  if (start === -1 || !words.some((word) => smallLetters.test(word))) return [];
  const length = words.slice(start).findIndex((word) => !capitals.test(word));
  const end = length === -1 ? words.length : start + length;
  const family = readNameWords(words.slice(start, end), 'family');
  const isSure = family.some(
    ({ halves }) => halves.join('').length >= minMarkedLength || isFamilyName(halves.join('')),
  );
  if (!isSure || words.slice(end).some((word) => capitals.test(word))) return [];
  const [front, back] = [words.slice(0, start), words.slice(end)];
  const forenames = readNameWords([...front, ...back], 'forenames');
  const second = front.length > 0 && back.length > 0 ? readingsOfParts(readNameWords(back, 'forenames'), family) : [];
  return [...readingsOfParts(forenames, family), ...second];
}

/** Whether a word has a second character that is no small ASCII letter. */
function mayBeInCapitals(word: string): boolean {
  const code = word.charCodeAt(1);
  return code < smallA || code > smallZ;
}

/** The readings of a whole name that is written as one word: `VladimirPutin`, `Margarita-Simonyan`. Empty for other words. */
function readingsOfGluedName(word: string): NameReading[] {
  const parts = word.split(glue).filter(Boolean);
  if (parts.length !== 2 || parts.some((part) => part.length < minJoinedPartLength)) return [];
  const readings = readingsOfWords(readNameWords(parts, 'name'));
  return readings.map((reading) => ({ ...reading, weight: reading.weight * otherDivision }));
}
