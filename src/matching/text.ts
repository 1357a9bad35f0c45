import anyAscii from 'any-ascii';
import { hasControlCharacters } from '../platform/database/text.js';

/** The maximum length of an identifier, in UTF-16 code units, including white space. */
export const maxTextLength = 2048;

const tabsAndLineBreaks = /[\t-\r\u0085]+/g;

/**
 * Trims an identifier. Returns null if it is longer than `maxTextLength`, or has a control character or an unpaired surrogate:
 * PostgreSQL cannot store NUL, and encoding to UTF-8 would replace an unpaired surrogate.
 */
export function usableText(raw: string): string | null {
  if (raw.length > maxTextLength) return null;
  const text = raw.trim();
  return hasControlCharacters(text) ? null : text;
}

/**
 * Trims the name of a person or a company like {@link usableText}, but accepts tabs and line breaks, which come from spreadsheets: it
 * replaces them by spaces. Returns null also for a name of more than `maxLength` UTF-16 code units.
 */
export function usableName(raw: string, maxLength: number): string | null {
  return raw.length > maxLength ? null : usableText(withoutEntities(raw).replace(tabsAndLineBreaks, ' '));
}

/** Replaces the entities with which HTML pages write characters, once: `Tower &amp; Lyonel`, `O&#39;Neil`. Unknown ones stay. */
function withoutEntities(text: string): string {
  return text.includes('&') && text.includes(';') ? text.replace(entity, characterOf) : text;
}

function characterOf(written: string, decimal?: string, hexadecimal?: string, named = ''): string {
  if (decimal === undefined && hexadecimal === undefined) {
    const [base, mark] = [named.slice(0, 1), combiningMarks.get(named.slice(1))];
    return entities.get(named) ?? (mark === undefined ? written : (base + mark).normalize('NFC'));
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : written;
}

/** A text in ASCII letters, in two spellings. Capitals stay capitals. */
interface Romanised {
  /** The spelling without diacritics: `Müller` → `Muller`, `Søren` → `Soren`, `Đorđević` → `Dordevic`. */
  plain: string;
  /**
   * The spelling with two letters for ä, ö, ü, ø, å and đ: `Mueller`, `Soeren`, `Djordjevic`. It equals `plain` for a text without
   * these letters.
   */
  wide: string;
}

const entity = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g;
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['middot', '·'],
  ['reg', '®'],
  ['trade', '™'],
  ['copy', '©'],
  ['szlig', 'ß'],
  ['oslash', 'ø'],
  ['Oslash', 'Ø'],
  ['aelig', 'æ'],
  ['AElig', 'Æ'],
]);
/** The marks of entities that consist of a letter and the name of its mark: `&eacute;`, `&uuml;`. */
const combiningMarks: ReadonlyMap<string, string> = new Map([
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circ', '\u0302'],
  ['uml', '\u0308'],
  ['tilde', '\u0303'],
  ['ring', '\u030a'],
  ['cedil', '\u0327'],
  ['caron', '\u030c'],
]);
const invisibleOrEmoji = /[\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]/gu;
const ascii = /^[\0-~]*$/;
/** The letters that {@link isLatin} accepts, to be put between the brackets of a character class. */
export const latinLetters = 'A-Za-zÀ-ÖØ-öø-ɏ';
const latin = /^[\0-\u024f]*$/;
/** The letter ъ before a consonant. It is a vowel of Bulgarian; in Russian ъ stands only before vowels, and has no sound. */
const bulgarianVowel = /ъ(?=[бвгджзклмнпрстфхцчшщ])/giu;
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

/**
 * The pairs of Greek letters that have a sound of their own, with their romanisation: `ου` becomes `ou`. Other Greek letters
 * are romanised one by one.
 */
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

/** Romanises a text of any script. Arabic and Hebrew are written without most vowels, so their words become consonants only. */
export function romanise(text: string): Romanised {
  if (ascii.test(text)) return { plain: text, wide: text };
  const spelled = isLatin(text) ? text : withUsualLetters(text);
  const plain = anyAscii(spelled);
  const widened = spelled.replace(markedLetter, twoLetters);
  return { plain, wide: widened === spelled ? plain : anyAscii(widened) };
}

/**
 * Whether a text has no letters of other scripts than Latin, and no accents that are characters of their own. `Đorđević` is such a text.
 * Phonetic and Vietnamese letters, which have higher numbers in Unicode, do not count as Latin here.
 */
export function isLatin(text: string): boolean {
  return latin.test(text);
}

/** Replaces each emoji and each invisible character by a space. Otherwise {@link romanise} would turn an emoji into its name. */
export function withoutEmoji(text: string): string {
  return ascii.test(text) ? text : text.replace(invisibleOrEmoji, ' ');
}

interface Difference {
  /** The number of equal characters before the difference. */
  readonly start: number;
  /** The number of equal characters after the difference. */
  readonly end: number;
  /** What the first text has between these equal characters. */
  readonly mine: string;
  /** What the second text has between these equal characters. */
  readonly other: string;
}

/**
 * Finds where two texts differ. `Jonson` and `Johnson` have 2 equal characters, then nothing and `h`, then 4 equal characters.
 */
export function differenceBetween(a: string, b: string): Difference {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return { start, end, mine: a.slice(start, a.length - end), other: b.slice(start, b.length - end) };
}

/** Whether two texts are the same two characters in opposite orders: `ei` and `ie`. */
export function isExchange(a: string, b: string): boolean {
  return a.length === 2 && b.length === 2 && a.startsWith(b.charAt(1)) && a.endsWith(b.charAt(0));
}

function twoLetters(letter: string): string {
  const lower = letter.toLowerCase();
  const pair = twoLetterCodes.get(lower) ?? letter;
  return letter === lower ? pair : pair.charAt(0).toUpperCase() + pair.slice(1);
}

function withUsualLetters(text: string): string {
  return greek.test(text) ? withGreekPairs(text) : withBulgarianVowel(text.normalize('NFC'));
}

/** Writes the Bulgarian ъ as the а that official romanisation makes of it: Петър is Petar. */
function withBulgarianVowel(text: string): string {
  return text.replace(bulgarianVowel, (letter) => (letter === 'ъ' ? 'а' : 'А'));
}

function withGreekPairs(text: string): string {
  const bare = text.normalize('NFD').replace(marks, '').normalize('NFC');
  return greekPairs.reduce((rest, [pair, latin]) => rest.replace(pair, latin), bare);
}
