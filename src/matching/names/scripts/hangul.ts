import { wordsIn } from '../../../platform/tables/table.js';
import { nativeNames } from '../native-names.js';

/** The romanisations of a name in Hangul: official ones and those that Koreans use. */
export interface HangulName {
  /** Of the family name, the usual one first. */
  families: readonly string[];
  /** Of the given name. */
  given: RegExp;
}

const hangulOnly = /^[가-힣]+$/u;

const firstSyllable = 0xac00;
const vowelCount = 21;
const finalCount = 28;

/** The letters of syllables, in the order of Unicode; alternatives are separated by bars. */
const initials = 'g|k kk|gg|k n d|t tt|dd|t r|l m b|p pp|bb|b s|sh ss|s - j|ch jj|j ch k t p h'.split(' ');
const vowels = (
  'a ae|ai|e ya yae eo|u e|ae yeo|you|yu|yuh ye|e o|oh wa wae|oae oe|oi yo u|oo|ou|woo|wu wo|weo we wi|wee yu|yoo|you eu|u ' +
  'ui|eui|ee|i i|ee'
).split(' ');
const finals = '- k|g k k n n n t l|r k m l l l p l m p|b p t|s t ng t t k t p h'.split(' ');

/** Family names and their romanisations, the usual one first. */
const families: ReadonlyMap<string, readonly string[]> = new Map(
  nativeNames.keyed('Korean family names').map(({ key, value }) => [key, wordsIn(value)]),
);

/** The usual romanisation of a Korean family name; undefined for others. */
export function usualFamilyName(written: string): string | undefined {
  return families.get(written)?.[0];
}

/**
 * The romanisations of a name in Hangul; null in other scripts and for unknown family names.
 * @param family the characters of the family name
 * @param given the characters of the given name
 */
export function readHangul(family: string, given: string): HangulName | null {
  const known = families.get(family);
  return known === undefined || !hangulOnly.test(given) ? null : { families: known, given: patternOf(given) };
}

function patternOf(given: string): RegExp {
  const syllables = Array.from(given, (syllable) => {
    const index = (syllable.codePointAt(0) ?? firstSyllable) - firstSyllable;
    const initial = initials[Math.floor(index / (vowelCount * finalCount))];
    const vowel = vowels[Math.floor(index / finalCount) % vowelCount];
    return [initial, vowel, finals[index % finalCount]]
      .map((letters = '-') => `(?:${letters.replace('-', '')})`)
      .join('');
  });
  return new RegExp(`^${syllables.join('')}$`);
}
