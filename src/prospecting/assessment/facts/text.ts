import { LRUCache } from 'lru-cache';
import { romanise } from '../../../matching/text.js';

/** Some megabytes at most, in the whole process. */
const maxTexts = 10_000;
/** Longer texts hardly occur twice. */
const maxLength = 200;

/**
 * Memoizes a function of a text. Colleagues share titles, schools, towns and former employers, so most texts of a run occur many
 * times; the least recently used are evicted.
 */
export function memoized<Value extends string | number | boolean | object>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: maxTexts, memoMethod: (text) => work(text) });
  return (text) => (text.length > maxLength ? work(text) : known.memo(text));
}

const whiteSpace = /\s+/g;
const notALetter = /[^a-z0-9]+/g;

/** The form of a text for comparisons: ASCII letters in lower case, single spaces between words. */
export const comparable: (text: string) => string = memoized((text) =>
  romanise(text).plain.toLowerCase().replace(whiteSpace, ' ').trim(),
);

/** The words of a text for comparisons, separated by single spaces; empty without a letter or digit. */
export const comparableWords: (text: string) => string = memoized((text) =>
  comparable(text).replace(notALetter, ' ').trim(),
);

/** For sorting texts from the last to the first, by code units, so that the order is the same on every machine. */
export function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

/** For sorting texts from the first to the last, by code units. */
export function ascending(a: string, b: string): number {
  return descending(b, a);
}
