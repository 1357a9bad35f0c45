import { Table } from '../../platform/tables/table.js';
import { isInNicknameTable } from './nicknames.js';

const table = Table.read(new URL('data/common-names.txt', import.meta.url));
const givenNames: ReadonlySet<string> = new Set(table.words('given names'));
const familyNames: ReadonlySet<string> = new Set(table.words('family names'));
const familyNamesOfSyllables: ReadonlySet<string> = new Set(table.words('family names of one syllable'));
const iberianFamilyNames: ReadonlySet<string> = new Set(table.words('Iberian family names'));
const maleNamesWithE: ReadonlySet<string> = new Set(table.words('male names that end with e'));

/**
 * A doubled letter, but not the double `l` or `e` at the end of female names: Danielle and Daniele, Andrée and André are two names.
 */
const doubledLetter = /([a-df-km-z])\1|([el])\2(?!e?$)/g;

/** Whether a word is a known given name or nickname. @param word in lower-case ASCII */
export function isGivenName(word: string): boolean {
  return givenNames.has(word) || isInNicknameTable(word);
}

/** Whether a known given name begins with some letters, as Christian begins with `chr`. @param letters in lower-case ASCII */
export function beginsGivenName(letters: string): boolean {
  for (const name of givenNames) if (name.startsWith(letters)) return true;
  return false;
}

/** Whether a word is a man's given name although it may look like the female form of another: George, Philippe. @param word in lower-case ASCII */
export function isMaleNameWithE(word: string): boolean {
  return maleNamesWithE.has(word);
}

/** Whether a word is a known family name. @param word in lower-case ASCII */
export function isFamilyName(word: string): boolean {
  return familyNames.has(word) || familyNamesOfSyllables.has(word);
}

/** Whether a word is a Chinese, Korean or Vietnamese family name of one syllable. @param word in lower-case ASCII */
export function isFamilyNameOfSyllables(word: string): boolean {
  return familyNamesOfSyllables.has(word);
}

/**
 * Whether a word is a common family name of Spanish, Portuguese, Catalan, Galician or Basque use.
 * @param word in lower-case ASCII
 */
export function isIberianFamilyName(word: string): boolean {
  return iberianFamilyNames.has(word);
}

/**
 * Whether two words are both known names, so that neither is a misspelling of the other: `maria` and `mario`. Words that differ
 * only in a doubled letter count as one name: `hoffmann` and `hofmann`.
 * @param a in lower-case ASCII
 * @param b in lower-case ASCII
 */
export function areDifferentNames(a: string, b: string): boolean {
  return isName(a) && isName(b) && a.replace(doubledLetter, '$1$2') !== b.replace(doubledLetter, '$1$2');
}

function isName(word: string): boolean {
  return familyNames.has(word) || isGivenName(word);
}
