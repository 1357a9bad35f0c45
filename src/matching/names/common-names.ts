import { Table } from '../../platform/tables/table.js';
import { isInNicknameTable } from './nicknames.js';

const table = Table.read(new URL('data/common-names.txt', import.meta.url));
const givenNames: ReadonlySet<string> = new Set(table.words('given names'));
const familyNames: ReadonlySet<string> = new Set(table.words('family names'));
const familyNamesOfSyllables: ReadonlySet<string> = new Set(table.words('family names of one syllable'));
const iberianFamilyNames: ReadonlySet<string> = new Set(table.words('Iberian family names'));

/** Excludes doubled letters that distinguish female from male names: Danielle, Andrée. */
const doubledLetter = /([a-df-km-z])\1|([el])\2(?!e?$)/g;

/** Whether a word (lower-case ASCII) is a known given name or nickname. */
export function isGivenName(word: string): boolean {
  return givenNames.has(word) || isInNicknameTable(word);
}

/** Whether a word (lower-case ASCII) is a known family name. */
export function isFamilyName(word: string): boolean {
  return familyNames.has(word) || familyNamesOfSyllables.has(word);
}

/** Whether a family name (lower-case ASCII) is Chinese, Korean or Vietnamese. */
export function isFamilyNameOfSyllables(word: string): boolean {
  return familyNamesOfSyllables.has(word);
}

/** Whether a word (lower-case ASCII) is a common Spanish or Portuguese family name. */
export function isIberianFamilyName(word: string): boolean {
  return iberianFamilyNames.has(word);
}

/**
 * Whether both words (lower-case ASCII) are known names, so that neither is a misspelling of the other. Forms that differ only in
 * doubled letters (Hoffmann, Hofmann) count as one name.
 */
export function areDifferentNames(a: string, b: string): boolean {
  return isName(a) && isName(b) && a.replace(doubledLetter, '$1$2') !== b.replace(doubledLetter, '$1$2');
}

function isName(word: string): boolean {
  return familyNames.has(word) || isGivenName(word);
}
