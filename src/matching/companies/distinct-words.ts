import { romanise } from '../text.js';
import { companyWordTable } from './company-words.js';

const regions = companyWordTable.words('regions and cities');
/** The languages in which the names of branches often have the country: "Acme Danmark A/S". */
const languages = 'cs da de es fi fr hu it nb nl pl pt ro sv'.split(' ');
/** The codes of the countries with each name, in letters of ASCII: `es` of `espana`. */
const countryCodes = codesOfCountries();
const words: ReadonlySet<string> = new Set([
  ...companyWordTable.words('distinct words'),
  ...regions,
  // Names of countries in other languages are not among these words: otherwise "Brasil" and "Brazil" could not be two spellings of one name.
  ...countriesIn('en').flatMap(({ names }) => names.flatMap((name) => name.split(' '))),
]);
const places: ReadonlySet<string> = new Set([
  ...regions,
  ...countryCodes.keys(),
  ...[
    'uk',
    'us',
    'uae',
    'hongkong',
    'macau',
    'india',
    'm',
    's',
    'emea',
    'apac',
    'latam',
    'mena',
    'dach',
    'cee',
    'gcc',
    'anz',
    'ksa',
    'nrw',
  ],
]);

/** The minimum length of a known word inside another word. Shorter ones occur in many words by chance. */
const minPartLength = 4;
const maxPartLength = Math.max(...[...words].map((word) => word.length));

/**
 * Whether two different words are certainly two words, and not one word with a typing error. This is so if both are in the
 * table of distinct words: `shipping` and `shopping`. It is also so if only a part of each differs, and both parts are in the
 * table: `unitedhealth` and `unitedwealth` differ in `health` and `wealth`.
 * @param a in normal form, as `companyWords` returns it
 * @param b in normal form
 */
export function areDistinctWords(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a.charAt(start) === b.charAt(start)) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  // Two words of 290 letters have thousands of parts. So a part that is longer than every word of the table is not looked up.
  for (let before = Math.max(0, start - maxPartLength); before <= start; before += 1) {
    for (let after = Math.max(0, end - maxPartLength); after <= end; after += 1) {
      const [one, other] = [a.slice(before, a.length - after), b.slice(before, b.length - after)];
      if (Math.min(one.length, other.length) < minPartLength) break;
      if (words.has(one) && words.has(other)) return true;
    }
  }
  return false;
}

/** Whether a word is in the table of distinct words: `motors`. @param word in lower-case ASCII */
export function isDistinctWord(word: string): boolean {
  return words.has(word);
}

/** Whether a text is a country, a region or a city. @param text in lower-case ASCII without spaces: `hongkong` */
export function isPlace(text: string): boolean {
  return places.has(text);
}

/** Whether a text is the name of a country. @param code its two letters, such as `es` @param text in ASCII: `Spain`, `Espana` */
export function isCountry(code: string, text: string): boolean {
  return countryCodes.get(lettersOf(text.toLowerCase()))?.has(code) === true;
}

/** Whether one word, or several words together, are a place: "Hong Kong" is the place `hongkong`. @param words in normal form */
export function havePlace(words: readonly string[]): boolean {
  return words.some((_, from) => words.some((__, to) => isPlace(words.slice(from, to + 1).join(''))));
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z]/g, '');
}

function codesOfCountries(): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  for (const { code, names } of ['en', ...languages].flatMap(countriesIn)) {
    for (const name of names.map(lettersOf)) codes.set(name, (codes.get(name) ?? new Set()).add(code));
  }
  return codes;
}

/**
 * The code and the names of all countries in a language, in lower-case ASCII. A country with an umlaut has two names: `osterreich` and
 * `oesterreich`. The names come from the data of the JavaScript runtime.
 */
function countriesIn(language: string): { code: string; names: string[] }[] {
  const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => {
    const name = display.of(code);
    if (name === undefined) return [];
    const { plain, wide } = romanise(name);
    return [{ code: code.toLowerCase(), names: [...new Set([plain.toLowerCase(), wide.toLowerCase()])] }];
  });
}
