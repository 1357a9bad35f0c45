import { LRUCache } from 'lru-cache';
import { romanise } from '../../../matching/text.js';

/** The maximum number of results that each memoized function keeps. They take a few megabytes at most. */
const maxTexts = 10_000;
/** The maximum length of a text whose result is kept. A longer text rarely occurs twice. */
const maxLength = 200;

/**
 * Caches the results of a function that takes one text. Colleagues often have the same titles, schools, towns and former employers,
 * so most texts of a run occur many times. If the cache is full, the least recently used result is removed.
 */
export function memoized<Value extends string | number | boolean | object>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: maxTexts, memoMethod: (text) => work(text) });
  return (text) => (text.length > maxLength ? work(text) : known.memo(text));
}

const whiteSpace = /\s+/g;
const notALetter = /[^a-z0-9]+/g;

/** Normalises a text for comparisons, to lower-case ASCII with single spaces: " Café  Zürich" → "cafe zurich" */
export const comparable: (text: string) => string = memoized((text) =>
  romanise(text).plain.toLowerCase().replace(whiteSpace, ' ').trim(),
);

/**
 * The words of a text for comparisons, without punctuation: "Self-Employed!" → "self employed". The result is empty if the text has
 * no letter or digit.
 */
export const comparableWords: (text: string) => string = memoized((text) =>
  comparable(text).replace(notALetter, ' ').trim(),
);

/**
 * A comparator that sorts texts from Z to A. Texts are compared by their UTF-16 code units and not by the rules of a language, so
 * the order is the same on every machine.
 */
export function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

/** A comparator that sorts texts from A to Z, by UTF-16 code units. */
export function ascending(a: string, b: string): number {
  return descending(b, a);
}
